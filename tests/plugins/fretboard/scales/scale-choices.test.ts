import { expect, it } from 'vitest'
import { paletteOf } from '../../../../cli/commands/run/search.js'
import { fretboardKernel } from '../fakes.js'

/** What the palette offers first, and with which values, where notes are called like this. */
async function palette(names: string) {
  const { kernel } = await fretboardKernel()
  await kernel.commands.execute('fretboard.set-note-names', { names })
  const { search } = await paletteOf(kernel)
  return (typed: string) => {
    const [hit] = search.search(typed, 1).hits
    return [hit?.name, ...Object.values(hit?.args ?? {})].join(' | ')
  }
}

it('with German note names, B is B flat, H is B, and the palette calls them so', async () => {
  const first = await palette('german')
  expect(first('B-Dur')).toBe('Choose scale: B Major | Bb | Major')
  expect(first('b major')).toBe('Choose scale: B Major | Bb | Major')
  expect(first('H-Dur')).toBe('Choose scale: H Major | B | Major')
  expect(first('fis-Moll')).toBe('Choose scale: Fis Minor | F# | Minor')
  expect(first('f# minor')).toBe('Choose scale: Fis Minor | F# | Minor')
  expect(first('B flat major')).toBe('Choose scale: B Major | Bb | Major')
})

it('with English note names, B is B, and other names of a tonic are found', async () => {
  const first = await palette('english')
  expect(first('b major')).toBe('Choose scale: B Major | B | Major')
  expect(first('Bb major')).toBe('Choose scale: B♭ Major | Bb | Major')
  expect(first('fis-Moll')).toBe('Choose scale: F♯ Minor | F# | Minor')
})

it('takes a key written as a chord, or without a space, for a tonic and a scale', async () => {
  const first = await palette('english')
  expect(first('am pentatonic')).toBe('Choose scale: A Minor Pentatonic | A | Minor Pentatonic')
  expect(first('f#m')).toBe('Choose scale: F♯ Minor | F# | Minor')
  expect(first('cismoll')).toBe('Choose scale: C♯ Minor | C# | Minor')
  expect(first('chromatische')).toBe('Choose scale: C Chromatic | C | Chromatic')
})
