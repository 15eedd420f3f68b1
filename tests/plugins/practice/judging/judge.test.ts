import { expect, it } from 'vitest'
import { createFollower } from '../../../../src/plugins/practice/following/live.js'
import { createJudge, type JudgeOptions } from '../../../../src/plugins/practice/judging/judge.js'
import type { JudgedNote, Struck } from '../../../../src/plugins/practice/judging/judged-notes.js'
import type { Verdict } from '../../../../src/plugins/practice/tokens.js'

const BEAT_MS = 500

const noteAt = (beat: number, pitch: number, shown: number): JudgedNote => ({
  ...{ shown, onset: beat, duration: 1, pitch, string: 2 },
  ...{ atMs: beat * BEAT_MS, bar: 1 + Math.floor(beat / 4) },
})

/** Eight scale notes, one per beat, and a four-note chord on beat 9. */
const NOTES = [60, 62, 64, 65, 67, 69, 71, 72]
  .map((pitch, beat) => noteAt(beat, pitch, beat))
  .concat([48, 55, 60, 64].map((pitch, at) => noteAt(8, pitch, 8 + at)))

const OPTIONS: JudgeOptions = { windowMs: 100, chord: 'all', strictOctaves: true, strictStrings: false }

type Note = readonly [songMs: number, pitch: number, more?: Partial<Struck>]

function judge(played: readonly Note[], options: Partial<JudgeOptions> = {}, notes = NOTES) {
  const judged = createJudge({ notes, options: { ...OPTIONS, ...options } })
  for (const [songMs, pitch, more] of played.toSorted((a, b) => a[0] - b[0])) {
    judged.pass(songMs)
    judged.take({ pitch, atMs: 10_000 + songMs, songMs, rate: 1, ...more })
  }
  judged.end(Number.POSITIVE_INFINITY)
  return judged
}

const all: readonly Note[] = NOTES.map(({ atMs, pitch }) => [atMs, pitch])
const without = (note: number) => all.filter((_, index) => index !== note)
const faults = ({ verdicts }: { verdicts: ReadonlyMap<number, Verdict> }) =>
  [...verdicts.values()].filter(({ kind }) => kind !== 'hit')

it.each([
  [-140, 'early'],
  [-90, 'hit'],
  [90, 'hit'],
  [140, 'late'],
])('a note %i ms off the beat is rated %s', (byMs, kind) => {
  const judged = judge([...without(3), [3 * BEAT_MS + byMs, 65]])
  expect(judged.verdicts.get(3)).toMatchObject({ kind, byMs, windowMs: 100, wanted: 65, heard: 65, bar: 1 })
  expect(faults(judged)).toHaveLength(kind === 'hit' ? 0 : 1)
})

it('timing errors are reported in real time, even if the song plays slowly', () => {
  const judged = createJudge({ notes: NOTES, options: OPTIONS })
  judged.take({ pitch: 62, atMs: 0, songMs: BEAT_MS + 60, rate: 0.5 })
  expect(judged.verdicts.get(1)).toMatchObject({ kind: 'late', byMs: 120 })
})

it('a wrong note is immediately matched with the expected note', () => {
  const judged = createJudge({ notes: NOTES, options: OPTIONS })
  judged.take({ pitch: 66, atMs: 0, songMs: 3 * BEAT_MS + 20, rate: 1 })
  expect(judged.verdicts.get(3)).toMatchObject({ kind: 'wrong', reason: 'pitch', wanted: 65, heard: 66 })
})

it('a wrong note delivered late replaces the expected note’s “missed” verdict', () => {
  const judged = createJudge({ notes: NOTES, options: OPTIONS })
  judged.pass(5 * BEAT_MS)
  expect(judged.verdicts.get(3)).toMatchObject({ kind: 'missed' })
  judged.take({ pitch: 66, atMs: 0, songMs: 3 * BEAT_MS + 20, rate: 1 })
  expect(judged.verdicts.get(3)).toMatchObject({ kind: 'wrong', wanted: 65, heard: 66 })
  expect(judged.extras.size).toBe(0)
  expect(judged.latest(64).filter(({ wanted }) => wanted === 65)).toMatchObject([{ kind: 'wrong' }])
})

it('missed and extra notes are reported', () => {
  const judged = judge([...without(5), [2.5 * BEAT_MS, 90]])
  expect(faults(judged)).toMatchObject([{ kind: 'missed', reason: 'missed', wanted: 69 }])
  expect([...judged.extras.values()]).toMatchObject([{ kind: 'extra', reason: 'extra', heard: 90 }])
  const again = judge([
    [0, 60],
    [20, 60],
  ])
  expect([...again.extras.values()]).toMatchObject([{ reason: 'twice', heard: 60 }])
})

it('repeated notes are matched in order, even if all of them are late', () => {
  const repeated = [0, 1, 2, 3, 4, 5, 6, 7].map(turn => noteAt(turn / 4, 60, turn))
  const late = repeated.map(({ atMs }): Note => [atMs + 55, 60])
  const judged = judge(late, {}, repeated)
  expect([...judged.verdicts.values()].map(({ byMs }) => byMs)).toEqual(repeated.map(() => 55))
})

