import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import '../../../../src/plugins/midi-io/ui/device-status.js'
import '../../../../src/plugins/midi-io/ui/log-section.js'
import { SETTINGS } from '../../../../src/core/kernel/tokens.js'
import { createStore } from '../../../../src/core/platform/store.js'
import { PLUGIN_OUTPUTS } from '../../../../src/plugins/midi-io/output/output-targets.js'
import { DEFAULT_SETUP, thruSettings } from '../../../../src/plugins/midi-io/settings.js'
import { renderScreen } from '../../../support/render-screen.js'
import { GK3, type KernelSetting, makeKernel } from '../support/make-kernel.js'

async function show(setting: KernelSetting = {}) {
  const made = await makeKernel(setting)
  const rendered = renderScreen(made.kernel, 'midi-io', 'DeviceStatus')
  await screen.findByText('MIDI:', { exact: false })
  renderScreen(made.kernel, 'midi-io', 'MidiLog')
  await screen.findByRole('textbox', { name: 'Filter the log' })
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(row =>
        within(row)
          .getAllByRole('cell')
          .map(cell => cell.textContent),
      )
  return { ...made, ...rendered, rows, user: userEvent.setup() }
}

it('without devices, the panel explains how to connect one and lists alternatives', async () => {
  const { kernel } = await show({ inputs: [], outputs: [] })
  expect(await screen.findByText('No device')).toBeTruthy()
  expect(screen.getByText(/No MIDI input connected/).closest('details')?.open).toBe(false)
  expect(screen.getByRole('switch', { name: 'Computer keyboard' })).toBeTruthy()
  expect(kernel.commands.holds('!midi-io.inputs')).toBe(true)
  renderScreen(kernel, 'midi-io', 'PlayAndPractice')
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/practice/train')
})

it.each([true, false])(
  'a denied permission shows an explanation and can be requested again (known device: %s)',
  async known => {
    const inputs = known ? [{ ...GK3, ...DEFAULT_SETUP }] : []
    const stored = { fretworkMidiDevices: JSON.stringify({ version: '1', inputs, output: null }) }
    const { midi, user } = await show({ permission: 'prompt', prompt: 'deny', stored })
    const text = await screen.findByText(/MIDI is blocked for this page/)
    expect(text.closest('details')?.open).toBe(known)
    midi.setPermission('granted')
    if (!known) await user.click(screen.getByText('Connect a MIDI device'))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('GK-3 Guitar')).toBeTruthy()
  },
)

it('the log renders only visible rows until it is scrolled', async () => {
  const { clock, input, rows } = await show()
  for (let index = 0; index < 50; index += 1)
    input.receive([index % 2 === 0 ? 0x90 : 0x80, 60, 96], { portId: 'neck' })
  await act(() => clock.advance(1100))
  expect([rows().length, screen.getByRole('table').getAttribute('aria-rowcount')]).toEqual([24, '51'])
  const box = screen.getByRole('region', { name: 'Latest 100 events' })
  fireEvent.scroll(box, { target: { scrollTop: 40 } })
  expect(rows()).toHaveLength(50)
  fireEvent.scroll(box, { target: { scrollTop: 0 } })
  expect(rows()).toHaveLength(24)
})

it('the log can be filtered, paused and cleared', async () => {
  const { clock, input, rows, user } = await show()
  input.receive([0x90, 60, 96], { portId: 'neck' })
  input.receive([0x90, 64, 96], { portId: 'neck' })
  await act(() => clock.advance(16))
  await user.type(screen.getByRole('textbox', { name: 'Filter the log' }), 'e4')
  await waitFor(() => expect(rows().map(row => row[3])).toEqual(['E4']))
  await user.clear(screen.getByRole('textbox', { name: 'Filter the log' }))
  await user.click(screen.getByRole('button', { name: 'Pause the log' }))
  input.receive([0x90, 67, 96], { portId: 'neck' })
  await act(() => clock.advance(200))
  expect(rows()).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Resume the log' }))
  await waitFor(() => expect(rows()).toHaveLength(3))
  await user.click(screen.getByRole('button', { name: 'Clear the log' }))
  expect(await screen.findByText('No MIDI events yet.')).toBeTruthy()
})

