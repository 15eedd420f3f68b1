// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { readLogFile } from '../../../src/core/music/midi/log-file.js'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { MIDI_PANIC, NECK_TUNING } from '../../../src/plugins/midi-io/tokens.js'
import { makeKernel } from './support/make-kernel.js'

const GRANTED = {
  permission: 'granted',
  inputs: [{ id: 'gk3', name: 'GK-3' }],
  outputs: [{ id: 'synth', name: 'FluidSynth' }],
} as const

const CHOSEN = { fretworkMidi: JSON.stringify({ version: '1', outputPort: 'synth' }) }

function ready(setting: Parameters<typeof makeKernel>[0] = {}) {
  return makeKernel({ ...GRANTED, ...setting })
}

describe('the plugin midi-io', () => {
  it('starts with the settings of the specification and keeps them under the tenant’s key', async () => {
    const { kernel, settings, platform } = await ready()
    expect(settings.getState()).toEqual({
      midiOctaveOffset: 0,
      outputPort: '',
      outputChannel: 1,
      velocity: 0.5,
    })
    await kernel.commands.execute('midi-io.raise-octave')
    await kernel.commands.execute('midi-io.select-output', { port: 'synth' })
    await kernel.commands.execute('midi-io.set-channel', { channel: 0 })
    await kernel.commands.execute('midi-io.set-velocity', { velocity: 0.75 })
    expect(JSON.parse(platform.storage.get('fretworkMidi') ?? '')).toEqual({
      version: '1',
      midiOctaveOffset: 1,
      outputPort: 'synth',
      outputChannel: 0,
      velocity: 0.75,
    })
    await kernel.commands.execute('midi-io.lower-octave')
    expect(settings.getState().midiOctaveOffset).toBe(0)
  })

  it('panics: the output is silenced after what is queued, held inputs end, and an event is sent', async () => {
    const { kernel, midi, output, input, clock } = await ready({ stored: CHOSEN })
    const reported = vi.fn()
    kernel.events.on(MIDI_PANIC, reported)
    midi.play('gk3', [0x90, 60, 100])
    output.send([0x90, 48, 100], clock.now() + 50)
    await kernel.commands.execute('midi-io.panic')
    const heard = midi.heard('synth')
    expect(heard[0]).toMatchObject({ bytes: [0x90, 48, 100], at: 60 })
    expect(heard[1]).toMatchObject({ bytes: [0x80, 48, 64], at: 61 })
    expect(heard.at(-1)).toMatchObject({ bytes: [0xff], at: 61 })
    expect(input.soundingNotes()).toBe(0)
    expect(reported).toHaveBeenCalledOnce()
  })

  it('exports a log that reads back to the same events, settings and state before them', async () => {
    const { kernel, input, log, files } = await ready({ stored: CHOSEN })
    input.receive([0x90, 60, 100], { portId: 'gk3' })
    for (let value = 0; value < 100; value += 1) input.receive([0xb0, 1, value], { portId: 'gk3' })
    const outcome = await kernel.commands.execute('midi-io.export-log')
    const [file] = files.saved
    expect(outcome).toMatchObject({ ok: true, value: { name: file?.name, text: file?.content } })
    expect(file?.name).toMatch(/^midi-log-2026-01-01-1200\d\d\.json$/)
    const read = readLogFile(String(file?.content))
    expect(read.events).toEqual(log.snapshot().events)
    expect(read.events).toHaveLength(100)
    expect(read.state.held.map(event => event.number)).toEqual([60])
    expect(read).toMatchObject({
      app: '1.2.0',
      settings: { midi: { outputPort: 'synth', velocity: 0.5 }, tuning: { id: 0 }, capo: 0 },
    })
  })

  it.each([
    ['Drop D', [64, 59, 55, 50, 45, 38], 1],
    ['My own', [64, 59, 55], 'My own'],
  ] as const)('exports the tuning %s and the capo that the neck shows', async (name, strings, id) => {
    const { kernel, files, input } = await ready()
    kernel.get(NECK_TUNING).setState({ name, strings: [...strings], capo: 2 })
    input.receive([0x90, 60, 64], { portId: 'gk3' })
    await kernel.commands.execute('midi-io.export-log')
    const { settings } = readLogFile(String(files.saved[0]?.content))
    expect(settings).toMatchObject({ tuning: { id, name, strings }, capo: 2 })
  })

  it('leaves nothing behind when it ends', async () => {
    const { kernel, input, output, page } = await ready({ stored: CHOSEN })
    input.receive([0x90, 60, 100], { portId: 'neck' })
    output.playNote(60, { duration: 60_000 })
    expectNoLeaks(kernel)
    expect(page.listeners()).toBe(0)
  })
})
