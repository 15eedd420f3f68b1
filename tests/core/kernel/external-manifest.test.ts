import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { pluginJson } from '../../../src/core/contract/external-plugins.js'
import { manifestFromJson, manifestToJson } from '../../../src/core/kernel/external-manifest.js'
import {
  definePlugin,
  defineRuntime,
  type PluginManifest,
  provideFactory,
} from '../../../src/core/kernel/plugin.js'
import { SETTINGS } from '../../../src/core/kernel/tokens.js'
import type { PermissionId } from '../../../src/core/permissions/permissions.js'
import { createExtensionPoint, createToken } from '../../../src/core/platform/token.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'

const INTEGRITY = `sha256-${'A'.repeat(43)}=`
const packed = { entry: 'metronome.js', integrity: INTEGRITY }
const CLOCK = createToken<() => number>('metronome.clock')
const access = {
  load: async () => ({
    default: defineRuntime({
      providers: [provideFactory(CLOCK, () => () => 0)],
      commands: { 'metronome.start': (_context, { bpm }: { bpm: number }) => bpm },
    }),
  }),
  locale: async (path: string) => ({ default: { path } }),
}

const metronome = definePlugin({
  ...{ id: 'metronome', version: '1.0.0', engine: '^1.1.0', title: 'Metronome' },
  runsIn: ['browser', 'node'],
  requires: [SETTINGS],
  provides: [CLOCK],
  extensionPoints: [createExtensionPoint('metronome.sounds')],
  contributes: {
    settings: [
      {
        id: 'Metronome',
        title: 'Metronome',
        version: '1',
        schema: z.object({ bpm: z.int().check(z.minimum(20), z.maximum(300)), accent: z.boolean() }),
        defaults: { bpm: 90, accent: true },
        fields: [{ id: 'bpm', title: 'Tempo', unit: 'bpm' }],
      },
    ],
    commands: [
      {
        ...{ feature: 'neck', careful: true, id: 'metronome.start', title: 'Start' },
        args: z.object({ bpm: z.int() }),
        busy: 'restart',
        needs: 'screen',
      },
    ],
    routes: [{ path: '/metronome', title: 'Metronome', screen: 'Page', auth: true }],
  },
  activateOn: ['command:metronome.*'],
  load: () => Promise.reject(new Error('not from here')),
} as PluginManifest)

describe('plugin manifests and plugin.json', () => {
  it('a manifest survives the round trip through plugin.json', () => {
    const json = manifestToJson(metronome, packed)
    const back = manifestFromJson(JSON.parse(JSON.stringify(json)), access)
    expect(manifestToJson(back, packed)).toEqual(json)
    expect(back.provides?.[0]?.key).toBe(metronome.provides?.[0]?.key)
  })

  it('every built-in plugin except Diagnostics can be described by a plugin.json', () => {
    // The Diagnostics plugin has a command with a byte array argument, which JSON cannot represent.
    for (const manifest of PLUGINS.filter(({ id }) => id !== 'diagnostics')) {
      const sections = manifest.contributes?.settings?.map(({ migrations: _code, ...section }) => section)
      // An external plugin must give a reason for each permission.
      const asked = (manifest.permissions ?? []) as readonly PermissionId[]
      const permissions = Object.fromEntries(asked.map(id => [id, 'The drill needs it.']))
      const plain = { ...manifest, permissions, contributes: { ...manifest.contributes, settings: sections } }
      expect(pluginJson.safeParse(manifestToJson(plain, packed)).success).toBe(true)
    }
  })

  it('a plugin loaded from plugin.json has settings, validated arguments and translations', async () => {
    const locales = { locales: { de: 'de.json' }, files: { 'de.json': INTEGRITY } }
    const manifest = manifestFromJson(manifestToJson(metronome, { ...packed, ...locales }), access)
    const kernel = await createTestKernel({ plugins: [manifest] })
    const section = kernel.settings.sections.getState().find(({ id }) => id === 'Metronome')
    expect(section && kernel.settings.store(section).getState()).toEqual({ bpm: 90, accent: true })
    expect(await kernel.commands.execute('metronome.start', { bpm: 120 })).toEqual({ ok: true, value: 120 })
    expect(await kernel.commands.execute('metronome.start', { bpm: 'fast' })).toMatchObject({ ok: false })
    expect((await manifest.locales?.de?.())?.default).toEqual({ path: 'de.json' })
    kernel.dispose()
  })

  it('a shared condition applies to all commands in a manifest or plugin.json', () => {
    const commands = [
      { id: 'metronome.a', title: 'A' },
      { id: 'metronome.b', title: 'B', when: "x || y == '2'" },
      { id: 'metronome.c', title: 'C', when: 'z' },
      { id: 'metronome.d', title: 'D', commandsWhen: false, when: 'z' },
      { id: 'metronome.e', title: 'E', commandsWhen: false },
    ] as const
    const whens = (manifest: PluginManifest) => manifest.contributes?.commands?.map(({ when }) => when)
    const expected = ['loggedIn', "loggedIn && (x || y == '2')", 'loggedIn && z', 'z', undefined]
    const contributes = { commandsWhen: 'loggedIn', commands }
    const made = definePlugin({ ...metronome, contributes })
    expect(whens(made)).toEqual(expected)
    const json = {
      ...manifestToJson(metronome, packed),
      contributes: { ...contributes, commands: [...commands] },
    }
    expect(whens(manifestFromJson(json, access))).toEqual(expected)
    expect(whens(manifestFromJson(manifestToJson(made, packed), access))).toEqual(expected)
  })

  it('a manifest that contains code instead of data is rejected with a hint', () => {
    const [section] = metronome.contributes?.settings ?? []
    const withSection = (change: object) => ({
      ...metronome,
      contributes: { settings: section && [{ ...section, ...change }] },
    })
    const migrating = withSection({ migrations: { '1': (old: object) => old } }) as PluginManifest
    expect(() => manifestToJson(migrating, packed)).toThrow('Use a new ID for the new format')
    const dated = withSection({ schema: z.object({ day: z.date() }) }) as PluginManifest
    expect(() => manifestToJson(dated, packed)).toThrow(
      'The schema of the settings "Metronome" cannot be written',
    )
    const entry = { ...packed, entry: '../up.js' }
    expect(() => manifestToJson(metronome, entry)).toThrow('invalid at "entry"')
  })
})
