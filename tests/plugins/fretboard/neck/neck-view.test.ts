import { expect, it } from 'vitest'
import { chordMarks } from '../../../../src/plugins/fretboard/chords/chord-marks.js'
import { IGNORED, neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'

const settings = (change: Partial<typeof fretboardSettings.defaults> = {}) => ({
  ...fretboardSettings.defaults,
  ...change,
})
const ignored = (change: Parameters<typeof settings>[0]) =>
  neckView(settings(change)).ignored.map(({ sentence, values }) => ({ sentence, values }))

it('frets beyond the neck are ignored, and the message mentions the capo', () => {
  expect(ignored({ capo: 12, fretMax: 24 })).toEqual([
    {
      sentence: IGNORED.fretsWithCapo,
      values: { from: 0, to: 24, shownFrom: 0, shownTo: 12, capo: 12, last: 12 },
    },
  ])
})

it('an unknown scale is reported, and the neck shows no scale', () => {
  const view = neckView(settings({ scale: 'H Mol' }))
  expect(view.scale.notes.some(note => note.inScale)).toBe(false)
  expect(view.ignored).toEqual([{ sentence: IGNORED.scale, values: { scale: 'H Mol' } }])
  expect(view.fretMax).toBe(5)
})

it('an unknown tuning falls back to standard tuning', () => {
  for (const tuningId of [-1, 999, 1.5]) {
    const view = neckView(settings({ tuningId }))
    expect(view.tuning.name).toBe('Standard')
    expect(view.ignored).toEqual([{ sentence: IGNORED.tuning, values: { id: tuningId } }])
  }
})

it('a reversed fret range is swapped and limited to the neck', () => {
  expect(neckView(settings({ fretMin: 7, fretMax: 3 }))).toMatchObject({ fretMin: 3, fretMax: 7 })
  expect(neckView(settings({ fretMin: -4, fretMax: 99 }))).toMatchObject({ fretMin: 0, fretMax: 24 })
  expect(neckView(settings({ capo: 4, fretMax: 24 }))).toMatchObject({ fretMin: 0, fretMax: 20 })
  expect(ignored({ fretMin: 7, fretMax: 3, capo: -1 })).toEqual([
    { sentence: IGNORED.capo, values: { fret: -1, limit: 12 } },
    { sentence: IGNORED.frets, values: { from: 7, to: 3, shownFrom: 3, shownTo: 7 } },
  ])
})

const view = (change: Parameters<typeof settings>[0]) => neckView(settings(change))

it('the fret range widens to include the whole scale position', () => {
  const shown = view({ scale: 'G Major', positions: 'caged', position: 3 })
  expect(shown.position).toMatchObject({ kind: 'caged', name: 'C', index: 3, total: 5 })
  expect([[shown.fretMin, shown.fretMax], shown.ignored]).toEqual([[0, 10], []])
})

it('a chord can be shown over the scale, and an unknown chord is reported', () => {
  expect(view({ chord: 'Am7' }).chord?.tones.map(tone => tone.name)).toEqual(['A', 'C', 'E', 'G'])
  const odd = view({ chord: 'Zorro' })
  expect(odd.chord).toBeUndefined()
  expect(odd.ignored).toEqual([{ sentence: IGNORED.chord, values: { chord: 'Zorro' } }])
})

it('every chord tone on the neck is labeled with its degree', () => {
  const marks = chordMarks(view({ chord: 'C' }))
  const at = (string: number, fret: number) =>
    marks.find(mark => mark.string === string && mark.fret === fret)?.label
  expect([at(5, 3), at(6, 0), at(6, 3), at(6, 1)]).toEqual(['1', '3', '5', undefined])
  expect(chordMarks(view({}))).toEqual([])
})
