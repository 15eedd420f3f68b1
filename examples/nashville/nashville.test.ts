import { NECK_VIEW, TUNING_LIST } from '@fretwork/sdk/plugins/fretboard'
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import nashville from './index.js'

async function onTheNeck() {
  const kernel = await createTestKernel({ plugins: [...BUILT_IN, nashville] })
  kernel.commands.setContext('loggedIn', true)
  kernel.commands.setContext('route', '/fretboard')
  await kernel.host.trigger('route:/fretboard')
  const tuning = () => kernel.get(NECK_VIEW).getState().tuning.name
  return { kernel, tuning }
}

it('adds its tunings to those of the table', async () => {
  const { kernel } = await onTheNeck()
  const names = kernel
    .get(TUNING_LIST)
    .getState()
    .map(({ name }) => name)
  expect(names[0]).toBe('Standard')
  expect(names.slice(-2)).toEqual(['Nashville', 'All fifths'])
})

it('tunes the neck, gives it back while it is off, and tunes it again', async () => {
  const { kernel, tuning } = await onTheNeck()
  await kernel.commands.execute('fretboard.set-tuning', { tuning: 'nashville:high-strung' })
  expect(tuning()).toBe('Nashville')
  await kernel.host.disable('nashville')
  expect(tuning()).toBe('Standard')
  await kernel.host.enable('nashville')
  expect(tuning()).toBe('Nashville')
  expectNoLeaks(kernel)
})
