import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { bridge } from '../../../../src/app/external/apart/bridge.js'
import { openServices } from '../../../../src/app/external/apart/services.js'
import type { PluginManifest } from '../../../../src/core/kernel/manifest/plugin.js'
import { createTestKernel } from '../../../../src/core/testing/test-kernel.js'
import { NECK_LAYERS } from '../../../../src/plugins/fretboard/tokens.js'
import { MIDI_EVENT, MIDI_OUTPUT } from '../../../../src/plugins/midi-io/tokens.js'
import { commandOf, makePlugin } from '../../../core/kernel/make-plugin.js'

const goal = {
  ...{ id: 'Coach', title: 'Coach', version: '1', defaults: { goal: 20 } },
  schema: z.object({ goal: z.int() }),
}

/** The page's end of the channel to a plugin called coach, whose user has allowed `allowed`. */
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
  const call = vi.fn(async () => 'answer')
  const addScreen = vi.fn()
  const context = kernel.host.activeContext('coach')
  const say = (...message: unknown[]) => void said.push(message)
  const handlers = bridge({ kernel, manifest, context, say, call, addScreen })
  const ask = (name: string, ...args: readonly unknown[]) => handlers[name]?.(...(args as never[]))
  return { kernel, manifest, context, said, call, addScreen, say, ask }
}

describe('a plugin that runs apart', () => {
  it('hears the events that it may hear, without what cannot be sent', async () => {
    const { kernel, said, ask } = await coach({ 'midi-in': 'Counts notes.' }, ['midi-in'])
    ask('event.on', 'midi-io.event')
    kernel.events.emit(MIDI_EVENT, { note: 64, method: () => 1 } as never)
    expect(said).toEqual([['event', 'midi-io.event', { note: 64 }]])
    ask('event.off', 'midi-io.event')
    kernel.events.emit(MIDI_EVENT, { note: 65 } as never)
    expect(said).toHaveLength(1)
  })

  it('emits only its own events', async () => {
    const { kernel, ask } = await coach()
    const heard: unknown[] = []
    kernel.events.on({ id: 'coach.done' }, payload => heard.push(payload))
    ask('event.emit', 'coach.done', 3)
    expect(heard).toEqual([3])
  })

  it('runs its own commands, and those of others with the permission', async () => {
    const { ask } = await coach()
    expect(await ask('command.run', 'coach.say', 'hello')).toEqual({ said: 'hello' })
    const allowed = await coach({ commands: 'Runs the metronome.' }, ['commands'])
    expect(await allowed.ask('command.run', 'other.wipe')).toBe('wiped')
  })

  it('changes its own settings, which are checked', async () => {
    const { kernel, ask } = await coach()
    const store = kernel.settings.store(goal)
    ask('settings.change', 'Coach', { goal: 30, __proto__: { polluted: true }, other: 1 })
    expect(store.getState()).toEqual({ goal: 30 })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('speaks in its own name', async () => {
    const { kernel, ask } = await coach()
    const post = vi.spyOn(kernel.notices, 'post')
    const sentence = { message: 'Log in again at {{where}}', values: { where: 'evil.example' } }
    ask('notice', { kind: 'error', source: 'core', ...sentence, action: { label: 'x' } })
    expect(post.mock.calls[0]?.[0]).toEqual({
      ...{ kind: 'error', source: 'app', topic: 'coach notice', message: '{{plugin}}: {{sentence}}' },
      values: { plugin: 'The coach', sentence: 'Log in again at evil.example' },
    })
  })

  it('sets only its own conditions', async () => {
    const { kernel, ask } = await coach()
    ask('command.context', 'coach.ready', true)
    expect(kernel.commands.conditions.getState()['coach.ready']).toBe(true)
  })

  it('adds to extension points what they take from apart, follows its stores, and takes it back', async () => {
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

  it('shows its own screens in a panel, not those of others', async () => {
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
  ])('is refused with %s when it asks for %j', async (code, [name, ...args], allowed = []) => {
    const { ask } = await coach({ clipboard: 'Copies the chord.', files: 'Saves it.' }, allowed)
    await expect(async () => ask(String(name), ...args)).rejects.toMatchObject({ code })
  })

  it('sees of the account a name and a plan, never a token', async () => {
    const { manifest, context, say, kernel } = await coach({ account: 'Greets you.' }, ['account'])
    const services = openServices(manifest, context, say)
    expect(services['core.auth']?.stores).toEqual({ state: { status: 'loggedOut', busy: false } })
    expect(JSON.stringify(services)).not.toContain('jwt')
    kernel.dispose()
  })
})
