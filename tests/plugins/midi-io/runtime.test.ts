// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { expectNoLeaks } from '../../../src/core/testing/test-kernel.js'
import { readLogFile } from '../../../src/music/midi/log-file.js'
import { MIDI_PANIC, NECK_TUNING } from '../../../src/plugins/midi-io/tokens.js'
import { makeKernel, TO_SYNTH } from './support/make-kernel.js'

it('settings have the specified defaults and are stored under the tenant’s key', async () => {
  const { run, settings, platform } = await makeKernel()
  const usual = { midiOctaveOffset: 0, outputPort: '', outputChannel: 1, velocity: 0.5 }
  expect(settings.getState()).toEqual(usual)
  await run('raise-octave')
  await run('select-output', { port: 'synth' })
  await run('set-channel', { channel: 0 })
  await run('set-velocity', { velocity: 0.75 })
  const changed = { midiOctaveOffset: 1, outputPort: 'synth', outputChannel: 0, velocity: 0.75 }
  expect(JSON.parse(platform.storage.get('fretworkMidi') ?? '')).toEqual({ version: '1', ...changed })
  await run('lower-octave')
  expect(settings.getState().midiOctaveOffset).toBe(0)
})

it('a panic silences the output, releases held inputs and emits an event', async () => {
  const { kernel, run, midi, output, input, clock } = await makeKernel({ stored: TO_SYNTH })
  const reported = vi.fn()
  kernel.events.on(MIDI_PANIC, reported)
  midi.play('gk3', [0x90, 60, 100])
  output.send([0x90, 48, 100], clock.now() + 50)
  await run('panic')
  const heard = midi.heard('synth')
  expect(heard[0]).toMatchObject({ bytes: [0x90, 48, 100], at: 60 })
  expect(heard[1]).toMatchObject({ bytes: [0x80, 48, 64], at: 61 })
  expect(heard.at(-1)).toMatchObject({ bytes: [0xff], at: 61 })
  expect(input.soundingNotes()).toBe(0)
  expect(reported).toHaveBeenCalledOnce()
})

it('an exported log contains the events, settings and initial state', async () => {
  const { run, input, log, files } = await makeKernel({ stored: TO_SYNTH })
  input.receive([0x90, 60, 100], { portId: 'gk3' })
  for (let value = 0; value < 100; value += 1) input.receive([0xb0, 1, value], { portId: 'gk3' })
  const outcome = await run('export-log')
  const [file] = files.saved
  expect(outcome).toMatchObject({ ok: true, value: { name: file?.name, text: file?.content } })
  expect(file?.name).toMatch(/^midi-log-2026-01-01-1200\d\d\.json$/)
  const read = readLogFile(String(file?.content))
  expect([read.events, read.events.length]).toEqual([log.snapshot().events, 100])
  expect(read.state.held.map(event => event.number)).toEqual([60])
  expect(read).toMatchObject({
    app: '1.2.0',
    settings: { midi: { outputPort: 'synth', velocity: 0.5 }, tuning: { id: 0 }, capo: 0 },
  })
})

it.each([
  ['Drop D', [64, 59, 55, 50, 45, 38], 1],
  ['My own', [64, 59, 55], 'My own'],
] as const)('an exported log contains the tuning %s and the capo', async (name, strings, id) => {
  const { kernel, run, files, input } = await makeKernel()
  kernel.get(NECK_TUNING).setState({ name, strings: [...strings], capo: 2 })
  input.receive([0x90, 60, 64], { portId: 'gk3' })
  await run('export-log')
  const { settings } = readLogFile(String(files.saved[0]?.content))
  expect(settings).toMatchObject({ tuning: { id, name, strings }, capo: 2 })
})

it('disabling the plugin removes everything it registered', async () => {
  const { kernel, listening, input, output, page } = await makeKernel({ stored: TO_SYNTH })
  input.receive([0x90, 60, 100], { portId: 'neck' })
  output.playNote(60, { duration: 60_000 })
  listening.dispose()
  expectNoLeaks(kernel)
  expect(page.listeners()).toBe(0)
})
