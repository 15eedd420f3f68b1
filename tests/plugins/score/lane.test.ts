import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSong, type Song } from '../../../src/music/song/song.js'
import { INCLUDED_SONGS, makeSong } from '../../../src/plugins/library/list/included-songs.js'
import { scoreRhythm } from '../../../src/plugins/score/tablature/score-rhythm.js'
import { barRhythm, joined, tupletNumbers } from '../../../src/plugins/score/tablature/tab-rhythm.js'
import {
  barsToDraw,
  beatStart,
  isDrawn,
  pageStart,
  type TabTime,
  tabTime,
} from '../../../src/plugins/score/tablature/tab-time.js'
import { isPerformed, writtenNotes } from '../../../src/plugins/score/tablature/written-notes.js'
import { barLabels } from '../../../src/plugins/score/ui/lane-bars.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'
import { openSongOf } from '../player/songs.js'

const openSong = (header: object, seconds: number) =>
  openSongOf(
    songFrom({ header, tracks: [{ notes: [{ midi: 60, time: 0, duration: seconds, velocity: 1 }] }] }),
  )

/** Song in 4/4 at 120 BPM. */
const plain = (bars: number) => tabTime(openSong({}, bars * 2))

it('tablature positions are measured in quarter notes, regardless of tempo', () => {
  const tempos = [0, 1920].map(ticks => ({ bpm: ticks ? 60 : 120, ticks }))
  const { quarterAt, msAt, starts } = tabTime(openSong({ ppq: 480, tempos }, 2 + 8))
  expect([0, 1000, 2000, 3000, 6000].map(quarterAt)).toEqual([0, 2, 4, 5, 8])
  expect([0, 2, 4, 5, 8].map(msAt)).toEqual([0, 1000, 2000, 3000, 6000])
  expect([...starts]).toEqual([0, 4, 8, 12])
})

it('bars reflect time signature changes', () => {
  const timeSignatures = [
    { ticks: 0, timeSignature: [3, 4] },
    { ticks: 2880, timeSignature: [6, 8] },
  ]
  const { starts, barAt } = tabTime(openSong({ ppq: 480, timeSignatures }, 6))
  expect([...starts]).toEqual([0, 3, 6, 9, 12])
  expect([-1, 0, 2.99, 3, 11.5, 99].map(barAt)).toEqual([0, 0, 0, 1, 3, 3])
})

it('the tablature scrolls smoothly even in a song with few ticks per quarter note', () => {
  const { quarterAt } = tabTime(openSong({ ppq: 24 }, 8))
  const steps = Array.from({ length: 60 }, (_, frame) => quarterAt((frame + 1) * 16) - quarterAt(frame * 16))
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.01)
})

it('the number of bars is limited even if a song claims billions', () => {
  const song = { ...openSong({}, 8), bars: 8e9 }
  const { starts, barAt } = tabTime(song)
  expect([starts.length, [4, 1e12].map(barAt)]).toEqual([100_001, [1, 99_999]])
})

const labels = (time: Pick<TabTime, 'starts' | 'firstBar'>, zoom: number, meters: readonly string[]) => {
  const labelOf = barLabels(time, zoom, quarter => meters[time.starts.indexOf(quarter)] ?? '')
  return meters.map((_, bar) => Object.values(labelOf(bar)).filter(Boolean).join(' '))
}
const timeOf = (firstBar: number, ...starts: number[]) => ({ firstBar, starts: Float64Array.from(starts) })

it('a pickup shows the time signature of the first full bar and no number', () => {
  const greensleeves = timeOf(0, 0, 0.5, 3.5, 6.5)
  expect(labels(greensleeves, 48, ['1/8', '6/8', '6/8'])).toEqual(['6/8', '1', '2'])
  expect(labels(greensleeves, 24, ['1/8', '6/8', '6/8'])).toEqual(['6/8', '', '2'])
})

it('a bar number is omitted only where the previous time signature needs its room', () => {
  const changing = timeOf(11, 0, 1, 5, 9)
  expect(labels(changing, 24, ['1/4', '4/4', '4/4'])).toEqual(['11 1/4', '4/4', '13'])
  expect(labels(changing, 48, ['1/4', '4/4', '4/4'])).toEqual(['11 1/4', '12 4/4', '13'])
})

