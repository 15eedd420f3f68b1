import { NECK_LAYERS } from '@fretwork/sdk/plugins/fretboard'
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import rootNotes from './index.js'
import { rootMarks } from './root-marks.js'

const STANDARD = { strings: [64, 59, 55, 50, 45, 40] }
const SHOWN = { tuning: STANDARD, capo: 0, fretMin: 0, fretMax: 5, scale: { tonic: 'C' } }

const places = (shown: typeof SHOWN) => rootMarks(shown).map(({ string, fret }) => `${string}:${fret}`)

it('root pins mark every C in the first frets', () => {
  expect(places(SHOWN)).toEqual(['2:1', '3:5', '5:3'])
})

it('root pins count frets from the capo', () => {
  expect(places({ ...SHOWN, capo: 3 })).toEqual(['1:5', '3:2', '5:0', '6:5'])
})

it('no root pins are shown without a scale', () => {
  expect(places({ ...SHOWN, scale: { tonic: '' } })).toEqual([])
})

it('root pins appear when the fretboard opens, follow the scale and are removed with the plugin', async () => {
  const kernel = await createTestKernel({ plugins: [...BUILT_IN, rootNotes] })
  await kernel.host.trigger('route:/fretboard')
  // Other plugins also add neck layers.
  const layer = () =>
    kernel.host
      .extensionsOf(NECK_LAYERS)
      .getState()
      .find(({ id }) => id === 'root-notes.pins')
  const pinned = () => layer()?.marks.getState().length
  expect(pinned()).toBe(3)
  kernel.commands.setContext('loggedIn', true)
  kernel.commands.setContext('route', '/fretboard')
  await kernel.commands.execute('fretboard.set-scale', { tonic: 'E', scale: 'Major' })
  expect(pinned()).toBe(4)
  await kernel.host.disable('root-notes')
  expect(layer()).toBeUndefined()
  expectNoLeaks(kernel)
})
