import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import { NECK_LAYERS } from '../../src/plugins/fretboard/tokens.js'
import { SONG_FORMATS } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_EVENT, MIDI_FILTERS } from '../../src/plugins/midi-io/tokens.js'
import { bridge } from '../../src/sandbox/host/bridge.js'
import { commandOf, makePlugin } from '../core/kernel/make-plugin.js'

const goal = {
  ...{ id: 'coach', title: 'Coach', version: '1', defaults: { goal: 20 } },
  schema: z.object({ goal: z.int() }),
}

/** Opens the app's end of the channel for the plugin "coach". `allowed` lists its granted permissions. */
async function coach(permissions: PluginManifest['permissions'] = {}, allowed: readonly string[] = []) {
  const commands = [{ id: 'coach.say', title: 'Say', args: z.string() }]
  const manifest = makePlugin(
    'coach',
    { runs: 'apart', permissions, contributes: { settings: [goal], commands } },
    { commands: { 'coach.say': (_, args) => ({ said: args }) } },
  )
  const kernel = await createTestKernel({ plugins: [manifest, commandOf('other.wipe', () => 'wiped')] })
  kernel.host.grants.answer(manifest, allowed)
  await kernel.host.enable('coach')
  const said: unknown[][] = []
  const call = vi.fn(async () => ({ tracks: [] }) as unknown)
  const context = kernel.host.activeContext('coach')
  const say = (...message: unknown[]) => void said.push(message)
  const located = async (message: string) => message.replace('index.js:1:1', 'src/index.ts:7')
  const handlers = bridge({ kernel, manifest, context, say, call, located })
  const ask = (name: string, ...args: readonly unknown[]) => handlers[name]?.(...(args as never[]))
  return { kernel, said, call, ask }
}

const MARK = { string: 1, fret: 5, look: 'outline' } as const

it('a plugin receives the MIDI messages that it listens to', async () => {
  const { kernel, said, ask } = await coach({ 'midi-in': 'Counts notes.' }, ['midi-in'])
  ask('listen', 'midi')
  ask('listen', 'midi')
  const event = { kind: 'note', raw: [0x90, 64, 100], at: 5, portId: 'keys', string: 2 }
  kernel.events.emit(MIDI_EVENT, event as never)
  expect(said).toEqual([['heard', 'midi', { bytes: [0x90, 64, 100], at: 5, port: 'keys', string: 2 }]])
  ask('unlisten', 'midi')
  kernel.events.emit(MIDI_EVENT, event as never)
  expect(said).toHaveLength(1)
})

it('a plugin runs its own commands, and other commands only with permission', async () => {
  const { ask } = await coach()
  expect(await ask('command', 'coach.say', 'hello')).toEqual({ said: 'hello' })
  const allowed = await coach({ commands: 'Runs the metronome.' }, ['commands'])
  expect(await allowed.ask('command', 'other.wipe')).toBe('wiped')
})

it('a plugin changes its own settings, and the changes are validated', async () => {
  const { kernel, ask } = await coach()
  ask('settings', { goal: 30, __proto__: { polluted: true }, other: 1 })
  const state = kernel.settings.store(goal).getState()
  expect([state, ({} as { polluted?: boolean }).polluted]).toEqual([{ goal: 30 }, undefined])
})

it('notices of a plugin show its name, and faults their position in its sources', async () => {
  const { kernel, ask } = await coach()
  const post = vi.spyOn(kernel.notices, 'post')
  ask('notice', 'success', 'Log in again')
  expect(post.mock.calls[0]?.[0]).toEqual({
    ...{ kind: 'success', source: 'app', topic: 'coach notice', message: '{{plugin}}: {{sentence}}' },
    values: { plugin: 'The coach', sentence: 'Log in again' },
  })
  await ask('failed', 'taps is not iterable (index.js:1:1)')
  expect(post.mock.calls[1]?.[0]).toMatchObject({
    ...{ kind: 'error', topic: 'coach failed' },
    values: { sentence: 'taps is not iterable (src/index.ts:7)' },
  })
})

it('the marks of a plugin form one layer', async () => {
  const { kernel, ask } = await coach()
  const layers = () => kernel.host.extensionsOf(NECK_LAYERS).getState()
  ask('marks', [MARK])
  expect(layers().map(({ id, marks }) => [id, marks.getState()])).toEqual([['coach', [MARK]]])
  ask('marks', [])
  await kernel.platform.clock.advance(100)
  expect(layers()[0]?.marks.getState()).toEqual([])
  expect(layers()).toHaveLength(1)
})

