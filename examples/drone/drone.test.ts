import { MIDI_EVENT, MIDI_INPUT, MIDI_SOURCES } from '@fretwork/sdk/plugins/midi-io'
import { createTestKernel, expectNoLeaks } from '@fretwork/sdk/testing'
import { PLUGINS as BUILT_IN } from '@fretwork/sdk/testing/plugins'
import { expect, it } from 'vitest'
import { DRONE_PORT } from './create-drone.js'
import drone from './index.js'
import { droneSettings } from './settings.js'

async function playing() {
  const kernel = await createTestKernel({ plugins: [...BUILT_IN, drone] })
  kernel.commands.setContext('loggedIn', true)
  const heard: string[] = []
  const listening = kernel.events.on(MIDI_EVENT, event => {
    if (event.kind === 'note') heard.push(`${event.name} ${event.on ? 'on' : 'off'}`)
  })
  await kernel.commands.execute('drone.toggle')
  return { kernel, heard, listening }
}

it('the drone plays its root and fifth until toggled off', async () => {
  const { kernel, heard } = await playing()
  expect(heard).toEqual(['E2 on', 'B2 on'])
  await kernel.commands.execute('drone.toggle')
  expect(heard.slice(2)).toEqual(['E2 off', 'B2 off'])
  await kernel.platform.clock.advance(10_000)
  expect(heard).toHaveLength(4)
})

it('a changed drone root and strike interval apply to the next strikes', async () => {
  const { kernel, heard } = await playing()
  kernel.settings.store(droneSettings).change({ root: 45, strokeMs: 500 })
  await kernel.platform.clock.advance(2000)
  expect(heard.slice(2)).toEqual(['E2 off', 'B2 off', 'A2 on', 'E3 on'])
  await kernel.platform.clock.advance(500)
  expect(heard).toHaveLength(10)
})

it('the drone is one MIDI input source and falls silent when its plugin is disabled', async () => {
  const { kernel, listening } = await playing()
  expect(kernel.host.extensionsOf(MIDI_SOURCES).getState()).toHaveLength(1)
  expect(kernel.get(MIDI_INPUT).soundingNotes(DRONE_PORT)).toBe(2)
  await kernel.host.disable('drone')
  expect(kernel.host.extensionsOf(MIDI_SOURCES).getState()).toHaveLength(0)
  expect(kernel.get(MIDI_INPUT).soundingNotes(DRONE_PORT)).toBe(0)
  listening.dispose()
  expectNoLeaks(kernel)
})