it('a log line keeps focus while new lines arrive and can be copied until it is dropped', async () => {
  const { clock, input, files, user } = await show()
  for (const note of [60, 62, 64]) input.receive([0x90, note, 96], { portId: 'neck' })
  await act(() => clock.advance(16))
  const box = screen.getByRole('region', { name: 'Latest 100 events' })
  act(() => box.focus())
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
  const line = screen.getByRole('button', { name: 'Copy log entry 12:00:00:000 D4' })
  expect(document.activeElement).toBe(line)
  for (let index = 0; index < 50; index += 1) input.receive([0xb0, 1, index], { portId: 'neck' })
  await act(() => clock.advance(1100))
  expect(document.activeElement).toBe(line)
  await user.keyboard('{Enter}')
  await user.keyboard('{Control>}c{/Control}')
  await waitFor(() => expect(files.copied).toHaveLength(2))
  expect(files.copied.every(text => text.includes('\tD4\t'))).toBe(true)
  for (let index = 0; index < 100; index += 1) input.receive([0xb0, 1, index], { portId: 'neck' })
  await act(() => clock.advance(1100))
  expect(document.activeElement).toBe(box)
})

it('only the active channel’s indicator is lit', async () => {
  const { midi } = await show()
  const name = await screen.findByText('GK-3 Guitar')
  midi.play('gk3', [0x92, 60, 96])
  const lights = [...(name.closest('li')?.querySelectorAll('i') ?? [])]
  await waitFor(() => {
    expect(lights.map(light => light.hasAttribute('data-lit')).indexOf(true)).toBe(2)
  })
  expect(lights.filter(light => light.hasAttribute('data-lit'))).toHaveLength(1)
  await waitFor(() => expect(lights.some(light => light.hasAttribute('data-lit'))).toBe(false))
})

it('inputs can be turned off and on, and a hint appears if all inputs are off', async () => {
  const { heard, midi, user } = await show()
  const hear = await screen.findByRole('switch', { name: 'Receive from “GK-3 Guitar”' })
  await user.click(hear)
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(screen.getByText(/All inputs are off/)).toBeTruthy()
  midi.play('gk3', [0x90, 60, 96])
  expect(heard).toEqual([])
  await user.click(hear)
  await waitFor(() => expect(screen.queryByText(/All inputs are off/)).toBeNull())
  midi.play('gk3', [0x90, 60, 96])
  expect(heard).toHaveLength(1)
})

async function showSettings(setting: KernelSetting = {}) {
  const made = await makeKernel(setting)
  renderScreen(made.kernel, 'midi-io', 'MidiSettings')
  await screen.findByLabelText('Octave offset')
  return { ...made, user: userEvent.setup() }
}

const inside = { id: 'inside', name: 'Inside', manufacturer: '', send: () => undefined }

it('an invalid octave offset shows an error, and blur restores the current value', async () => {
  const { settings, user } = await showSettings()
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

it('plugin outputs can be selected, and the user can scan again if no output is found', async () => {
  const { midi, settings, user } = await showSettings({
    outputs: [],
    overrides: [[PLUGIN_OUTPUTS, createStore([inside])]],
  })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(midi.requests).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Use “Inside”' }))
  expect(settings.getState().outputPort).toBe('inside')
  await waitFor(() => expect(screen.queryByText(/No output is connected/)).toBeNull())
})

it('the MIDI thru filter appears only while thru is on', async () => {
  const { kernel, user } = await showSettings()
  const thru = kernel.get(SETTINGS).store(thruSettings)
  const change = async (role: string, name: string) => user.click(screen.getByRole(role, { name }))
  expect(screen.queryByRole('group', { name: 'Channels' })).toBeNull()
  await change('switch', 'MIDI thru')
  expect(thru.getState().on).toBe(true)
  await change('checkbox', 'SysEx')
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
