import { expect, it } from 'vitest'
import { HandClock } from '../../../../src/core/platform/memory-platform.js'
import type {
  FingeringSolver,
  PositionNote,
  SolveOptions,
} from '../../../../src/music/fingering/fingering.js'
import { solve } from '../../../../src/music/fingering/solve.js'
import { lowestFrets, type ReachableNeck } from '../../../../src/music/guitar/position.js'
import { STANDARD_TUNING, tuningById } from '../../../../src/music/guitar/tunings.js'
import { createFingering } from '../../../../src/plugins/player/neck/fingering.js'
import type { PlacedNeck } from '../../../../src/plugins/player/neck/slices.js'
import type { ShownNote } from '../../../../src/plugins/player/tokens.js'
import { MODEL } from '../../../music/fingering/model.js'
import { positionsNamed } from '../../../support/positions-named.js'
import { songFrom } from '../../../support/song-from.js'

const notesOf = (count: number): ShownNote[] =>
  Array.from({ length: count }, (_, note) => ({
    ...{ track: 0, note, onset: note, duration: 1, pitch: 64 + (note % 5) },
  }))

/** Solver that records its calls and places notes on their pinned string or else on the third string. */
function thirdString() {
  const asked: { notes: readonly PositionNote[]; options: SolveOptions }[] = []
  const solve: FingeringSolver['solve'] = (notes, options) => {
    asked.push({ notes, options })
    const pins = new Map(options.pinned?.map(({ note, string }) => [note, string]))
    return {
      problems: [],
      liking: { excess: 0, hand: 0, open: 0 },
      notes: notes.map(({ pitch }, index) => {
        const string = pins.get(index) ?? 3
        const fret = pitch - (STANDARD_TUNING.strings[string - 1] ?? 0)
        return { position: { string, fret }, confidence: 1, alternatives: [], octaves: 0 }
      }),
    }
  }
  return { asked, solve }
}

function setUp(solver: Pick<FingeringSolver, 'solve'>, neck: Partial<PlacedNeck> = {}) {
  const clock = new HandClock()
  let now: PlacedNeck = {
    ...{ tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 24, within: false },
    ...neck,
  }
  const warnings: string[] = []
  const places = createFingering({
    clock,
    neck: () => now,
    solver: async () => solver,
    log: { warn: message => void warnings.push(message) },
  })
  const setCapo = (capo: number) => {
    now = { ...now, capo }
    places.outdated()
  }
  return { clock, places, setCapo, warnings }
}

it('notes are placed at the lowest frets until the search finds better positions', async () => {
  const { clock, places } = setUp(thirdString())
  places.show(notesOf(3))
  expect(places.positionOf(0)).toEqual({ string: 1, fret: 0 })
  expect(places.view.getState()).toMatchObject({ by: 'lowest-fret', working: true, frets: undefined })
  await clock.advance(100)
  expect(places.positionOf(0)).toEqual({ string: 3, fret: 9 })
  expect(places.view.getState()).toMatchObject({
    ...{ by: 'positions', working: false, frets: { from: 9, to: 11 } },
  })
})

it('the fingering is recalculated when the song is transposed', async () => {
  const { clock, places } = setUp(thirdString())
  places.show(notesOf(1))
  await clock.advance(100)
  const song = songFrom({
    tracks: [{ name: '', notes: [{ midi: 62, ticks: 0, durationTicks: 480, velocity: 1 }] }],
  })
  const [track] = places.onNeck(song, 2).tracks
  expect(track?.tuning).toEqual(STANDARD_TUNING.strings)
  expect(track?.notes[0]).toMatchObject({ midi: 64, string: 3, fret: 9 })
})

it('a notated track shown alone omits notes outside the neck without changing the saved song', async () => {
  const { clock, places } = setUp({ solve: (notes, options) => solve(notes, options, MODEL) })
  const notes = [64, 30].map(midi => ({
    midi,
    ticks: 0,
    durationTicks: 480,
    velocity: 1,
    string: 1,
    fret: 0,
  }))
  const song = {
    ...songFrom({ tracks: [{ name: '', notes, tuning: [30, 25, 20, 15] }] }),
    score: { format: 'alphatab-1' as const, content: {}, bars: [] },
  }
  places.show(notes.map(({ midi }, note) => ({ track: 0, note, onset: 0, duration: 1, pitch: midi })))
  await clock.advance(100)
  expect(places.onNeck(song).tracks).toEqual(song.tracks)
  const [drawn] = places.onNeck(song, 0).tracks
  expect(drawn?.tuning).toEqual(STANDARD_TUNING.strings)
  expect(drawn?.notes.map(({ string }) => string)).toEqual([1, undefined])
})

