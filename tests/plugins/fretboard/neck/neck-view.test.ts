import { describe, expect, it } from 'vitest'
import { IGNORED, neckView } from '../../../../src/plugins/fretboard/neck/neck-view.js'
import { fretboardSettings } from '../../../../src/plugins/fretboard/settings.js'

const settings = (change: Partial<typeof fretboardSettings.defaults> = {}) => ({
  ...fretboardSettings.defaults,
  ...change,
})
const ignored = (change: Parameters<typeof settings>[0]) =>
  neckView(settings(change)).ignored.map(({ sentence, values }) => ({ sentence, values }))

describe('invalid view settings', () => {
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
})
