import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { EXAMPLES } from '../../examples/plugin-list.js'
import { EXAMPLES_WANTED, withExamples } from '../../scripts/lib/build/with-examples.mjs'
import { PALETTE_PROVIDERS } from '../../src/core/commands/palette-provider.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import type { ExtensionPoint } from '../../src/core/platform/token.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/test-kernel.js'
import { NECK_LAYERS } from '../../src/plugins/fretboard/tokens.js'
import { SONG_FORMATS } from '../../src/plugins/midi-file/tokens.js'
import { MIDI_FILTERS, MIDI_SOURCES } from '../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'

const ROOT = fileURLToPath(new URL('../../examples', import.meta.url))
const IDS = EXAMPLES.map(({ id }) => id)

const FILLED: readonly (readonly [string, ExtensionPoint<unknown>])[] = [
  ['root-notes', NECK_LAYERS],
  ['drone', MIDI_SOURCES],
  ['one-channel', MIDI_FILTERS],
  ['harmonizer', MIDI_FILTERS],
  ['note-lines', SONG_FORMATS],
  ['find-note', PALETTE_PROVIDERS],
]

async function allRunning() {
  const kernel = await createTestKernel({
    plugins: [...PLUGINS, ...EXAMPLES],
    platform: memoryPlatform({ languages: ['de'] }),
  })
  await kernel.host.trigger('route:/fretboard')
  for (const id of IDS) await kernel.host.activate(id)
  return kernel
}

it('every example folder is listed and has a manifest, a runtime, a test and a README', () => {
  const folders = readdirSync(ROOT, { withFileTypes: true }).filter(entry => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...IDS].sort())
  for (const id of IDS)
    expect(readdirSync(`${ROOT}/${id}`)).toEqual(
      expect.arrayContaining(['README.md', 'index.ts', 'runtime.ts', `${id}.test.ts`]),
    )
})

it('examples are loaded only by a development server started with the examples option', () => {
  const plugin = withExamples()
  const resolve = plugin.resolveId as (source: string, importer: string) => string | undefined
  const app = ['../plugins/plugin-list.js', '/any/src/app/main.tsx'] as const
  expect([plugin.apply, resolve(...app)]).toEqual(['serve', undefined])
  vi.stubEnv(EXAMPLES_WANTED, '1')
  expect(resolve(...app)).toBe(join(ROOT, 'with-examples.ts'))
  expect(resolve('../src/plugins/plugin-list.js', join(ROOT, 'with-examples.ts'))).toBeUndefined()
  vi.unstubAllEnvs()
})

it('all examples run together without conflicts, one for each extension point', async () => {
  const kernel = await allRunning()
  const notices: unknown[] = []
  kernel.notices.show(notice => notices.push(notice))
  for (const [id, point] of FILLED) {
    const owners = kernel.host
      .extensionsOf(point)
      .getState()
      .map(item => kernel.host.ownerOf(point, item))
    expect(owners, point.id).toContain(id)
  }
  expect([kernel.host.report.problems, kernel.host.report.keyClashes, notices]).toEqual([[], [], []])
  kernel.dispose()
})

it('all examples can be disabled and enabled without leaks', async () => {
  const kernel = await allRunning()
  const counts = () => [
    kernel.events.listenerCount(),
    kernel.platform.clock.pending,
    kernel.commands.all.getState().length,
    kernel.settings.sections.getState().length,
    ...FILLED.map(([, point]) => kernel.host.extensionsOf(point).getState().length),
  ]
  const before = counts()
  for (const id of IDS) {
    await kernel.host.disable(id)
    await kernel.host.enable(id)
  }
  for (const id of IDS) await kernel.host.disable(id)
  for (const [id, point] of FILLED)
    expect(
      kernel.host
        .extensionsOf(point)
        .getState()
        .some(item => kernel.host.ownerOf(point, item) === id),
    ).toBe(false)
  for (const id of IDS) await kernel.host.enable(id)
  expect(counts()).toEqual(before)
  expectNoLeaks(kernel)
})