it('the lowest frets are kept if the fingering service fails, and the error is logged', async () => {
  const { clock, places, warnings } = setUp({
    solve: () => {
      throw new Error('This neck is unknown.')
    },
  })
  places.show(notesOf(3))
  await clock.advance(100)
  expect(places.positionOf(0)).toEqual({ string: 1, fret: 0 })
  expect(places.view.getState()).toMatchObject({ working: false, frets: { from: 0, to: 2 }, unplaced: 0 })
  expect(warnings).toHaveLength(1)
  places.setPins([{ track: 0, note: 1, string: 2 }])
  await clock.advance(100)
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  expect(places.positionOf(2)).toEqual({ string: 1, fret: 2 })
})

it('a long song is solved in overlapping parts, and every note gets a single position', async () => {
  const service = thirdString()
  const { clock, places } = setUp(service)
  places.show(notesOf(2000))
  await clock.advance(10)
  expect(service.asked).toHaveLength(1)
  await clock.advance(1000)
  expect(service.asked.map(({ notes }) => notes.length)).toEqual([848, 896, 448])
  for (const index of [0, 799, 800, 1599, 1600, 1999]) expect(places.positionOf(index)?.string).toBe(3)
  expect(places.positionOf(2000)).toBeUndefined()
})

it('notes without a free string are counted and lit on a string already in use', async () => {
  const { solve } = thirdString()
  const { clock, places } = setUp({
    solve(notes, options) {
      const { notes: places, problems } = solve(notes, options)
      return { problems, notes: places.map(found => ({ ...found, position: undefined })) }
    },
  })
  places.show(notesOf(2))
  await clock.advance(100)
  expect([places.positionOf(0), places.litPositionOf(0)]).toEqual([undefined, { string: 1, fret: 0 }])
  expect(places.view.getState()).toMatchObject({ unplaced: 2, frets: undefined })
  places.forget()
  expect(places.view.getState().unplaced).toBe(0)
})

it('pins apply immediately, and the remaining notes are updated after the search', async () => {
  const { clock, places } = setUp(thirdString())
  places.show(notesOf(3))
  await clock.advance(100)
  places.setPins([{ track: 0, note: 1, string: 2 }])
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  expect(places.positionOf(2)).toEqual({ string: 3, fret: 11 })
  expect(places.view.getState()).toMatchObject({ by: 'positions', working: true })
  places.setPins([{ track: 0, note: 1, string: 6 }])
  expect(places.positionOf(1)).toEqual({ string: 3, fret: 10 })
})

it('a pin outside the neck is counted and ignored until it fits again', async () => {
  const { clock, places, setCapo, warnings } = setUp({
    solve: (notes, options) => solve(notes, options, MODEL),
  })
  // B3 and E4 sound together. B3 is pinned to the open second string, which the capo makes unplayable.
  const [low, high] = notesOf(2)
  if (!low || !high) return expect.unreachable()
  places.show([
    { ...low, pitch: 59 },
    { ...high, onset: 0, pitch: 64 },
  ])
  places.setPins([{ track: 0, note: 0, string: 2 }])
  await clock.advance(100)
  expect(places.positionOf(0)).toEqual({ string: 2, fret: 0 })
  expect(places.view.getState().idlePins).toBe(0)
  setCapo(2)
  expect(places.view.getState().idlePins).toBe(1)
  await clock.advance(100)
  expect(places.view.getState()).toMatchObject({ idlePins: 1, unplaced: 0, by: 'positions' })
  expect(places.positionOf(0)?.string).toBeGreaterThan(2)
  setCapo(0)
  await clock.advance(100)
  expect([places.view.getState().idlePins, warnings]).toEqual([0, []])
  expect(places.positionOf(0)).toEqual({ string: 2, fret: 0 })
})

it('opening another song cancels the fingering search', async () => {
  const service = thirdString()
  const { clock, places } = setUp(service)
  places.show(notesOf(5000))
  await clock.advance(20)
  const begun = service.asked.length
  places.show(notesOf(2))
  await clock.advance(5000)
  expect(service.asked.length).toBe(begun + 1)
  expect(places.view.getState()).toMatchObject({ by: 'positions', working: false })
  places.dispose()
  expect(clock.pending).toBe(0)
})

it('positions stay within the visible frets if the neck does not follow the song', async () => {
  const service = thirdString()
  const { clock, places } = setUp(service, { fretMin: 5, fretMax: 9, within: true })
  places.show(notesOf(1))
  expect(places.positionOf(0)).toEqual({ string: 2, fret: 5 })
  await clock.advance(100)
  expect(service.asked[0]?.options.hand).toEqual([{ low: 5, high: 9 }])
})

