import { expect, it } from 'vitest'
import { scoreOf } from '../../../../src/music/song/song-events.js'
import { barGrid } from '../../../../src/music/song/song-time.js'
import {
  type Click,
  type Course,
  createSongCursor,
  type SongCursor,
} from '../../../../src/plugins/player/playback/song-cursor.js'
import { songOf } from './played-song.js'

/** Creates a cursor over four quarter notes of half a second that ascend from pitch 60. */
function cursorOf(options: Partial<Course> = {}, songMs = 0, clockMs = 0, countIn: readonly Click[] = []) {
  const song = songOf([
    { notes: [0, 1, 2, 3].map((quarter): [number, number, number] => [60 + quarter, quarter / 2, 0.4]) },
  ])
  const course: Course = {
    ...{ score: scoreOf(song), grid: barGrid(song), rate: 1, metronome: false, loop: undefined, holds: [] },
    ...options,
  }
  return { course, cursor: createSongCursor(course, clockMs, songMs, countIn) }
}

/** Takes all cues before a clock time and returns each cue’s kind, or its pitch for a note-on. */
function taken(cursor: SongCursor, beforeMs = Number.POSITIVE_INFINITY): [number, number | string][] {
  const cues: [number, number | string][] = []
  while (cursor.nextDue() < beforeMs) {
    const cue = cursor.take()
    if (cue.kind !== 'event') cues.push([cue.due, cue.kind])
    else if (cue.event.bytes[0] === 0x90) cues.push([cue.due, cue.event.bytes[1] ?? 0])
  }
  return cues
}

it('the cursor returns events with their clock times and stops at the end of the song', () => {
  const { cursor } = cursorOf({ rate: 2 }, 500, 10_000)
  expect(taken(cursor)).toEqual([
    [10_000, 61],
    [10_250, 62],
    [10_500, 63],
    [10_700, 'end'],
  ])
  expect(cursor.halted).toBe(true)
  expect(cursor.nextDue()).toBe(Number.POSITIVE_INFINITY)
})

it('clicks come before notes on the same beat, and the count-in comes before the song', () => {
  const countIn = [
    { due: 100, first: true },
    { due: 600, first: false },
  ]
  const { cursor } = cursorOf({ metronome: true }, 0, 1100, countIn)
  expect(taken(cursor, 2000)).toEqual([
    [100, 'click'],
    [600, 'click'],
    [1100, 'click'],
    [1100, 60],
    [1600, 'click'],
    [1600, 61],
  ])
})

it('the cursor stops at the loop end until it jumps back, and reports positions in both passes', () => {
  const { cursor } = cursorOf({ loop: { fromMs: 500, toMs: 1000 } })
  expect(taken(cursor).at(-1)).toEqual([1000, 'repeat'])
  cursor.jump(1000, 500)
  expect(taken(cursor)).toEqual([
    [1000, 61],
    [1500, 'repeat'],
  ])
  expect([900, 1100].map(cursor.positionAt)).toEqual([900, 600])
})

it.each([
  ['some bars', 1, 3],
  ['one bar', 3, 3],
  ['all bars up to the last one', 2, 4],
])('the cursor returns and awaits only notes in the loop: %s', (_, from, to) => {
  // At 140 BPM bar 4 begins a fraction of a microsecond after its first note.
  const header = { ppq: 192, tempos: [{ ticks: 0, bpm: 60_000_000 / 428_571 }] }
  const bars = [0, 1, 2, 3].map((bar): [number, number, number] => [60 + bar, bar * 1.714284, 1])
  const song = songOf([{ notes: bars }], header)
  const { barStart } = barGrid(song)
  const loop = { fromMs: barStart(from), toMs: barStart(to + 1) }
  const options = { score: scoreOf(song), grid: barGrid(song), loop }
  const pitches = bars.map(([pitch]) => pitch).slice(from - 1, to)
  const plain = cursorOf(options, loop.fromMs).cursor
  for (let round = 0; round < 2; round += 1) {
    expect(taken(plain).map(([, what]) => what)).toEqual([...pitches, 'repeat'])
    plain.jump(0, loop.fromMs)
  }
  const holds = scoreOf(song).notes.map(note => note.atMs)
  const waiting = cursorOf({ ...options, holds }, loop.fromMs).cursor
  const waited = pitches.map(() => {
    const [, what] = taken(waiting).at(-1) ?? []
    waiting.goOn(0)
    return what
  })
  expect(waited).toEqual(pitches.map(() => 'hold'))
  expect(taken(waiting).map(([, what]) => what)).toEqual([pitches.at(-1), 'repeat'])
})

it('the cursor stops at awaited notes and resumes with them', () => {
  const { cursor } = cursorOf({ holds: [500, 1000] })
  expect(taken(cursor)).toEqual([
    [0, 60],
    [500, 'hold'],
  ])
  expect(cursor.heldAt).toBe(500)
  cursor.goOn(8000)
  expect(cursor.heldAt).toBeUndefined()
  expect(taken(cursor)).toEqual([
    [8000, 61],
    [8500, 'hold'],
  ])
})

it('a tempo change at a given time does not move the position at that time', () => {
  const { course, cursor } = cursorOf()
  taken(cursor, 700)
  course.rate = 0.5
  cursor.bend(750)
  expect([700, 750, 950].map(cursor.positionAt)).toEqual([700, 750, 850])
  expect(taken(cursor, 2000)).toEqual([[1250, 62]])
})

it('a beat is clicked only once, even if the tempo changes right after it', () => {
  const { course, cursor } = cursorOf({ metronome: true })
  taken(cursor, 501)
  course.rate = 2
  cursor.bend(500)
  expect(taken(cursor, 751)).toEqual([
    [750, 'click'],
    [750, 62],
  ])
})
