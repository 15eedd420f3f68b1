import { noteOff, noteOn } from '@fretwork/sdk'
import { MIDI_FILTERS, MIDI_INPUT } from '@fretwork/sdk/plugins/midi-io'
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import oneChannel from './index.js'

const E4 = 64

async function listening() {
  const kernel = await createTestKernel({ plugins: [...BUILT_IN, oneChannel] })
  kernel.commands.setContext('loggedIn', true)
  await kernel.host.trigger('route:/fretboard')
  const input = kernel.get(MIDI_INPUT)
  const hears = (bytes: readonly number[]) => input.receive(bytes, { portId: 'guitar' }) !== undefined
  return { kernel, hears }
}

it('all MIDI channels are received until one is chosen, then only that channel', async () => {
  const { kernel, hears } = await listening()
  expect(hears(noteOn(3, E4, 1))).toBe(true)
  await kernel.commands.execute('one-channel.listen-to', { channel: 2 })
  expect(hears(noteOn(3, E4 + 1, 1))).toBe(false)
  expect(hears(noteOn(2, E4, 1))).toBe(true)
  // Notes that are already sounding must be able to end.
  expect(hears(noteOff(3, E4))).toBe(true)
})

it('MIDI messages without a channel pass the filter', async () => {
  const { kernel, hears } = await listening()
  await kernel.commands.execute('one-channel.listen-to', { channel: 2 })
  expect(hears([0xfa])).toBe(true)
})

it('a channel number that MIDI does not have is rejected', async () => {
  const { kernel } = await listening()
  expect(await kernel.commands.execute('one-channel.listen-to', { channel: 17 })).toMatchObject({ ok: false })
})

it('disabling the plugin removes the filter', async () => {
  const { kernel, hears } = await listening()
  await kernel.commands.execute('one-channel.listen-to', { channel: 2 })
  await kernel.host.disable('one-channel')
  expect(hears(noteOn(3, E4, 1))).toBe(true)
  const filters = kernel.host.extensionsOf(MIDI_FILTERS).getState()
  expect(filters.map(({ id }) => id)).not.toContain('one-channel.filter')
  expectNoLeaks(kernel)
})