/** Notes whose file has positions on the second string. */
const written = notesOf(4).map(note => ({
  ...note,
  written: { string: 2, fret: note.pitch - 59, open: 59, fretted: note.pitch },
}))

it('positions from the file are shown immediately and skip the search', async () => {
  const { asked, solve } = thirdString()
  const { clock, places } = setUp({ solve })
  places.show(written)
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  await clock.advance(100)
  expect(places.positionOf(1)).toEqual({ string: 2, fret: 6 })
  expect(places.view.getState()).toMatchObject({ written: 'used', idlePins: 0, frets: { from: 5, to: 8 } })
  expect(asked).toEqual([])
})

it('pins and a requested search override positions from the file', async () => {
  const { clock, places } = setUp(thirdString())
  places.show(written)
  places.setPins([{ track: 0, note: 1, string: 1 }])
  await clock.advance(100)
  expect(places.positionOf(1)).toEqual({ string: 1, fret: 1 })
  expect(places.positionOf(2)).toEqual({ string: 2, fret: 7 })
  places.takeWritten(false)
  await clock.advance(100)
  expect(places.view.getState().written).toBe('ignored')
  expect([1, 2].map(index => places.positionOf(index)?.string)).toEqual([1, 3])
  places.takeWritten(true)
  await clock.advance(100)
  expect(places.positionOf(2)).toEqual({ string: 2, fret: 7 })
})

it('a transposition or capo moves positions from the file along their strings', async () => {
  const { clock, places, setCapo } = setUp(thirdString())
  const strings = () => written.map((_, index) => places.positionOf(index))
  const by = (semitones: number) =>
    written.map(({ pitch, written: { fretted, ...at }, ...note }) => ({
      ...{ ...note, pitch: pitch + semitones },
      written: { ...at, fretted: fretted + semitones },
    }))
  places.show(by(2))
  await clock.advance(100)
  expect(strings()).toEqual([7, 8, 9, 10].map(fret => ({ string: 2, fret })))
  places.show(by(-6))
  await clock.advance(100)
  expect(strings().slice(0, 2)).toEqual([
    { string: 3, fret: 3 },
    { string: 2, fret: 0 },
  ])
  places.show(written)
  setCapo(2)
  await clock.advance(100)
  expect([places.view.getState().written, places.positionOf(0)]).toEqual(['used', { string: 2, fret: 3 }])
})

it('positions from the file are ignored in another tuning', async () => {
  const strings = STANDARD_TUNING.strings.map(pitch => pitch - 1)
  const { clock, places } = setUp(thirdString(), { tuning: { strings } })
  places.show(written)
  await clock.advance(100)
  expect([places.view.getState().written, places.positionOf(0)?.string]).toEqual(['none', 3])
})

const STANDARD: ReachableNeck = { tuning: STANDARD_TUNING, capo: 0, fretMin: 0, fretMax: 5 }

/** Returns the strings chosen for notes given as pitch, start and end. */
function strings(neck: ReachableNeck, ...notes: (readonly [number, number, number])[]) {
  const timed = notes.map(([pitch, onset, end]) => ({ pitch, onset, duration: end - onset }))
  const { positionOf } = lowestFrets(timed, neck)
  return timed.map((_, index) => positionOf(index)?.string)
}
const chord = (...pitches: number[]) => pitches.map(pitch => [pitch, 0, 1] as const)

it('chord notes are placed on different strings', () => {
  expect(strings(STANDARD, ...chord(40, 47, 52, 56, 59, 64))).toEqual([6, 5, 4, 3, 2, 1])
})

it('a new note is not placed on a string that is still sounding', () => {
  expect(strings(STANDARD, [64, 0, 4], [64, 1, 2], [65, 4, 5])).toEqual([1, 2, 1])
})

it('notes are placed within the visible frets if possible', () => {
  expect(strings({ ...STANDARD, fretMin: 5, fretMax: 9 }, ...chord(64))).toEqual([2])
})

it('a note cuts off the previous note if no other string can play it', () => {
  expect(strings(STANDARD, [40, 0, 4], [41, 1, 2])).toEqual([6, 6])
})

it('a chord note without a free string has no position but is lit on a string already in use', () => {
  const crowded = [40, 41].map(pitch => ({ pitch, onset: 0, duration: 1 }))
  const { positionOf, litPositionOf } = lowestFrets(crowded, STANDARD)
  expect([0, 1].map(positionOf)).toEqual([{ string: 6, fret: 0 }, undefined])
  expect([0, 1].map(litPositionOf)).toEqual(positionsNamed('6:0 6:1'))
})

it('positions take the tuning and capo into account', () => {
  const neck = { ...STANDARD, tuning: tuningById(2) ?? STANDARD_TUNING, capo: 2 }
  expect(strings(neck, ...chord(50))).toEqual([5])
})
