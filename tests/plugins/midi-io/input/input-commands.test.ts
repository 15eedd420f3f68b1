// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { MIDI_BENDS, MIDI_INPUTS } from '../../../../src/plugins/midi-io/tokens.js'
import { type KernelSetting, makeKernel, SYNTH } from '../support/make-kernel.js'

async function ready(setting: KernelSetting = {}) {
  const made = await makeKernel(setting)
  const input = () => made.kernel.get(MIDI_INPUTS).view.getState()[0]
  const storedDevices = () => JSON.parse(made.platform.storage.get('fretworkMidiDevices') ?? 'null')
  return { ...made, input, storedDevices }
}

it('commands enable an input and set its guitar mode, channels, string order and bend range', async () => {
  const { heard, input, kernel, midi, run, storedDevices } = await ready()
  await run('toggle-input', { input: 'gk3' })
  expect(storedDevices().inputs).toMatchObject([{ name: 'GK-3 Guitar', enabled: false }])
  midi.play('gk3', [0x90, 62, 100])
  await run('toggle-input', { input: 'gk3' })
  expect(heard).toEqual([])
  await run('set-guitar', { input: 'gk3', guitar: 'on' })
  await run('set-guitar-channel', { input: 'gk3', channel: 11 })
  await run('reverse-guitar', { input: 'gk3' })
  await run('set-bend-range', { input: 'gk3', semitones: 24 })
  expect(input()).toMatchObject({ bendRange: 24, guitar: { mode: 'on', firstChannel: 11, reversed: true } })
  midi.play('gk3', [0x9f, 64, 100])
  midi.play('gk3', [0xef, 0, 0])
  expect(heard[0]).toMatchObject({ channel: 16, string: 1 })
  expect(kernel.get(MIDI_BENDS).bendOf('gk3', 16)).toBe(-24)
  await run('reverse-guitar', { input: 'gk3' })
  expect(input()?.guitar.reversed).toBe(false)
})

const chosen = (id: string) => ({ fretworkMidi: JSON.stringify({ version: '1', outputPort: id }) })
const kept = (id: string) => ({
  fretworkMidiDevices: JSON.stringify({ version: '1', inputs: [], output: { ...SYNTH, id } }),
})

it('the selected output is found in the next session even if its ID has changed', async () => {
  const { output, settings, storedDevices } = await ready({ stored: { ...chosen('old'), ...kept('old') } })
  expect([settings.getState().outputPort, output.port?.name]).toEqual(['synth', 'FluidSynth'])
  expect(storedDevices().output.id).toBe('synth')
})

it('a reconnected output is found under its new ID, and an identical device is ignored', async () => {
  const outputs = [SYNTH, { ...SYNTH, id: 'twin' }]
  const { access, midi, settings } = await ready({ stored: chosen('synth'), outputs })
  midi.unplug('synth')
  await vi.waitFor(() => expect(access.view.getState().outputs).toHaveLength(1))
  expect(settings.getState().outputPort).toBe('synth')
  midi.plug('output', { ...SYNTH, id: 'again' })
  await vi.waitFor(() => expect(settings.getState().outputPort).toBe('again'))
})

it('a device with the same name but another manufacturer is not selected', async () => {
  const outputs = [{ ...SYNTH, manufacturer: 'Other' }]
  const other = await ready({ stored: { ...chosen('old'), ...kept('old') }, outputs })
  expect(other.settings.getState().outputPort).toBe('old')
  expect((await ready({ stored: kept('old') })).settings.getState().outputPort).toBe('')
})