it('a song format of a plugin reads files, and ends when it is removed', async () => {
  const { kernel, call, ask } = await coach()
  const formats = () => kernel.host.extensionsOf(SONG_FORMATS).getState()
  ask('format', 1, { title: 'Lines', extensions: ['.lines'], read: 'x' })
  const bytes = new Uint8Array([7])
  expect(await formats()[0]?.read(bytes)).toMatchObject({ song: { tracks: [] }, isComplete: true })
  expect(call).toHaveBeenCalledWith('read', 1, bytes)
  ask('unformat', 1)
  expect(formats()).toEqual([])
})

it('a filter that is sent again replaces the previous one', async () => {
  const { kernel, ask } = await coach({ 'midi-in': 'Changes notes.' }, ['midi-in'])
  const filters = () => kernel.host.extensionsOf(MIDI_FILTERS).getState()
  const change = (bytes: readonly number[], portId = 'keys') => filters()[0]?.change?.(bytes, { portId })
  ask('filter', 1, { dropped: [10], changed: { [1 * 128 + 60]: [67, 2, 0.5] } })
  expect(filters()[0]?.accepts?.([0x99, 36, 100], 'keys')).toBe(false)
  expect(change([0x90, 60, 100])).toEqual([[0x91, 67, 50]])
  expect(change([0x90, 61, 100])).toBeUndefined()
  expect(change([0x90, 60, 100], 'song')).toBeUndefined()
  ask('filter', 1, { dropped: [], changed: { [1 * 128 + 60]: [] } })
  expect(filters()).toHaveLength(1)
  expect(change([0x90, 60, 100])).toEqual([])
  ask('unfilter', 1)
  expect(filters()).toEqual([])
})

it.each<[code: string, call: readonly unknown[]]>([
  ['permission_undeclared', ['listen', 'midi']],
  ['permission_undeclared', ['command', 'other.wipe']],
  ['settings_invalid', ['settings', { goal: 'many' }]],
  ['apart_unavailable', ['storage', true, 'constructor', []]],
  ['apart_unavailable', ['use', 'page.fetch', ['https://evil.example']]],
  ['apart_unavailable', ['use', 'constructor', []]],
  ['apart_unavailable', ['use', 'page.copy', 'x']],
  ['permission_undeclared', ['use', 'midi.noteOn', [64]]],
  ['permission_refused', ['use', 'page.copy', ['x']]],
  ['permission_undeclared', ['filter', 1, { dropped: [], changed: {} }]],
  ['apart_refused', ['format', 1, { title: 'x', extensions: ['lines'] }]],
  ['apart_refused', ['marks', [{ ...MARK, look: 'blink' }]]],
  ['apart_refused', ['marks', [{ ...MARK, label: 'much too long' }]]],
  ['apart_refused', ['marks', Array(501).fill(MARK)]],
])('an invalid call is rejected with %s: %j', async (code, [name, ...args]) => {
  const { ask } = await coach({ clipboard: 'Copies the chord.' })
  await expect(async () => ask(String(name), ...args)).rejects.toMatchObject({ code })
})

it.each([
  { dropped: [17], changed: {} },
  { dropped: [], changed: { 1: [128, 1, 1] } },
  { dropped: [], changed: { 1: Array(27).fill(1) } },
  { dropped: [], changed: { 1: [60, 1] } },
  { dropped: [], changed: null },
])('an invalid filter is rejected: %j', async table => {
  const { ask } = await coach({ 'midi-in': 'Changes notes.' }, ['midi-in'])
  await expect(async () => ask('filter', 1, table)).rejects.toMatchObject({ code: 'apart_refused' })
})

it.each([
  ['page.copy', [7]],
  ['page.save', ['song.mid', { length: 9 }]],
  ['page.save', [undefined, 'text']],
  ['neck.play', [{ string: 'E', fret: 1 }]],
  ['neck.strum', [[{ string: 1 }]]],
  ['midi.play', [60, { channel: 0 }]],
  ['midi.send', [[0x90, 60]]],
  ['midi.send', [[0x90, 60, 0.8]]],
  ['midi.send', [[60, 100]]],
  ['midi.send', [[0xf2, 1]]],
  ['midi.send', [[0xf4, -1]]],
])('arguments that do not fit are rejected: %s(%j)', async (member, args) => {
  const permissions = { clipboard: 'Copies it.', files: 'Saves it.', 'midi-out': 'Plays.' }
  const { ask } = await coach(permissions, ['clipboard', 'files', 'midi-out'])
  await expect(async () => ask('use', member, args)).rejects.toMatchObject({ code: 'apart_refused' })
})
