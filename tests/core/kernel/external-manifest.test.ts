import { expect, it } from 'vitest'
import { needsArguments } from '../../../src/core/commands/command.js'
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import { manifestFromJson } from '../../../src/core/kernel/external-manifest.js'
import { definePlugin, defineRuntime } from '../../../src/core/kernel/plugin.js'
import { createToken } from '../../../src/core/platform/token.js'
import { createTestKernel } from '../../../src/core/testing/test-kernel.js'

const GUARDED = createToken('other.songs', { permission: 'songs' })
const OPEN = createToken('other.neck')

const metronome: PluginJson = {
  ...{ api: 2, id: 'metronome', version: '1.0.0', title: 'Metronome', permissions: {} },
  ...{ entry: 'index.js', integrity: `sha256-${'A'.repeat(43)}=` },
  settings: {
    bpm: { title: 'Tempo', default: 90, min: 20, max: 300, unit: 'bpm' },
    volume: { title: 'Volume', default: 0.5, min: 0, max: 1, step: 0.1 },
    accent: { title: 'Accent', default: true },
    sound: { title: 'Sound', default: 'wood', choices: { wood: 'Wood', beep: 'Beep' } },
  },
  commands: [
    {
      ...{ id: 'start', title: 'Start' },
      args: { bpm: { title: 'Tempo', default: 90, min: 20, max: 300 } },
    },
  ],
  locales: { de: 'locales/de.json' },
}

const access = {
  services: [GUARDED, OPEN],
  load: async () => ({
    default: defineRuntime({ commands: { 'metronome.start': (_context, { bpm }: { bpm: number }) => bpm } }),
  }),
  locale: async (path: string) => ({ default: { path } }),
}

it('settings and arguments are checked, and translations are loaded', async () => {
  const manifest = manifestFromJson(metronome, access)
  const kernel = await createTestKernel({ plugins: [manifest] })
  kernel.commands.setContext('loggedIn', true)
  const [section] = manifest.contributes?.settings ?? []
  const store = section && kernel.settings.store(section)
  expect(store?.getState()).toEqual({ bpm: 90, volume: 0.5, accent: true, sound: 'wood' })
  for (const change of [{ bpm: 90.5 }, { volume: 2 }, { accent: 1 }, { sound: 'bell' }])
    expect(() => store?.change(change)).toThrow()
  store?.change({ bpm: 120, volume: 0.25, sound: 'beep' })
  expect(store?.getState()).toEqual({ bpm: 120, volume: 0.25, accent: true, sound: 'beep' })
  expect(await kernel.commands.execute('metronome.start', { bpm: 120 })).toEqual({ ok: true, value: 120 })
  expect(needsArguments(manifest.contributes?.commands?.[0] ?? {})).toBe(true)
  expect(await kernel.commands.execute('metronome.start', { bpm: 'fast' })).toMatchObject({ ok: false })
  expect((await manifest.locales?.de?.())?.default).toEqual({ path: 'locales/de.json' })
  kernel.dispose()
})

it('a service is used only if the plugin requests its permission', () => {
  const idsOf = (permissions: PluginJson['permissions']) =>
    manifestFromJson({ ...metronome, permissions }, access).lazy?.map(({ id }) => id)
  expect(idsOf({})).toEqual(['other.neck'])
  expect(idsOf({ songs: 'Counts songs.' })).toEqual(['other.songs', 'other.neck'])
})

it.each([
  [{ on: 'page' } as const, undefined, ['startup'], ['/metronome'], undefined],
  [
    { on: 'page' } as const,
    'use' as const,
    ['command:metronome.*', 'route:/metronome'],
    ['/metronome'],
    undefined,
  ],
  [
    { on: 'fretboard' } as const,
    'use' as const,
    ['command:metronome.*', 'route:/fretboard'],
    undefined,
    ['/fretboard'],
  ],
])('panel %j with activateOn %s becomes a page or a drawer', (panel, activateOn, events, paths, drawers) => {
  const { contributes, activateOn: found } = manifestFromJson({ ...metronome, panel, activateOn }, access)
  expect(found).toEqual(events)
  expect(contributes?.routes?.map(({ path }) => path)).toEqual(paths)
  expect(contributes?.drawers?.map(({ on }) => on)).toEqual(drawers)
})

it('a manifest-level condition applies to all of the plugin’s commands', () => {
  const commands = [
    { id: 'metronome.a', title: 'A' },
    { id: 'metronome.b', title: 'B', when: "x || y == '2'" },
    { id: 'metronome.c', title: 'C', commandsWhen: false, when: 'z' },
    { id: 'metronome.d', title: 'D', commandsWhen: false },
  ] as const
  const made = definePlugin({
    ...manifestFromJson(metronome, access),
    contributes: { commandsWhen: 'loggedIn', commands },
  })
  expect(made.contributes?.commands?.map(({ when }) => when)).toEqual([
    'loggedIn',
    "loggedIn && (x || y == '2')",
    'z',
    undefined,
  ])
})
