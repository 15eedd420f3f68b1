// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../support/render-screen.js'
import { makeKernel } from './make-kernel.js'

async function show(setting: Parameters<typeof makeKernel>[0] = {}) {
  const made = await makeKernel({
    permission: 'granted',
    outputs: [
      { id: 'synth', name: 'FluidSynth' },
      { id: 'piano', name: 'Piano' },
    ],
    ...setting,
  })
  renderScreen(made.kernel, 'midi-io', 'MidiSettings')
  await screen.findByLabelText('Octave offset')
  return { ...made, user: userEvent.setup() }
}

describe('the drawer MIDI settings', () => {
  it('chooses the output among those that are there', async () => {
    const { settings, user } = await show()
    await user.click(screen.getByRole('combobox', { name: 'Output' }))
    await user.click(await screen.findByRole('option', { name: 'Piano', hidden: true }))
    expect(settings.getState().outputPort).toBe('piano')
  })

  it('chooses a channel, or all of them as 0', async () => {
    const { settings, user } = await show()
    await user.click(screen.getByRole('combobox', { name: 'Channel' }))
    await user.click(await screen.findByRole('option', { name: 'All', hidden: true }))
    expect(settings.getState().outputChannel).toBe(0)
  })

  it('takes whole octaves only', async () => {
    const { settings, user } = await show()
    const octaves = screen.getByLabelText('Octave offset')
    await user.clear(octaves)
    await user.type(octaves, '-2.5')
    expect(Number.isInteger(settings.getState().midiOctaveOffset)).toBe(true)
    expect(settings.getState().midiOctaveOffset).toBeLessThan(0)
  })

  it('moves the velocity by keyboard', async () => {
    const { settings, user } = await show()
    screen.getByRole('slider', { name: 'Velocity' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(settings.getState().velocity).toBeCloseTo(0.51)
  })

  it('still shows a chosen output that is not connected', async () => {
    await show({ stored: { fretworkMidi: JSON.stringify({ version: '1', outputPort: 'gone' }) } })
    const output = screen.getByRole('combobox', { name: 'Output' })
    expect(output).toHaveProperty('value', 'Not connected: gone')
  })

  it('calls an output that is not connected by its name, where it was there before', async () => {
    const output = { id: 'gone', name: 'Warm pad', manufacturer: '' }
    const stored = {
      fretworkMidi: JSON.stringify({ version: '1', outputPort: 'gone' }),
      fretworkMidiDevices: JSON.stringify({ version: '1', inputs: [], output }),
    }
    await show({ stored })
    const shown = screen.getByRole('combobox', { name: 'Output' })
    expect(shown).toHaveProperty('value', 'Not connected: Warm pad')
  })

  it('panics on a click', async () => {
    const { midi, user } = await show({
      stored: { fretworkMidi: JSON.stringify({ version: '1', outputPort: 'synth' }) },
    })
    await user.click(screen.getByRole('button', { name: 'Panic' }))
    await waitFor(() => expect(midi.heard('synth').at(-1)?.bytes).toEqual([0xff]))
  })
})
