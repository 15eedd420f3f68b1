import { testPlugin } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import rootNotes, { rootMarks } from './index.js'

const SHOWN = {
  strings: [64, 59, 55, 50, 45, 40],
  tuning: 'E Standard',
  capo: 0,
  fretMin: 0,
  fretMax: 5,
  scale: [],
}
const places = (state: Parameters<typeof rootMarks>[0]) =>
  rootMarks(state).map(({ string, fret }) => `${string}:${fret}`)

it('every C in the first five frets is marked, from the capo on, and nothing without a scale', () => {
  expect(places({ ...SHOWN, tonic: 0 })).toEqual(['2:1', '3:5', '5:3'])
  expect(places({ ...SHOWN, capo: 3, tonic: 0 })).toEqual(['1:5', '3:2', '5:0', '6:5'])
  expect(places(SHOWN)).toEqual([])
  expect(places(undefined)).toEqual([])
})

it('the marks follow the scale of the neck', async () => {
  const tested = await testPlugin(rootNotes)
  const before = tested.marks()
  expect(before.length).toBeGreaterThan(0)
  await tested.run('fretboard.set-scale', { tonic: 'E', scale: 'Major' })
  await tested.advance(50)
  expect(tested.marks().map(({ string, fret }) => `${string}:${fret}`)).toContain('1:0')
  tested.stop()
})
