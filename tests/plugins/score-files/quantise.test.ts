/** Notation of recorded songs. */
import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { solve } from '../../../src/music/fingering/solve.js'
import type { Song } from '../../../src/music/song/song.js'
import { type LooseSong } from '../../../src/music/song/song-schema.js'
import { drawScore } from '../../../src/plugins/score-files/drawing/draw-score.js'
import { engraved, sharpenLeadingNotes } from '../../../src/plugins/score-files/drawing/engraving.js'
import { model } from '../../../src/plugins/score-files/engine.js'
import { readAbc } from '../../../src/plugins/score-files/reading/abc/read-abc.js'
import { buildScore } from '../../../src/plugins/score-files/reading/build-score.js'
import { readChecked } from '../../../src/plugins/score-files/reading/read-score.js'
import type { ReadingGrid } from '../../../src/plugins/score-files/tokens.js'
import { divisionsOf, quantised, valuesOf } from '../../../src/plugins/score-files/writing/quantise.js'
import { withPositions } from '../../../src/plugins/score-files/writing/with-positions.js'
import { writeScore } from '../../../src/plugins/score-files/writing/write-score.js'
import { MODEL } from '../../music/fingering/model.js'
import { rows } from '../../support/rows.js'
import { songFrom } from '../../support/song-from.js'
import { withoutOwn } from './note-facts.js'

const PPQ = 480

/** Builds a song from notes given as onset, length (in quarter notes) and pitch, at 120 BPM. */
function played(notes: readonly (readonly number[])[], header: LooseSong['header'] = {}): Song {
  const timed = notes.map(([onset = 0, length = 0, midi]) => ({
    ...{ midi, ticks: Math.round(onset * PPQ), durationTicks: Math.round(length * PPQ), velocity: 0.7 },
  }))
  return songFrom({ header: { ppq: PPQ, ...header }, tracks: [{ name: 'Guitar', notes: timed }] })
}

/** Returns each beat as note value and pitches: `8 64`, `4. -`, tied notes in brackets, triplets with `t`. */
function written(song: Song, grid: ReadingGrid = 'auto'): string[] {
  const [track] = quantised(song, grid).tracks
  return (track?.staves[0]?.bars ?? []).map(({ voices }) =>
    (voices[0]?.beats ?? [])
      .map(beat => {
        const value = `${beat.duration}${'.'.repeat(beat.dots)}${beat.hasTuplet ? 't' : ''}`
        const pitches = beat.notes.map(({ realValue, isTieDestination }) =>
          isTieDestination ? `(${realValue})` : `${realValue}`,
        )
        return `${value} ${pitches.join('+') || '-'}`
      })
      .join(' | '),
  )
}

it('recorded notes are written at the nearest grid position, with rests between them', () => {
  const song = played(rows('0.02 0.95 60, 1.98 0.5 62, 3.01 0.9 64'))
  expect(written(song)).toEqual(['4 60 | 4 - | 8 62 | 8 - | 4 64'])
})

it('triplets are written if they fit the recording better', () => {
  const third = 1 / 3
  const song = played([0, 1, 2].map(index => [index * third, third, 60 + index] as const))
  expect(written(song)[0]).toMatch(/^8t 60 \| 8t 61 \| 8t 62/)
  expect(written(song, '1/16')[0]).not.toContain('t')
})

it('recorded notes are tied across bar lines', () => {
  expect(written(played([[3, 2, 60]]))).toEqual(['2. - | 4 60', '4 (60) | 2. -'])
})

it('a recording’s meter and pickup are preserved', () => {
  const timeSignatures = rows<[number, number]>('1 8, 6 8').map((timeSignature, index) => ({
    ...{ timeSignature, ticks: index * 240 },
  }))
  const song = played(rows('0 0.5 60, 0.5 1 62'), { timeSignatures })
  expect(written(song)).toEqual(['8 60', '4 62 | 8 - | 4. -'])
  const meters = quantised(song, 'auto').masterBars.map(bar => [bar.timeSignatureNumerator, bar.isAnacrusis])
  expect(meters).toEqual([
    [6, true],
    [6, false],
  ])
  const { pieces } = drawScore(song, { tracks: [0], staves: 'notation', scale: 1 })
  const numbers = pieces.flatMap(({ svg }) =>
    [...svg.matchAll(/>(\d+)\s*<\/text>/g)].map(([, number]) => number),
  )
  expect(numbers).toEqual(['0', '1'])
})

it('triplets share a beam per beat, empty bars get rests, and a detected key sets the signature', () => {
  const tune = readAbc(strToU8('X:1\nM:6/8\nL:1/8\nK:C\nc(3e/f/e/d c>de|x6|'))
  const keys = [{ ticks: 0, tonic: 'C', mode: 'minor' }] as const
  const bars = engraved(buildScore(tune.draft), keys).tracks[0]?.staves[0]?.bars ?? []
  expect(bars.map(({ keySignature }) => keySignature)).toEqual([-3, -3])
  const beats = bars.map(({ voices }) => voices[0]?.beats ?? [])
  const joined = beats[0]?.map(each => each.beamingMode === model.BeatBeamingMode.ForceMergeWithNext)
  expect(joined?.map(Number)).toEqual([1, 0, 0, 1, 0, 0, 0, 0])
  expect(beats[1]?.map(({ isFullBarRest }) => isFullBarRest)).toEqual([true])
})