it('only the visible bars and a margin are drawn, however long the song is', () => {
  const long = plain(2000)
  const drawn = barsToDraw(long, 4000, 16)
  expect(drawn.first).toBeLessThan(1000)
  expect(drawn.last).toBeGreaterThan(1004)
  expect(drawn.last - drawn.first).toBeLessThan(20)
  expect([isDrawn(drawn, long, 4000, 16), isDrawn(drawn, long, 4100, 16)]).toEqual([true, false])
})

it('very narrow bars are drawn in batches', () => {
  const timeSignatures = [{ ticks: 0, timeSignature: [1, 128] }]
  const tiny = tabTime(openSong({ ppq: 480, timeSignatures }, 100))
  const bar = 1 / 32
  const drawn = barsToDraw(tiny, 10, 12)
  expect([drawn.last - drawn.first, isDrawn(drawn, tiny, 10, 12)]).toEqual([160, true])
  expect(isDrawn(drawn, tiny, 10 + 30 * bar, 12)).toBe(true)
  expect(isDrawn(drawn, tiny, 10 + 50 * bar, 12)).toBe(false)
})

it('with reduced motion, the tablature scrolls by whole bars, or by screens in very wide bars', () => {
  const time = plain(4)
  expect([0, 1, 3.9, 4, 9].map(quarter => pageStart(time, quarter, 10))).toEqual([0, 0, 0, 4, 8])
  expect([0, 1, 3.9, 4, 9].map(quarter => pageStart(time, quarter, 2))).toEqual([0, 0, 2, 4, 8])
})

it('with reduced motion, the playhead moves by the beats of the bar, even after a pickup', () => {
  const timeSignatures = [
    { ticks: 0, timeSignature: [1, 8] },
    { ticks: 240, timeSignature: [4, 4] },
  ]
  const time = tabTime(openSong({ ppq: 480, timeSignatures }, 4))
  expect([0, 0.4, 0.5, 1, 1.5, 4.4, 4.5].map(quarter => beatStart(time, quarter))).toEqual([
    0, 0, 0.5, 0.5, 1.5, 3.5, 4.5,
  ])
})

const PPQ = 480
/** Bars in 4/4. */
const TIME = {
  starts: Float64Array.from({ length: 33 }, (_, bar) => bar * 4),
  barAt: (quarter: number) => Math.min(31, Math.max(0, Math.floor(quarter / 4))),
}

/** Simulates human timing: onsets up to `by` quarter notes early or late, the same on every run. */
function played(onsets: readonly number[], by: number) {
  let seed = 7
  return onsets.map(onset => {
    seed = (seed * 16807) % 2147483647
    return { onset: Math.max(0, onset + (seed / 2147483647 - 0.5) * 2 * by) }
  })
}
const every = (step: number, count: number) => Array.from({ length: count }, (_, index) => index * step)
const onsetsOf = (notes: readonly { readonly onset: number }[]) => notes.map(({ onset }) => onset)
const written = (notes: readonly { readonly onset: number }[]) => onsetsOf(writtenNotes(notes, TIME, PPQ))
const rounded = (onsets: readonly number[]) => onsets.map(onset => Math.round(onset * 1e6) / 1e6)

const performedTracks = ({ header: { ppq }, tracks }: Song) =>
  tracks.filter(({ notes }) =>
    isPerformed(
      notes.map(({ ticks }) => ({ onset: ticks / ppq })),
      ppq,
    ),
  )

it.each([
  ['eighths', every(0.5, 60)],
  ['sixteenths', every(0.25, 100)],
  ['triplets', every(1 / 3, 90)],
  ['a shuffle', every(1, 40).flatMap(beat => [beat, beat + 2 / 3])],
])('a live recording of %s is notated as intended', (_, onsets) => {
  const notes = played(onsets, 0.055)
  expect([isPerformed(notes, PPQ), rounded(written(notes))]).toEqual([true, rounded(onsets)])
})

it('a note slightly before a bar line is notated on the downbeat', () => {
  const notes = [...played(every(0.5, 20), 0.05).map(({ onset }) => onset + 4), 15.96].map(onset => ({
    onset,
  }))
  expect(written(notes).at(-1)).toBe(16)
})

