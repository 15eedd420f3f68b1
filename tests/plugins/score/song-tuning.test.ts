import { expect, it } from 'vitest'
import { STANDARD_TUNING, TUNINGS } from '../../../src/music/guitar/tunings.js'
import { fittingTuning, tuningInUse } from '../../../src/plugins/score/tablature/song-tuning.js'
import {
  fretText,
  graceBefore,
  lastingTechniques,
  techniqueSigns,
} from '../../../src/plugins/score/ui/lane-bars.js'
import { rows } from '../../support/rows.js'

const STANDARD = { tuning: STANDARD_TUNING, capo: 0 }
const LOW = [62, 57, 53, 48, 43, 38]

it.each([
  [undefined, 'the file has no tuning', undefined, STANDARD],
  [
    undefined,
    'the user has the same tuning',
    { strings: STANDARD_TUNING.strings, capo: 0, used: true },
    STANDARD,
  ],
  ['track', 'the neck uses it', { strings: LOW, capo: 0, used: true }, { ...STANDARD, own: STANDARD }],
  ['mine', 'the user keeps another tuning', { strings: LOW, capo: 0, used: false }, STANDARD],
  [
    'mine',
    'the user keeps another capo',
    { strings: STANDARD_TUNING.strings, capo: 2, used: false },
    STANDARD,
  ],
  [
    undefined,
    'the user keeps the same tuning',
    { strings: STANDARD_TUNING.strings, capo: 0, used: false },
    STANDARD,
  ],
] as const)('tuningInUse returns %s if %s', (inUse, _, track, neck) => {
  expect(tuningInUse(track && { ...track, keepOwn: () => undefined, setCapo: () => undefined }, neck)).toBe(
    inUse,
  )
})

const fitting = (pitches: readonly number[], name = 'Standard', capo = 0) => {
  const tuning = TUNINGS.find(each => each.name === name) ?? expect.unreachable()
  return fittingTuning(pitches, { tuning, capo })?.name
}

it.each([
  ['Half step down', [39, 44, 64], 'Standard', 0],
  ['Drop D', [38, 64], 'Standard', 0],
  ['Drop C', [36, 64], 'Standard', 0],
  ['Drop D', [39], 'Standard', 1],
  ['Bass, drop D', [26], 'Bass, 4 strings', 0],
  [undefined, [20], 'Bass, 4 strings', 0],
  // All notes are already in range, or no tuning covers them all.
  [undefined, [40, 64], 'Standard', 0],
  [undefined, [20, 64], 'Standard', 0],
])('%s is suggested for the pitches %j on %s with a capo at fret %i', (name, pitches, tuning, capo) => {
  expect(fitting(pitches, tuning, capo)).toBe(name)
})

it('no tuning is suggested for a custom tuning', () => {
  const tuning = { id: 'own:1', name: 'Mine', strings: [64, 59, 55, 50, 45, 40] }
  expect(fittingTuning([39], { tuning, capo: 0 })).toBeUndefined()
})

it('techniques are written with standard tablature symbols', () => {
  expect([fretText(5, ['dead']), fretText(12, ['natural-harmonic'])]).toEqual(['×', '‹12›'])
  expect([fretText(5, ['ghost']), techniqueSigns(['hammer-on', 'vibrato'])]).toEqual(['(5)', 'h~'])
  expect(techniqueSigns(['grace'])).toBe('')
})

it('technique lines span their notes, and grace notes come before their main notes', () => {
  const notes = [0, 0, 0.9, 1, 2, 3].map((onset, note) => ({ track: 0, note, onset, duration: 2, pitch: 60 }))
  const rings = [['let-ring'], [], ['grace', 'let-ring'], ['let-ring'], [], ['let-ring']] as const
  const lines = lastingTechniques(notes, index => rings[index])
  expect(lines.map(({ from, to }) => [from, to])).toEqual(rows('0 2, 3 5'))
  expect([1, 2, 3].map(index => graceBefore(notes, at => rings[at], index))).toEqual([
    { onset: 0, before: 0 },
    { onset: 1, before: 1 },
    { onset: 1, before: 0 },
  ])
})
