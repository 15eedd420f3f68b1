import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../bench/support/random.js'
import { createFollower } from '../../../../src/plugins/practice/following/live.js'
import { alignWhole } from '../../../../src/plugins/practice/following/whole.js'
import type {
  FollowOptions,
  NotePair,
  PlayedNote,
  WrittenNote,
} from '../../../../src/plugins/practice/tokens.js'
import { rows } from '../../../support/rows.js'
import {
  f1,
  plays,
  type Take,
  withExtraNotes,
  withJumpsBack,
  withoutSome,
  withSkips,
  withWrongNotes,
} from '../../../support/students.js'
import { music } from './music.js'

const SONG = music(7, 60)

function follow(song: readonly WrittenNote[], played: readonly PlayedNote[], options?: FollowOptions) {
  const follower = createFollower(song, options)
  const found: (number | undefined)[] = []
  const atOnce: (number | undefined)[] = []
  const lost: boolean[] = []
  for (const note of played) {
    const step = follower.play(note)
    found.push(step.written)
    atOnce.push(step.written)
    lost.push(step.lost)
    for (const { played: earlier, written } of step.revised) found[earlier] = written
  }
  const pairs = found.flatMap((one, other) => (one === undefined ? [] : [[one, other] as const]))
  return { pairs, atOnce, lost }
}

const f1Of = ({ played, truth }: Take) => f1(follow(SONG, played).pairs, truth)
const f1OfWhole = ({ played, truth }: Take, song = SONG) => f1(alignWhole(song, played), truth)

/** Returns the number of beats after each jump until notes are matched correctly. */
function beatsUntilFound(song: readonly WrittenNote[], take: Take): number[] {
  const { atOnce } = follow(song, take.played)
  const writtenOf = new Map(take.truth.map(([written, note]) => [note, written]))
  const beatOf = (note: number) => song[writtenOf.get(note) ?? -1]?.onset
  return take.breaks.map(start => {
    let note = start
    const isFound = (at: number) => writtenOf.has(at) && atOnce[at] === writtenOf.get(at)
    while (note < take.played.length && !(isFound(note) && isFound(note + 1))) note += 1
    return (beatOf(note) ?? Number.POSITIVE_INFINITY) - (beatOf(start) ?? 0)
  })
}

/** Song with one note or chord per beat. `_` holds the previous one. */
const melody = (pitches: string) =>
  pitches
    .split(' ')
    .flatMap((chord, onset) =>
      chord === '_' ? [] : chord.split('+').map(pitch => ({ onset, duration: 1, pitch: Number(pitch) })),
    )
const times = (count: number, pitches: string) => melody(Array(count).fill(pitches).join(' '))

const EQUAL_NOTES: readonly (readonly [string, readonly WrittenNote[]])[] = [
  ['Twinkle, twinkle', melody('60 60 67 67 69 69 67 _ 65 65 64 64 62 62 60')],
  [
    'Jingle Bells',
    melody('64 64 64 _ 64 64 64 _ 64 67 60 62 64 _ _ _ 65 65 65 65 65 64 64 64 64 62 62 64 62 _ 67'),
  ],
  ['two repeated notes', melody('60 60')],
  ['64 repeated notes', times(64, '40')],
  ['repeated notes in the middle', melody('60 62 64 65 65 65 65 65 65 65 67 69 71 72')],
  [
    'runs of eight',
    [40, 45, 43, 38].flatMap((pitch, run) =>
      times(8, `${pitch}`).map(note => ({ ...note, onset: run * 8 + note.onset })),
    ),
  ],
  ['one repeated chord', times(16, '48+52+55')],
  ['power chords', melody('40+47 40+47 40+47 40+47 43+50 43+50 43+50 43+50 45+52 45+52 45+52 45+52')],
]

const MANNERS = [
  ['in time', { jitter: 0 }],
  ['by hand', { jitter: 0.03 }],
  ['a tenth faster', { secondsPerBeat: 0.45 }],
  ['a tenth slower', { secondsPerBeat: 0.55 }],
  ['slowly', { secondsPerBeat: 0.9 }],
] as const

describe.each(EQUAL_NOTES)('following repeated notes: %s', (_, written) => {
  it.each(MANNERS)('every note is matched when played %s', (_, manner) => {
    const { played, truth } = plays(written, manner)
    const byNote = (pairs: readonly NotePair[]) => pairs.toSorted(([, a], [, b]) => a - b)
    expect(alignWhole(written, played)).toEqual(byNote(truth))
    expect(follow(written, played).pairs).toEqual(byNote(truth))
  })

  it.each([
    ['too many', (notes: readonly PlayedNote[], at: number) => notes.toSpliced(at, 0, between(notes, at))],
    ['too few', (notes: readonly PlayedNote[], at: number) => notes.toSpliced(at, 1)],
  ])('playing one note %s leaves a single note unmatched', (_, change) => {
    const { played, truth } = plays(written)
    // Index of the second of two equal pitches.
    const twice = played.findIndex(({ pitch }, index) => pitch === played[index - 1]?.pitch)
    const at = twice < 0 ? 2 : twice
    const heard = change(played, at)
    const paired = Math.min(written.length, heard.length)
    const takes = [alignWhole(written, heard)]
    // When following live, an extra note between equal chords may be an early start of the next chord.
    if (written[0]?.onset !== written[1]?.onset) takes.push(follow(written, heard).pairs)
    for (const pairs of takes) {
      expect(new Set(pairs.map(([one]) => one)).size).toBe(paired)
      expect(pairs).toHaveLength(paired)
    }
    if (heard.length > played.length) return
    const [leftOut] = truth.find(([, note]) => note === at) ?? []
    expect(takes[0]?.map(([one]) => one)).not.toContain(leftOut)
  })
})

