import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../../../src/core/kernel/services/tokens.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { PLUGIN_OUTPUTS } from '../../../../src/plugins/midi-io/internal-tokens.js'
import { thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { renderScreen } from '../../../support/render-screen.js'
import { type KernelSetting, makeKernel } from '../support/make-kernel.js'

async function show(setting: KernelSetting = {}) {
  const made = await makeKernel(setting)
  renderScreen(made.kernel, 'midi-io', 'MidiSettings')
  await screen.findByLabelText('Octave offset')
  return { ...made, user: userEvent.setup() }
}

const inside = { id: 'inside', name: 'Inside', manufacturer: '', send: () => undefined }

describe('the drawer MIDI settings', () => {
  it('says which octaves there are, and shows the one in force when a field is left with another thing in it', async () => {
    const { settings, user } = await show()
    const octaves = screen.getByLabelText<HTMLInputElement>('Octave offset')
    await user.clear(octaves)
    await user.type(octaves, '99')
    expect(screen.getByText('Enter a whole number from -10 to 10.')).toBeTruthy()
    expect(settings.getState().midiOctaveOffset).toBe(9)
    await user.tab()
    expect(octaves.value).toBe('9')
    await user.clear(octaves)
    await user.type(octaves, '2')
    expect(settings.getState().midiOctaveOffset).toBe(2)
    expect(screen.queryByText('Enter a whole number from -10 to 10.')).toBeNull()
  })

  it('names a disconnected output if it was connected before', async () => {
    const output = { id: 'gone', name: 'Warm pad', manufacturer: '' }
    const stored = {
      fretworkMidi: JSON.stringify({ version: '1', outputPort: 'gone' }),
      fretworkMidiDevices: JSON.stringify({ version: '1', inputs: [], output }),
    }
    await show({ stored })
    const shown = screen.getByRole('combobox', { name: 'Output' })
    expect(shown).toHaveProperty('value', 'Not connected: Warm pad')
  })
})

it('the output in the drawer MIDI settings can come from a plugin, and the user can search again if no output is connected', async () => {
  const { midi, settings, user } = await show({
    outputs: [],
    overrides: [[PLUGIN_OUTPUTS, createStore([inside])]],
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(midi.requests).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Use “Inside”' }))
  expect(settings.getState().outputPort).toBe('inside')
  await waitFor(() => expect(screen.queryByText(/No output is connected/)).toBeNull())
})

it('MIDI thru in the drawer MIDI settings is off, and shows its filter once it is on', async () => {
  const { kernel, user } = await show()
  const thru = kernel.get(SETTINGS).store(thruSettings)
  const change = async (role: string, name: string) => user.click(screen.getByRole(role, { name }))
  expect(screen.queryByRole('group', { name: 'Channels' })).toBeNull()
  await change('switch', 'MIDI thru')
  expect(thru.getState().on).toBe(true)
  await change('checkbox', 'System-exclusive')
  await change('checkbox', 'GK-3 Guitar')
  await change('button', 'Channel 10')
  expect(thru.getState()).toMatchObject({ sysex: true, withoutInputs: ['gk3'] })
  expect(thru.getState().channels).not.toContain(10)
  expect(screen.getByRole('button', { name: 'Channel 10' }).getAttribute('aria-pressed')).toBe('false')
  await change('button', 'No channel')
  expect(thru.getState().channels).toEqual([])
  await change('button', 'All channels')
  expect(thru.getState().channels).toHaveLength(16)
  await change('switch', 'MIDI thru')
  expect(thru.getState().on).toBe(false)
})
