// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import type { MidiEvent } from '../../../../src/core/music/midi/midi-event.js'
import { MIDI_BENDS, MIDI_EVENT, MIDI_INPUTS } from '../../../../src/plugins/midi-io/tokens.js'
import { makeKernel } from '../support/make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'gk3', name: 'GK-3', manufacturer: 'Roland' }],
  outputs: [{ id: 'synth', name: 'FluidSynth', manufacturer: 'Linux' }],
} as const

async function ready(setting: Parameters<typeof makeKernel>[0] = {}) {
  const made = await makeKernel({ ...GRANTED, ...setting })
  const heard: MidiEvent[] = []
  made.kernel.events.on(MIDI_EVENT, event => heard.push(event))
  const run = async (id: string, args?: unknown) => (await made.kernel.commands.execute(id, args)).ok
  const input = () => made.kernel.get(MIDI_INPUTS).view.getState()[0]
  const storedDevices = () => JSON.parse(made.platform.storage.get('fretworkMidiDevices') ?? 'null')
  return { ...made, heard, run, input, storedDevices }
}

describe('the commands for inputs', () => {
  it('switch an input off and on, and remember it under the tenant’s key', async () => {
    const { heard, input, midi, run, storedDevices } = await ready()
    midi.play('gk3', [0x90, 60, 100])
    expect(await run('midi-io.toggle-input', { input: 'gk3' })).toBe(true)
    expect(heard.at(-1)).toMatchObject({ on: false, number: 60 })
    expect(storedDevices().inputs).toMatchObject([{ name: 'GK-3', enabled: false }])
    midi.play('gk3', [0x90, 62, 100])
    expect(heard).toHaveLength(2)
    await run('midi-io.toggle-input', { input: 'gk3' })
    expect(input()?.enabled).toBe(true)
    midi.play('gk3', [0x90, 62, 100])
    expect(heard).toHaveLength(3)
  })

  it('set up a MIDI guitar: whether it is one, its channels, their order and how far it bends', async () => {
    const { heard, input, kernel, midi, run } = await ready()
    await run('midi-io.set-guitar', { input: 'gk3', guitar: 'on' })
    await run('midi-io.set-guitar-channel', { input: 'gk3', channel: 11 })
    await run('midi-io.reverse-guitar', { input: 'gk3' })
    await run('midi-io.set-bend-range', { input: 'gk3', semitones: 24 })
    expect(input()).toMatchObject({ bendRange: 24, guitar: { mode: 'on', firstChannel: 11, reversed: true } })
    midi.play('gk3', [0x9f, 64, 100])
    midi.play('gk3', [0xef, 0, 0])
    expect(heard[0]).toMatchObject({ channel: 16, string: 1 })
    expect(kernel.get(MIDI_BENDS).bendOf('gk3', 16)).toBe(-24)
    await run('midi-io.reverse-guitar', { input: 'gk3' })
    expect(input()?.guitar.reversed).toBe(false)
  })
})

describe('the chosen output', () => {
  const chosen = (id: string) => ({ fretworkMidi: JSON.stringify({ version: '1', outputPort: id }) })
  const kept = (id: string) => ({
    fretworkMidiDevices: JSON.stringify({
      version: '1',
      inputs: [],
      output: { id, name: 'FluidSynth', manufacturer: 'Linux' },
    }),
  })

  it('is found again under another id in the next session', async () => {
    const { output, settings, storedDevices } = await ready({ stored: { ...chosen('old'), ...kept('old') } })
    expect(settings.getState().outputPort).toBe('synth')
    expect(output.port?.name).toBe('FluidSynth')
    expect(storedDevices().output.id).toBe('synth')
  })

  it('is found again when it is plugged in under another id, and not replaced by a twin that was there', async () => {
    const outputs = [GRANTED.outputs[0], { ...GRANTED.outputs[0], id: 'twin' }]
    const { access, midi, settings } = await ready({ stored: chosen('synth'), outputs })
    midi.unplug('synth')
    await vi.waitFor(() => expect(access.view.getState().outputs).toHaveLength(1))
    expect(settings.getState().outputPort).toBe('synth')
    midi.plug('output', { ...GRANTED.outputs[0], id: 'again' })
    await vi.waitFor(() => expect(settings.getState().outputPort).toBe('again'))
  })

  it('is not taken for another of the same name by another maker, nor where none was chosen', async () => {
    const outputs = [{ ...GRANTED.outputs[0], manufacturer: 'Other' }]
    const other = await ready({ stored: { ...chosen('old'), ...kept('old') }, outputs })
    expect(other.settings.getState().outputPort).toBe('old')
    const none = await ready({ stored: kept('old') })
    expect(none.settings.getState().outputPort).toBe('')
  })
})
