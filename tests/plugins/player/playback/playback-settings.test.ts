import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SongMemory } from '../../../../src/plugins/player/settings.js'
import { rounds } from '../../../support/rounds.js'
import { rows } from '../../../support/rows.js'
import { practised, settingsOf } from '../session/session-parts.js'
import { leftSounding, type WrittenTrack } from './played-song.js'

/** Eight bars with a note on each beat. */
const EIGHT_BARS: WrittenTrack = {
  notes: Array.from({ length: 32 }, (_, index) => [48 + index, index / 2, 0.4]),
}
const SECOND: WrittenTrack = { channel: 1, notes: [[40, 0, 16]], controls: [[64, 1, 127]], bends: [[2, 0.3]] }

it('setting a loop jumps to it if the current bar is outside', async () => {
  const { open, session, practice, clock } = practised()
  open([EIGHT_BARS])
  session.play()
  await clock.advance(500)
  practice.setLoop({ from: 6, to: 5 })
  expect(practice.view.getState()).toMatchObject({ loop: { from: 5, to: 6 }, looping: true })
  expect(session.positionMs()).toBe(8000)
  await clock.advance(4200)
  expect(session.positionMs()).toBeGreaterThanOrEqual(8000)
  expect(session.positionMs()).toBeLessThan(8600)
})

it('the tempo increases with each loop pass up to the target', async () => {
  const { open, session, practice, clock } = practised()
  open([EIGHT_BARS])
  practice.setTempo(50)
  practice.setSteps({ step: 20, goal: 80 })
  practice.setLoop({ from: 1, to: 1 })
  session.play()
  const tempi: number[] = []
  practice.view.subscribe(({ tempo }) => tempi.push(tempo))
  await clock.advance(20_000)
  expect(tempi).toEqual([70, 80])
})

it('only changed settings are stored, separately for each song and user', () => {
  const memory = settingsOf<SongMemory>({ tracksShown: false, songs: [] })
  const first = practised({ memory })
  first.open([EIGHT_BARS, SECOND])
  first.practice.setTempo(60)
  first.practice.setLoop({ from: 2, to: 3 })
  first.practice.setTrack(1, { muted: true, program: 33, pan: 20, reverb: 0 })
  first.session.show(0)
  first.open([SECOND])
  expect([first.practice.view.getState().tempo, memory.getState().songs.length]).toEqual([100, 1])

  const again = practised({ memory })
  again.open([EIGHT_BARS, SECOND])
  expect(again.practice.view.getState()).toMatchObject({
    ...{ tempo: 60, loop: { from: 2, to: 3 }, looping: true },
  })
  const mix = { muted: true, program: 33, pan: 20, reverb: 0 }
  expect(again.practice.view.getState().tracks.get(1)).toMatchObject(mix)
  expect(again.session.view.getState()).toMatchObject({ shown: 0, fromMs: 2000 })

  const other = practised({ memory, user: 'bob' })
  other.open([EIGHT_BARS, SECOND])
  expect(other.practice.view.getState().tempo).toBe(100)

  again.practice.setTempo(100)
  again.practice.setLoop(undefined)
  again.practice.setTrack(1, { muted: false, program: undefined, pan: undefined, reverb: undefined })
  again.session.show('all')
  expect(memory.getState().songs).toEqual([])
})

it('unreadable stored settings are ignored but not deleted', () => {
  const broken = { user: 'ada', song: 'x', tempo: 'fast' }
  const memory = settingsOf<SongMemory>({ tracksShown: false, songs: [broken] })
  const { open, practice } = practised({ memory })
  open([EIGHT_BARS])
  practice.setTempo(80)
  expect(memory.getState().songs).toHaveLength(2)
  expect(memory.getState().songs).toContain(broken)
})

it('a sounding note ends at its original pitch if the song is transposed', async () => {
  const { open, session, practice, clock, seen, neckSounds } = practised()
  open([{ notes: rows('60 0 1, 62 1 1') }])
  session.play()
  await clock.advance(500)
  practice.setTranspose(5)
  await clock.advance(1000)
  const notes = seen.map(({ bytes }) => bytes).filter(([status]) => status !== 0xc0)
  expect(notes).toEqual(rows('0x90 60 64, 0x80 60 64, 0x90 67 64'))
  await clock.advance(2000)
  expect(neckSounds.silence()).toEqual([])
})

const MELODY: WrittenTrack = { notes: rows('60 0 0.4, 60 0.5 0.4, 64 1 0.4, 67 1 0.4, 72 1.5 0.4') }

it('the song continues after each awaited note is played', async () => {
  const { open, session, practice, clock, strike } = practised()
  open([MELODY])
  practice.setWait(true)
  session.play()
  await clock.advance(5000)
  expect([session.positionMs(), session.view.getState().waiting]).toEqual([0, true])
  strike(61)
  expect(session.view.getState().waiting).toBe(true)
  strike(60)
  expect(session.view.getState().waiting).toBe(false)
  await clock.advance(2000)
  // The first note still sounds, but must be struck again.
  expect([session.positionMs(), session.view.getState().waiting]).toEqual([500, true])
  strike(60)
  await clock.advance(600)
  expect(session.positionMs()).toBe(1000)
})

it('the song waits for all chord notes, no matter how far apart they are played', async () => {
  const { open, session, practice, clock, strike } = practised()
  open([MELODY])
  session.seek(1000)
  practice.setWait(true)
  session.play()
  strike(64)
  await clock.advance(3000)
  expect(session.view.getState().waiting).toBe(true)
  strike(65)
  expect(session.view.getState().waiting).toBe(true)
  strike(67)
  expect(session.view.getState().waiting).toBe(false)
})