it('every chord note is rated, and the chord may be rolled', () => {
  const chord = 8 * BEAT_MS
  const roll = [48, 55, 60, 64].map((pitch, index): Note => [chord + index * 50, pitch])
  const rolled = judge([...all.slice(0, 8), ...roll])
  expect(faults(rolled)).toEqual([])
  const half = judge([...all.slice(0, 8), [chord, 48], [chord, 64]])
  expect(faults(half).map(({ wanted }) => wanted)).toEqual([55, 60])
})

it.each([
  ['most', [48, 55, 60], 0],
  ['most', [48, 55], 2],
  ['one', [60], 0],
  ['one', [], 4],
] as const)('with the chord setting “%s”, playing %j leaves %i notes missed', (chord, pitches, missed) => {
  const played = pitches.map((pitch): Note => [8 * BEAT_MS, pitch])
  expect(faults(judge([...all.slice(0, 8), ...played], { chord }))).toHaveLength(missed)
})

it('a note in another octave is correct if octaves are not required', () => {
  const played: Note[] = [...without(2), [2 * BEAT_MS, 76]]
  expect(judge(played).verdicts.get(2)).toMatchObject({ kind: 'wrong', reason: 'octave', heard: 76 })
  expect(judge(played, { strictOctaves: false }).verdicts.get(2)).toMatchObject({ kind: 'hit' })
})

it('a note on another string is correct if strings are not required', () => {
  const played: Note[] = [...without(2), [2 * BEAT_MS, 64, { string: 3 }]]
  const strict = judge(played, { strictStrings: true }).verdicts.get(2)
  expect(strict).toMatchObject({ kind: 'wrong', reason: 'string' })
  expect(judge(played).verdicts.get(2)).toMatchObject({ kind: 'hit' })
})

it.each([
  ['an extra string', 3 * BEAT_MS + 200, 5, { kind: 'extra' }],
  ['the string of the written note', 3 * BEAT_MS, 2, { kind: 'wrong', wanted: 65 }],
])('%s that rings open is named', (_, songMs, string, verdict) => {
  const judged = createJudge({ notes: NOTES, options: OPTIONS, isOpenString: pitch => pitch === 59 })
  judged.take({ pitch: 59, atMs: 0, songMs, rate: 1, string })
  expect([...judged.verdicts.values(), ...judged.extras.values()]).toMatchObject([
    { ...verdict, reason: 'open', heard: 59, string },
  ])
})

it('clock jumps do not affect the results', () => {
  const judged = createJudge({ notes: NOTES, options: OPTIONS })
  for (const songMs of [0, 500, -90_000, 1000, 9e9, Number.NaN, 1500]) {
    judged.take({ pitch: 60, atMs: songMs, songMs, rate: 1 })
    judged.pass(songMs)
  }
  judged.end(Number.POSITIVE_INFINITY)
  expect(judged.verdicts.get(0)).toMatchObject({ kind: 'hit' })
  expect(judged.verdicts.size).toBe(NOTES.length)
})

function follow(times: (beat: number) => number, pitches = NOTES.slice(0, 8).map(({ pitch }) => pitch)) {
  const notes = NOTES.slice(0, 8)
  const judged = createJudge({ notes, options: OPTIONS, follower: createFollower(notes) })
  for (const [beat, pitch] of pitches.entries())
    judged.take({ pitch, atMs: times(beat), songMs: undefined, rate: 1 })
  judged.pass(undefined)
  return judged
}

it('any steady tempo is correct', () => {
  const judged = follow(beat => 4000 + beat * 812)
  expect([...judged.verdicts.values()].map(({ kind }) => kind)).toEqual(Array(8).fill('hit'))
})

it('a note that is late relative to the player’s tempo is reported', () => {
  const judged = follow(beat => beat * 600 + (beat === 5 ? 160 : 0))
  expect(judged.verdicts.get(5)).toMatchObject({ kind: 'late', reason: 'late' })
  expect(judged.verdicts.get(5)?.byMs).toBeCloseTo(160, 0)
})

it.each([
  ['eight times', [0, 1, 2, 3, 4, 5, 6, 7], 0, 0],
  ['nine times', [0, 1, 2, 3, 3.5, 4, 5, 6, 7], 0, 1],
  ['seven times', [0, 1, 2, 3, 5, 6, 7], 1, 0],
])('a note written eight times and played %s is matched beat by beat', (_, beats, missed, extras) => {
  const notes = NOTES.slice(0, 8).map(note => ({ ...note, pitch: 40 }))
  const played = beats.map((beat): Note => [beat * BEAT_MS, 40])
  const judged = judge(played, {}, notes)
  expect(faults(judged)).toMatchObject(Array(missed).fill({ kind: 'missed', songMs: 4 * BEAT_MS }))
  expect([...judged.extras.values()]).toMatchObject(Array(extras).fill({ songMs: 3.5 * BEAT_MS }))
})