it('raised notes of a minor key are written as sharps, even in flat keys', () => {
  const keySignatures = [{ ticks: 0, key: 'Bb', scale: 'minor' as const }]
  const score = quantised(played(rows('0 1 66, 1 1 67, 2 1 69, 3 1 70'), { keySignatures }), 'auto')
  sharpenLeadingNotes(score, [])
  const notes = score.tracks[0]?.staves[0]?.bars[0]?.voices[0]?.beats.flatMap(beat => beat.notes) ?? []
  const { ForceSharp, Default } = model.NoteAccidentalMode
  expect(notes.map(note => note.accidentalMode)).toEqual([ForceSharp, Default, Default, Default])
})

it('a note below the lowest string is shown as × in tablature and keeps its pitch', () => {
  const song = played(rows('0 1 38, 1 1 45'))
  const [guitar] = song.tracks
  const placed = guitar?.notes.map(note => (note.midi === 45 ? { ...note, string: 5, fret: 0 } : note))
  const tracks = [{ ...guitar, tuning: [64, 59, 55, 50, 45, 40], notes: placed }] as Song['tracks']
  const { pieces, bars } = drawScore({ ...song, tracks }, { tracks: [0], staves: 'both', scale: 1 })
  expect(pieces.map(({ svg }) => svg.match(/×/g)?.length)).toEqual([1])
  expect(bars[0]?.beats.flatMap(({ notes }) => notes)).toEqual([
    { pitch: 38 },
    { pitch: 45, string: 5, fret: 0 },
  ])
})

it('a quarter note gets the simplest division that fits the notes and the grid', () => {
  expect(divisionsOf([0, 0.25, 0.5], 'auto').get(0)).toBe(4)
  expect(divisionsOf([1, 1.333, 1.667], 'auto').get(1)).toBe(3)
  expect([divisionsOf([0, 0.125], 'auto').get(0), divisionsOf([0, 0.125], '1/8').get(0)]).toEqual([8, 2])
})

const straight = { beat: 1, divisionOf: () => 4 }
const compound = { beat: 1.5, divisionOf: () => 4 }

it('part of a bar is written with as few note values as its beats allow', () => {
  expect(valuesOf(0, 4, straight).map(({ duration }) => duration)).toEqual([1])
  expect(valuesOf(0.5, 2, straight).map(({ duration }) => duration)).toEqual([8, 4])
  expect(valuesOf(0, 0.75, straight)).toMatchObject([{ duration: 8, dots: 1 }])
  // A 6/8 bar has beats of three eighths.
  expect(valuesOf(0, 2, compound)).toMatchObject([
    { duration: 4, dots: 1 },
    { duration: 8, dots: 0 },
  ])
  expect(valuesOf(0, 3, compound)).toMatchObject([{ duration: 2, dots: 1 }])
})

const song = played(rows('0 1 52, 1 1 55, 2 2 59'))

it.each(['musicxml', 'mxl', 'gp'] as const)(
  'the %s export contains the same music with positions',
  async format => {
    const placed = await withPositions(
      song,
      (notes, options) => solve(notes, options, MODEL),
      async () => undefined,
    )
    const bytes = writeScore(placed, format, 'auto')
    const { song: again } = await readChecked(format === 'musicxml' ? withoutOwn(bytes) : bytes)
    const [track] = again.tracks
    expect(track?.tuning).toEqual([64, 59, 55, 50, 45, 40])
    const facts = track?.notes.map(({ midi, ticks = 0, string, fret }) => [midi, ticks / 960, string, fret])
    expect(facts).toEqual(
      placed.tracks[0]?.notes.map(({ midi, ticks, string, fret }) => [midi, ticks / PPQ, string, fret]),
    )
    expect(facts?.every(([, , string]) => string !== undefined)).toBe(true)
  },
)

it('the drawn score contains the position of each beat', () => {
  const { pieces, bars, order } = drawScore(song, { tracks: [0], staves: 'both', scale: 1 })
  expect(pieces[0]?.svg).toMatch(/^<svg /)
  expect(pieces.some(({ svg }) => /#000000/.test(svg))).toBe(false)
  const keySignatures = [{ ticks: 0, key: 'G', scale: 'major' as const }]
  const inG = { ...song, header: { ...song.header, keySignatures } }
  const inKey = (transpose: number) =>
    drawScore(inG, { tracks: [0], staves: 'notation', scale: 1, transpose }).pieces.map(({ svg }) =>
      svg.replace(/class="b\d+"/g, ''),
    )
  expect(inKey(12)).toEqual(inKey(0))
  expect(inKey(2)).not.toEqual(inKey(0))
  expect(order).toEqual([{ quarter: 0, bar: 0 }])
  expect(bars[0]?.beats.map(({ at, notes }) => [at, notes.map(({ pitch }) => pitch)])).toEqual([
    [0, [52]],
    [1, [55]],
    [2, [59]],
  ])
})