it('a rolled chord is notated as one onset, but a fast run is not', () => {
  const notes = [...played(every(0.5, 30), 0.05), { onset: 16.02 }, { onset: 16.05 }, { onset: 16.08 }]
  expect(new Set(written(notes).slice(-3))).toEqual(new Set([16]))
  const run = [...played(every(0.5, 30), 0.05), ...every(0.124, 8).map(at => ({ onset: 16.01 + at }))]
  expect(rounded(written(run).slice(-8))).toEqual(every(0.125, 8).map(at => 16 + at))
})

it.each([
  ['sixteenths and triplets', [...every(0.25, 20), ...every(1 / 3, 20).map(at => at + 5)]],
  ['quintuplets and septuplets', [...every(0.2, 20), ...every(1 / 7, 20).map(at => at + 4)]],
  ['very few notes', [0.11, 0.47, 1.23]],
])('the onsets of %s are not quantized', (_, onsets) => {
  const notes = onsets.map(onset => ({ onset: Math.round(onset * PPQ) / PPQ }))
  expect(isPerformed(notes, PPQ)).toBe(false)
  expect(writtenNotes(notes, TIME, PPQ)).toBe(notes)
})

it('the included songs are not quantized', () => {
  for (const each of INCLUDED_SONGS) expect(performedTracks(makeSong(each)), each.id).toEqual([])
})

const SCORES = resolve('../shared/data/guitar-pro')

describe.skipIf(!existsSync(SCORES))('rhythm from a score', () => {
  const given = async (file: string) => {
    const song = parseSong((await readChecked(readFileSync(resolve(SCORES, file)))).song) as Song
    const bars = (song.score?.bars ?? []).map(({ ticks }) => ticks / song.header.ppq)
    return { song, bars, score: scoreRhythm(song) }
  }

  it('the rhythm strip shows the score’s note values, tuplets and time signatures', async () => {
    const { bars, score } = await given('guitarpro7/tuplets.gp')
    const shown = bars.map(at => {
      const bar = { start: at, end: at + 4, beat: 1 }
      const signs = joined(score?.signs(0, at, at + 4) ?? [], bar)
      return [
        signs.map(({ kind, value }) => `${kind} ${value}`).join(', '),
        ...tupletNumbers(signs).map(({ tuplet }) => tuplet),
      ]
    })
    expect(shown).toEqual([
      ['note 1, note 1, note 1, rest 2', 3],
      ['note 1, note 1, note 1, note 1, note 1', 5],
    ])
    const { score: others, bars: starts } = await given('guitarpro5/serenade.gp5')
    expect([0, 16, 17].map(bar => others?.meterAt(starts[bar] ?? 0))).toEqual(['6/8', '3/8', '6/8'])
  })

  it('strummed notes share a column', async () => {
    const { song, score } = await given('guitarpro5/strokes.gp5')
    const notes = song.tracks[0]?.notes.map(({ midi, ticks }, note) => ({
      ...{ track: 0, note, pitch: midi, onset: ticks / song.header.ppq, duration: 1 },
    }))
    expect(onsetsOf(score?.inColumns(notes ?? []) ?? [])).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 3])
  })
})

describe('rhythm notation below a bar', () => {
  const written = (notes: readonly (readonly [number, number])[], beat = 1, start = 0, end = start + 4) =>
    barRhythm(
      notes.map(([onset, duration]) => ({ onset, duration })),
      { start, end, beat },
    ).map(({ kind, length, beamed }) => `${kind} ${length}${beamed ? '-' : ''}`)

  it.each([
    ['note 1, rest 1, note 0.5-, note 0.5, note 1', '0 0.9, 2 0.5, 2.5 0.4, 3 1'],
    ['note 3, note 0.75-, note 0.25', '0 3, 3 0.7, 3.75 0.2'],
    ['note 2, tied 0.5, note 1.5', '0 2.5, 2.5 1.5'],
  ])('the notes are written as “%s”', (signs, notes) =>
    expect(written(rows<[number, number]>(notes)).join(', ')).toBe(signs),
  )

  it('a bar without notes is written as a rest', () => expect(written([])).toEqual(['rest 4']))

  it('tied notes continue from the previous bar, and 6/8 beams eighths in threes', () => {
    expect(written([[3, 2]], 1, 4)).toEqual(['tied 1', 'rest 3'])
    const eighths = Array.from({ length: 6 }, (_, index) => [index / 2, 0.5] as const)
    expect(written(eighths, 1.5, 0, 3).map(sign => sign.at(-1))).toEqual(['-', '-', '5', '-', '-', '5'])
  })
})
