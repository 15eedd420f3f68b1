// Time in bars and beats for plugins: of the open song, and of the metronome where no song is open.
import { expect, it } from 'vitest'
import metronome from '../../../../src/plugins/metronome/index.js'
import { METRONOME } from '../../../../src/plugins/metronome/tokens.js'
import {
  MUSICAL_TRANSPORT,
  type MusicalBeat,
  PLAYBACK_SETTINGS,
} from '../../../../src/plugins/player/tokens.js'
import { songKernel } from '../song-kernel.js'
import { fileOf, openFile } from '../songs.js'

/** Two bars of 3/4 at 60 quarters a minute, then 6/8 at 120. */
const SONG = JSON.stringify({
  header: {
    name: 'Waltz',
    ppq: 480,
    tempos: [
      { ticks: 0, bpm: 60 },
      { ticks: 2880, bpm: 120 },
    ],
    timeSignatures: [
      { ticks: 0, timeSignature: [3, 4] },
      { ticks: 2880, timeSignature: [6, 8] },
    ],
  },
  tracks: [
    {
      ...{ name: 'Guitar', channel: 0, instrument: { number: 24 } },
      notes: [{ midi: 60, ticks: 0, durationTicks: 7200, time: 0, duration: 10.5, velocity: 1 }],
    },
  ],
})

async function playing() {
  const { kernel, session, sent } = await songKernel({ more: [metronome] })
  const transport = kernel.get(MUSICAL_TRANSPORT)
  const clock = kernel.platform.clock
  const beats: (MusicalBeat & { heardAt: number })[] = []
  const listening = transport.onBeat(beat => beats.push({ ...beat, heardAt: clock.now() }))
  const open = () => openFile(session, fileOf('waltz.json', SONG))
  const counted = () => beats.map(({ bar, beat, atMs }) => [`${bar}.${beat}`, Math.round(atMs)])
  return { kernel, session, sent, transport, clock, beats, counted, listening, open }
}

it('announces each beat ahead of its sound, across changes of tempo and time signature', async () => {
  const { session, clock, open, beats, counted } = await playing()
  await open()
  const begin = clock.now()
  session.play()
  await clock.advance(7000)
  expect(counted().map(([name, at]) => [name, Number(at) - begin])).toEqual([
    ['1.1', 0],
    ['1.2', 1000],
    ['1.3', 2000],
    ['2.1', 3000],
    ['2.2', 4000],
    ['2.3', 5000],
    ['3.1', 6000],
    ['3.2', 6250],
    ['3.3', 6500],
    ['3.4', 6750],
    ['3.5', 7000],
  ])
  expect(beats.slice(1).every(({ atMs, heardAt }) => atMs - heardAt > 50 && atMs - heardAt <= 100)).toBe(true)
  expect(beats.at(-1)).toMatchObject({ lengthMs: 250, timeSignature: [6, 8] })
})

it('clicks only if the metronome of the song is on', async () => {
  const { session, clock, open, sent } = await playing()
  await open()
  session.play()
  await clock.advance(3000)
  expect(sent.filter(([status = 0]) => status === 0x99)).toEqual([])
})

it('follows the tempo at which the song is played, and a loop', async () => {
  const { kernel, session, transport, clock, open, counted } = await playing()
  await open()
  kernel.get(PLAYBACK_SETTINGS).setTempo(200)
  kernel.get(PLAYBACK_SETTINGS).setLoop({ from: 2, to: 2 })
  kernel.get(PLAYBACK_SETTINGS).setLooping(true)
  session.seek(3000)
  const begin = clock.now()
  session.play()
  await clock.advance(1800)
  expect(transport.time.getState()).toMatchObject({ source: 'song', playing: true, bpm: 120 })
  expect(counted().map(([name, at]) => [name, Number(at) - begin])).toEqual([
    ['2.1', 0],
    ['2.2', 500],
    ['2.3', 1000],
    ['2.1', 1500],
  ])
})

it('names the first beats of bars', async () => {
  const { session, transport, clock, open } = await playing()
  const bars: number[] = []
  transport.onBar(({ bar }) => bars.push(bar))
  await open()
  session.play()
  await clock.advance(6100)
  expect(bars).toEqual([1, 2, 3])
})

it('says where it is in bars, beats and ticks, playing or not', async () => {
  const { session, transport, clock, open } = await playing()
  expect(transport.position()).toEqual({ bar: 1, beat: 1, tick: 0 })
  await open()
  session.seek(4500)
  expect(transport.position()).toEqual({ bar: 2, beat: 2, tick: 240 })
  session.play()
  await clock.advance(1625)
  expect(transport.position()).toEqual({ bar: 3, beat: 1, tick: 120 })
  expect(transport.time.getState()).toEqual({
    ...{ source: 'song', playing: true, bpm: 120, timeSignature: [6, 8], ticksPerQuarter: 480 },
  })
})

it('notifies of each change of tempo and time signature, as it sounds', async () => {
  const { session, transport, clock, open, listening } = await playing()
  listening.dispose()
  await open()
  const begin = clock.now()
  const changes: unknown[] = []
  const stop = transport.time.subscribe(({ bpm, playing: isPlaying }, before) => {
    if (bpm !== before.bpm || isPlaying !== before.playing)
      changes.push([clock.now() - begin, bpm, isPlaying])
  })
  session.play()
  await clock.advance(6500)
  session.stop()
  await clock.advance(0)
  expect(changes).toEqual([
    [0, 60, true],
    [6000, 120, true],
    [6500, 120, false],
  ])
  stop()
})

it('gives the same object until something changes, so that a screen can show it', async () => {
  const { transport, open } = await playing()
  await open()
  expect(transport.time.getState()).toBe(transport.time.getState())
})

it('converts between seconds and bars of the open song', async () => {
  const { transport, open } = await playing()
  expect(transport.secondsAt({ bar: 2, beat: 1 })).toBeUndefined()
  expect(transport.positionAt(3)).toBeUndefined()
  await open()
  expect(transport.secondsAt({ bar: 2, beat: 1 })).toBeCloseTo(3)
  expect(transport.secondsAt({ bar: 3, beat: 3, tick: 120 })).toBeCloseTo(6.625)
  expect(transport.positionAt(6.625)).toEqual({ bar: 3, beat: 3, tick: 120 })
  expect(() => transport.secondsAt({ bar: 0, beat: 1 })).toThrow('count bars and beats from 1')
})

it('keeps the time of the metronome while no song is open', async () => {
  const { kernel, transport, clock, counted } = await playing()
  await kernel.host.activate('metronome')
  const { beginAt } = await kernel.get(METRONOME).start()
  await clock.advance(1400)
  expect(transport.time.getState()).toMatchObject({
    source: 'metronome',
    playing: true,
    timeSignature: [4, 4],
  })
  const [first, second] = counted()
  expect(first).toEqual(['1.1', Math.round(beginAt)])
  expect(second?.[0]).toBe('1.2')
  expect(transport.position()).toMatchObject({ bar: 1 })
  kernel.get(METRONOME).stop()
  expect(transport.time.getState()).toMatchObject({ source: undefined, playing: false })
})

it('goes on when a listener throws, and announces nothing to one that is gone', async () => {
  const { session, transport, clock, open, beats, listening } = await playing()
  transport.onBeat(() => {
    throw new Error('broken')
  })
  await open()
  session.play()
  await clock.advance(1500)
  expect(session.view.getState().playing).toBe(true)
  const before = beats.length
  expect(before).toBeGreaterThan(1)
  listening.dispose()
  await clock.advance(1500)
  expect(beats).toHaveLength(before)
})
