import { describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { type PluginManifest, provideFactory } from '../../src/core/kernel/plugin.js'
import { AUTH, PLUGIN_STORAGE } from '../../src/core/kernel/tokens.js'
import { createStore } from '../../src/core/platform/store.js'
import { createTestKernel } from '../../src/core/testing/test-kernel.js'
import { NECK_LAYERS } from '../../src/plugins/fretboard/tokens.js'
import { settingsCollections } from '../../src/plugins/library/sync/local/settings-collections.js'
import { MIDI_EVENT, MIDI_OUTPUT } from '../../src/plugins/midi-io/tokens.js'
import { METRONOME } from '../../src/plugins/practice/tokens.js'
import { bridge } from '../../src/sandbox/host/bridge.js'
import { openServices } from '../../src/sandbox/host/services.js'
import { type ApartStart, Channel } from '../../src/sandbox/protocol.js'
import { StandIns } from '../../src/sandbox/worker/stand-ins.js'
import { workerContext } from '../../src/sandbox/worker/worker-context.js'
import { commandOf, makePlugin } from '../core/kernel/make-plugin.js'

const goal = {
  ...{ id: 'Coach', title: 'Coach', version: '1', defaults: { goal: 20 } },
  schema: z.object({ goal: z.int() }),
}

/**
 * Opens the page side of the sandbox channel for the plugin "coach". `allowed` lists its granted permissions.
 */
async function coach(permissions: PluginManifest['permissions'] = {}, allowed: readonly string[] = []) {
  const commands = [{ id: 'coach.say', title: 'Say', args: z.string() }]
  const manifest = makePlugin(
    'coach',
    { runs: 'apart', permissions, contributes: { settings: [goal], commands } },
    { commands: { 'coach.say': (_, args) => ({ said: args }) } },
  )
  const other = commandOf('other.wipe', () => 'wiped')
  const kernel = await createTestKernel({ plugins: [manifest, other] })
  kernel.host.grants.answer(manifest, allowed)
  await kernel.host.enable('coach')
  const said: unknown[][] = []
  const [call, addScreen] = [vi.fn(async () => 'answer'), vi.fn()]
  const context = kernel.host.activeContext('coach')
  const say = (...message: unknown[]) => void said.push(message)
  const handlers = bridge({ kernel, manifest, context, say, call, addScreen })
  const ask = (name: string, ...args: readonly unknown[]) => handlers[name]?.(...(args as never[]))
  return { kernel, manifest, context, said, call, addScreen, say, ask }
}

describe('sandbox bridge', () => {
  it('a sandboxed plugin receives its permitted events, without values that cannot be cloned', async () => {
    const { kernel, said, ask } = await coach({ 'midi-in': 'Counts notes.' }, ['midi-in'])
    ask('event.on', 'midi-io.event')
    kernel.events.emit(MIDI_EVENT, { note: 64, method: () => 1 } as never)
    expect(said).toEqual([['event', 'midi-io.event', { note: 64 }]])
    ask('event.off', 'midi-io.event')
    kernel.events.emit(MIDI_EVENT, { note: 65 } as never)
    expect(said).toHaveLength(1)
  })

  it('a sandboxed plugin can emit only its own events', async () => {
    const { kernel, ask } = await coach()
    const heard: unknown[] = []
    kernel.events.on({ id: 'coach.done' }, payload => heard.push(payload))
    ask('event.emit', 'coach.done', 3)
    expect(heard).toEqual([3])
  })

  it('a sandboxed plugin runs its own commands, and other commands only with permission', async () => {
    const { ask } = await coach()
    expect(await ask('command.run', 'coach.say', 'hello')).toEqual({ said: 'hello' })
    const allowed = await coach({ commands: 'Runs the metronome.' }, ['commands'])
    expect(await allowed.ask('command.run', 'other.wipe')).toBe('wiped')
  })

  it('a sandboxed plugin changes its own settings, and the changes are validated', async () => {
    const { kernel, ask } = await coach()
    const store = kernel.settings.store(goal)
    ask('settings.change', 'Coach', { goal: 30, __proto__: { polluted: true }, other: 1 })
    expect([store.getState(), ({} as { polluted?: boolean }).polluted]).toEqual([{ goal: 30 }, undefined])
  })

  it('notices from a sandboxed plugin show its name', async () => {
    const { kernel, ask } = await coach()
    const post = vi.spyOn(kernel.notices, 'post')
    const sentence = { message: 'Log in again at {{where}}', values: { where: 'evil.example' } }
    ask('notice', { kind: 'error', source: 'core', ...sentence, action: { label: 'x' } })
    expect(post.mock.calls[0]?.[0]).toEqual({
      ...{ kind: 'error', source: 'app', topic: 'coach notice', message: '{{plugin}}: {{sentence}}' },
      values: { plugin: 'The coach', sentence: 'Log in again at evil.example' },
    })
  })

  it('a sandboxed plugin sets its own conditions', async () => {
    const { kernel, ask } = await coach()
    ask('command.context', 'coach.ready', true)
    expect(kernel.commands.conditions.getState()['coach.ready']).toBe(true)
  })

  it('a sandboxed contribution updates with its stores and can be removed', async () => {
    const { kernel, ask } = await coach()
    const layers = () => kernel.host.extensionsOf(NECK_LAYERS).getState()
    ask('extend', 'fretboard.layers', 1, { id: 'coach', order: 3, extra: true }, { marks: [], toString: [] })
    expect(layers()).toMatchObject([{ id: 'coach', order: 3 }])
    expect(Object.keys(layers()[0] ?? {})).toEqual(['id', 'order', 'marks'])
    ask('item.store', 1, 'marks', [{ string: 1, fret: 5, look: 'outline' }])
    expect(layers()[0]?.marks.getState()).toEqual([{ string: 1, fret: 5, look: 'outline' }])
    ask('retract', 1)
    expect(layers()).toEqual([])
  })

  it('a panel cannot show another plugin’s screen', async () => {
    const { ask, addScreen, kernel } = await coach()
    ask('extend', 'fretboard.panels', 1, { id: 'p', plugin: 'account', screen: 'Password' }, {})
    expect(addScreen).toHaveBeenCalledWith('Password')
    const [panel] = kernel.host.extensionsOf<{ plugin: string }>({ id: 'fretboard.panels' }).getState()
    expect(panel?.plugin).toBe('coach')
  })

  it.each<[code: string, call: readonly unknown[], allowed?: ('clipboard' | 'files')[]]>([
    ['permission_undeclared', ['event.on', 'midi-io.event']],
    ['apart_unavailable', ['event.on', 'auth.changed']],
    ['apart_unavailable', ['event.on', 'constructor']],
    ['apart_unavailable', ['event.emit', 'auth.changed', {}]],
    ['permission_refused', ['command.run', 'other.wipe']],
    ['apart_unavailable', ['command.context', 'admin', true]],
    ['apart_unavailable', ['command.context', 'loggedIn', true]],
    ['apart_unavailable', ['command.context', 'other.ready', true]],
    ['settings_invalid', ['settings.change', 'Coach', { goal: 'many' }]],
    ['permission_refused', ['settings.change', 'Permissions', {}]],
    ['permission_refused', ['settings.change', 'Plugins', {}]],
    ['permission_refused', ['settings.change', 'Layout', {}]],
    ['apart_unavailable', ['extend', 'midi-io.sources', 2, {}, {}]],
    ['permission_refused', ['service.call', 'core.page', 'copyText', ['x']]],
    ['apart_unavailable', ['service.call', 'core.page', 'fetch', ['https://evil.example']]],
    ['apart_unavailable', ['service.call', 'core.api', 'call', []]],
    ['token_undeclared', ['service.call', MIDI_OUTPUT.id, 'noteOn', [64]]],
    ['apart_refused', ['service.call', 'core.page', 'copyText', [7]], ['clipboard']],
    ['apart_refused', ['service.call', 'core.page', 'saveFile', ['song.mid', { length: 9 }]], ['files']],
    ['apart_refused', ['service.call', 'core.page', 'saveFile', [undefined, 'text']], ['files']],
  ])('an invalid bridge request is rejected with %s: %j', async (code, [name, ...args], allowed = []) => {
    const { ask } = await coach({ clipboard: 'Copies the chord.', files: 'Saves it.' }, allowed)
    await expect(async () => ask(String(name), ...args)).rejects.toMatchObject({ code })
  })

  it('the account service exposes the user’s name and plan but no token', async () => {
    const { manifest, context, say, kernel } = await coach({ account: 'Greets you.' }, ['account'])
    const services = openServices(manifest, context, say)
    expect(services['core.auth']?.stores).toEqual({ state: { status: 'loggedOut', busy: false } })
    expect(JSON.stringify(services)).not.toContain('jwt')
    kernel.dispose()
  })
})

const thrown = (error: Error) => {
  throw error
}

function ticking(activateOn: PluginManifest['activateOn'] = ['startup']) {
  const view = createStore({ running: false, bpm: 90 })
  const metronome = { view, start: () => 'on', stop: () => 'off' }
  const plugin = makePlugin(
    'metronome',
    { provides: [METRONOME], activateOn },
    { providers: [provideFactory(METRONOME, () => metronome as never)] },
  )
  return { plugin, view }
}

/** Creates the context that the plugin "coach" has in its worker, without starting a worker. */
async function servedCoach(uses: Partial<PluginManifest>, plugins: readonly PluginManifest[]) {
  const manifest = makePlugin('coach', { runs: 'apart', ...uses })
  const kernel = await createTestKernel({ plugins: [...plugins, manifest] })
  await kernel.host.enable('coach')
  const { port1, port2 } = new MessageChannel()
  const say = (name: string, ...args: readonly unknown[]) => page.say(name, args)
  const call = (name: string, ...args: readonly unknown[]) => page.call(name, args)
  const context = kernel.host.activeContext('coach')
  const page: Channel = new Channel(
    port1,
    bridge({ kernel, manifest, context, say, call, addScreen: () => undefined }),
    thrown,
  )
  const { requires = [], optional = [], lazy = [] } = manifest
  const start: ApartStart = {
    ...{ plugin: 'coach', base: '', entry: '', granted: [], settings: {}, commands: [], timeOrigin: 0 },
    ...{ provides: [], words: { language: 'en', locale: 'en-US', sentences: {} } },
    declared: [...requires, ...optional, ...lazy].map(({ id }) => id),
    services: openServices(manifest, context, say),
  }
  const heard = (name: string) => [name, (...args: never[]) => standIns.heard[name]?.(...args)] as const
  const worker: Channel = new Channel(
    port2,
    Object.fromEntries(['store', 'service', 'storage.changed'].map(heard)),
    thrown,
  )
  const standIns = new StandIns(start, worker)
  onTestFinished(() => {
    for (const channel of [page, worker]) channel.close()
    for (const port of [port1, port2]) port.close()
    kernel.dispose()
  })
  return { kernel, apart: workerContext({ start, channel: worker, standIns, runtime: {}, items: new Map() }) }
}

describe('other plugins’ services in the sandbox', () => {
  it('a followed service is reported when it becomes available or unavailable', async () => {
    const { plugin } = ticking()
    const { kernel, apart } = await servedCoach({ lazy: [METRONOME] }, [plugin])
    await kernel.host.activate('metronome')
    const seen: unknown[] = []
    apart.follow(METRONOME, metronome => {
      seen.push(metronome?.view.getState().bpm)
      return () => void seen.push('over')
    })
    await kernel.host.disable('metronome')
    await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined())
    expect(apart.find(METRONOME)).toBeUndefined()
    await kernel.host.enable('metronome')
    await vi.waitFor(() => expect(seen.slice(-4)).toEqual(['over', undefined, 'over', 90]))
  })

  it('loading a lazy service activates its plugin', async () => {
    const { plugin, view } = ticking(['command:metronome.*'])
    const { apart, kernel } = await servedCoach({ lazy: [METRONOME] }, [plugin])
    expect(apart.find(METRONOME)).toBeUndefined()
    const found = await apart.load(METRONOME)
    expect([await found.start(), kernel.host.states.getState().metronome?.status]).toEqual(['on', 'active'])
    view.setState({ running: true })
    await vi.waitFor(() => expect(found.view.getState()).toEqual({ running: true, bpm: 90 }))
  })

  it('a service must be declared, even if it is only followed', async () => {
    const { apart } = await servedCoach({}, [])
    const undeclared = expect.objectContaining({ code: 'token_undeclared' })
    expect(() => apart.follow(METRONOME, () => undefined)).toThrow(undeclared)
    await expect(apart.load(METRONOME)).rejects.toEqual(undeclared)
  })
})

it('synchronized storage reports changes from other devices', async () => {
  const { kernel, apart } = await servedCoach({}, [])
  const state = createStore({ status: 'loggedIn', user: { id: '7' } })
  Object.defineProperty(kernel.get(AUTH), 'state', { value: state })
  const values = apart.get(PLUGIN_STORAGE).open({ sync: true })
  await values.set('best', 12)
  const changed: (readonly string[])[] = []
  const ending = values.onChange(keys => changed.push(keys))
  // Messages are delivered in order, so the page is watching for changes once this call returns.
  await values.keys()
  const list = settingsCollections(kernel.settings, '7').find(({ kind }) => kind === 'Data.coach.values.1')
  await list?.change(['best', 'name'], (_id, here) => ({ value: here ? 13 : 'Anna' }))
  await vi.waitFor(() => expect(changed).toEqual([['best', 'name']]))
  ending.dispose()
  await list?.change(['best'], () => ({ value: 14 }))
  expect([await values.get('best'), changed.length]).toEqual([14, 1])
})