const between = (notes: readonly PlayedNote[], at: number): PlayedNote => ({
  onset: ((notes[at - 1]?.onset ?? 0) + (notes[at]?.onset ?? 0)) / 2,
  pitch: notes[at - 1]?.pitch ?? 0,
})

const wobbling = (beat: number) => (beat % 32 < 16 ? 0.4 : 0.75)
const pausing = (beat: number) => (beat > 50 && beat < 51 ? 6 : 0.5)
const mistakes = withExtraNotes(withoutSome(withWrongNotes(plays(SONG), 3), 4), 5)
it.each<[string, Take, least: number, leastAfterwards?: number]>([
  ['wrong, missing and extra notes', mistakes, 0.95, 0.96],
  ['rolled chords', plays(SONG, { roll: 0.06 }), 0.99, 0.99],
  ['swing', plays(SONG, { swing: 0.16 }), 0.99, 0.99],
  ['a tempo that jumps', plays(SONG, { tempoAt: wobbling }), 0.98, 0.99],
  ['a pause', plays(SONG, { tempoAt: pausing }), 0.98, 0.99],
  ['three jumps back', withJumpsBack(SONG, plays(SONG), 2), 0.93],
  ['two passages left out', withSkips(SONG, plays(SONG), 6), 0.95],
])('notes are matched live and afterwards despite %s', (_, take, least, leastAfterwards = 0) => {
  expect(f1Of(take)).toBeGreaterThan(least)
  expect(f1OfWhole(take)).toBeGreaterThan(leastAfterwards)
})

it.each([1, 2])('the follower catches up within four beats after the player jumps (student %i)', seed => {
  const take = plays(SONG, { seed })
  const beats = [
    ...beatsUntilFound(SONG, withJumpsBack(SONG, take, seed)),
    ...beatsUntilFound(SONG, withSkips(SONG, take, seed)),
  ]
  expect(beats).toHaveLength(5)
  expect(Math.max(...beats)).toBeLessThanOrEqual(4)
})

it('the player can start anywhere in the song', () => {
  const { played, truth } = plays(SONG)
  const middle = Math.floor(played.length / 2)
  const found = follow(SONG, played.slice(middle)).pairs
  const wanted = truth
    .filter(([, note]) => note >= middle)
    .map(([one, note]) => [one, note - middle] as const)
  expect(f1(found, wanted)).toBeGreaterThan(0.95)
})

it('the follower loses the player in unrelated music and recovers when the song resumes', () => {
  const random = createRandom(5)
  const { played } = plays(SONG)
  const other = Array.from({ length: 40 }, (_, index) => ({
    onset: 40 + index * 0.2,
    pitch: 30 + random.below(70),
  }))
  const rest = played.slice(60, 120).map(({ onset, pitch }) => ({ onset: onset + 30, pitch }))
  const { lost } = follow(SONG, [...played.slice(0, 60), ...other, ...rest])
  expect(lost.slice(0, 60)).not.toContain(true)
  expect(lost.slice(80, 100).filter(Boolean).length).toBeGreaterThan(10)
  expect(lost.slice(-30)).not.toContain(true)
})

it('identical passages are distinguished by the clock', () => {
  const bar = music(3, 4)
  const song = [0, 1, 2, 3].flatMap(turn => bar.map(note => ({ ...note, onset: note.onset + turn * 16 })))
  const third = bar.map(({ onset, pitch }) => ({ onset: 1 + onset / 2, pitch }))
  const { pairs } = follow(song, third, { clock: seconds => 32 + (seconds - 1) * 2 })
  expect(pairs.filter(([written]) => written >= bar.length * 2 && written < bar.length * 3).length).toBe(
    bar.length,
  )
})

it('each written note is matched at most once, even if passages were repeated', () => {
  const take = withJumpsBack(SONG, plays(SONG), 2)
  const pairs = alignWhole(SONG, take.played)
  expect(new Set(pairs.map(([written]) => written)).size).toBe(pairs.length)
  expect(new Set(pairs.map(([, played]) => played)).size).toBe(pairs.length)
  // Only one pass of each repeated passage is matched.
  expect(pairs.length).toBeGreaterThan(0.97 * SONG.length)
})

it('grace notes are matched with notes played before the beat', () => {
  const song = rows('0 1 60, 1 1 64, 1 0 65, 2 1 65').map(([onset = 0, duration = 0, pitch = 0]) => ({
    ...{ onset, duration, pitch },
  }))
  const played = rows('0 60, 0.42 65, 0.5 64, 1 65').map(([onset = 0, pitch = 0]) => ({ onset, pitch }))
  expect(alignWhole(song, played)).toEqual(rows('0 0, 2 1, 1 2, 3 3'))
})