const CHORD: WrittenTrack = { notes: rows('60 0 1, 64 0 1, 67 0 1, 72 2 1') }

it.each([
  ['one', [64]],
  ['most', [60, 67]],
  ['all', [60, 64, 67]],
] as const)('the song continues once %s of the chord’s notes are played', async (chord, pitches) => {
  const { open, session, practice, options, clock, strike } = practised()
  open([CHORD])
  options.setState({ chord })
  practice.setWait(true)
  session.play()
  await clock.advance(100)
  for (const pitch of pitches) {
    expect(session.view.getState().waiting).toBe(true)
    strike(pitch)
  }
  expect(session.view.getState().waiting).toBe(false)
})

type Parts = ReturnType<typeof practised>
const whole = (min: number, max: number) => fc.integer({ min, max })
const nothing = fc.constant(undefined)
const deed = <T>(name: string, values: fc.Arbitrary<T>, run: (parts: Parts, value: T) => unknown) =>
  values.map(value => ({ name, value, run: (parts: Parts) => run(parts, value) }))
const bars = fc.record({ from: whole(1, 9), to: whole(1, 9) })
const mix = fc.record({
  muted: fc.boolean(),
  solo: fc.boolean(),
  volume: fc.double({ min: 0, max: 1, noNaN: true }),
})
const step = fc.oneof(
  deed('pass', whole(0, 2500), ({ clock }, ms) => clock.advance(ms)),
  deed('play', nothing, ({ session }) => session.play()),
  deed('stop', nothing, ({ session }) => session.stop()),
  deed('metronome', fc.boolean(), ({ options }, metronome) => options.setState({ metronome })),
  deed('wait', fc.boolean(), ({ practice }, wait) => practice.setWait(wait)),
  deed('seek', whole(-500, 20_000), ({ session }, ms) => session.seek(ms)),
  deed('tempo', whole(25, 200), ({ practice }, percent) => practice.setTempo(percent)),
  deed('faster', whole(-25, 25), ({ practice }, by) => practice.setSteps({ step: by, goal: 120 })),
  deed('loop', fc.option(bars, { nil: undefined }), ({ practice }, loop) => practice.setLoop(loop)),
  deed('transpose', whole(-36, 36), ({ practice }, semitones) => practice.setTranspose(semitones)),
  deed('mix', fc.tuple(whole(0, 2), mix), ({ practice }, change) => practice.setTrack(...change)),
  deed('show', whole(0, 1), ({ session }, track) => {
    if (session.view.getState().song?.tracks[track]?.playable) session.show(track)
  }),
  deed('strike', whole(36, 84), ({ strike }, pitch) => strike(pitch)),
  deed('port', fc.constantFrom('synth', 'other', undefined), ({ port }, id) => {
    port.id = id
  }),
  deed('count in', whole(0, 2), ({ options }, countIn) => options.setState({ countIn })),
)

const note = fc.tuple(
  fc.integer({ min: 36, max: 84 }),
  fc.integer({ min: 0, max: 32 }).map(eighths => eighths / 4),
  fc.integer({ min: 0, max: 12 }).map(eighths => eighths / 4),
)
const control = fc.tuple(
  fc.constantFrom(64, 1, 7, 11, 101, 100, 6),
  fc.integer({ min: 0, max: 16 }).map(half => half / 2),
  fc.integer({ min: 0, max: 127 }),
)
const track = (channel: number) =>
  fc.record({
    channel: fc.constant(channel),
    notes: fc.array(note, { maxLength: 24 }),
    controls: fc.array(control, { maxLength: 6 }),
    bends: fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.double({ min: -1, max: 1, noNaN: true })), {
      maxLength: 4,
    }),
  })
/** Two tracks share a channel, and the third plays drums. */
const tracks = fc.tuple(track(0), track(0), track(9))

it('random playback actions leave valid messages in order, no hanging notes and no timers', async () => {
  await fc.assert(
    fc.asyncProperty(tracks, fc.array(step, { maxLength: 30 }), async (written, steps) => {
      const parts = practised()
      parts.open(written)
      for (const each of steps) {
        await each.run(parts)
        const at = parts.session.positionMs()
        expect(at).toBeGreaterThanOrEqual(0)
        expect(Number.isFinite(at)).toBe(true)
      }
      parts.session.stop()
      expect(leftSounding(parts.sent)).toEqual([])
      expect(parts.neckSounds.silence()).toEqual([])
      for (const { bytes, due } of parts.sent) {
        const [status = 0, ...values] = bytes
        expect(status).toBeGreaterThanOrEqual(0x80)
        expect(values.every(value => Number.isInteger(value) && value >= 0 && value <= 127)).toBe(true)
        expect(Number.isFinite(due)).toBe(true)
      }
      // The note-off of a click is sent with the click, before later messages.
      const music = parts.sent.filter(({ bytes: [status] }) => status !== 0x89)
      for (const [index, { due }] of music.entries())
        expect(due).toBeGreaterThanOrEqual((music[index - 1]?.due ?? 0) - 0.001)
      parts.session.close()
      await parts.clock.advance(5000)
      expect([parts.clock.pending, parts.notices]).toEqual([0, []])
    }),
    rounds(300, 8),
  )
})
