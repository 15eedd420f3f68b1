// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { ReadonlyStore } from '../../src/core/platform/store.js'
import { createToken, type Token } from '../../src/core/platform/token.js'
import { createTestKernel, expectNoLeaks, type TestKernel } from '../../src/core/testing/index.js'
import { renderScreen } from '../../src/core/testing/react.js'
import { NECK_LAYERS } from '../../src/plugins/fretboard/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { isManifest, orphansAmong, type Snippet, snippetsOf } from './snippets.js'

// Node's file functions reject happy-dom's URL class.
const ROOT = join(import.meta.dirname, '../..')
const page = readFileSync(join(ROOT, 'docs/plugins.md'), 'utf8')
const snippets = snippetsOf(page)

// Runs at collection time because the page's tests are collected too. The folder is inside the project so
// that a browser environment finds it.
mkdirSync(join(ROOT, 'test-results'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'test-results/docs-'))
for (const { file, text } of snippets) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const load = <T>(file: string): Promise<T> => import(/* @vite-ignore */ join(folder, file))
const manifests = await Promise.all(
  snippets
    .filter(({ file }) => isManifest(file))
    .map(async ({ file }) => (await load<{ default: PluginManifest }>(file)).default),
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function compile(): string[] {
  const config = join(folder, 'tsconfig.json')
  const inherited = { extends: join(ROOT, 'tsconfig.json'), include: snippets.map(({ file }) => file) }
  writeFileSync(config, JSON.stringify(inherited))
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', config, '--singleThreaded', '--pretty', 'false'], {
      cwd: folder,
    })
    return []
  } catch (error) {
    // The SDK's sources are compiled too, but their errors are reported by other checks.
    const errors = String((error as { stdout: unknown }).stdout).split('\n')
    return errors.filter(line => snippets.some(({ file }) => line.startsWith(file)))
  }
}

async function kernelWith(...ids: string[]): Promise<TestKernel> {
  const chosen = manifests.filter(({ id }) => ids.includes(id))
  const kernel = await createTestKernel({ plugins: [...PLUGINS, ...chosen] })
  kernel.commands.setContext('loggedIn', true)
  return kernel
}

describe('docs/plugins.md', () => {
  it('the code in docs/plugins.md compiles', { timeout: 120_000 }, () => expect(compile()).toEqual([]))

  it('every snippet in docs/plugins.md is executed by a test', () =>
    expect(orphansAmong(snippets)).toEqual([]))

  it('docs/plugins.md lists all extension points', async () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)].map(([, name = '', from = '']) => [
      name,
      from,
    ])
    const listed = rows.map(([name]) => name)
    const points = PLUGINS.flatMap(({ extensionPoints = [] }) => extensionPoints.map(({ id }) => id))
    const faces = import.meta.glob<Record<string, unknown>>('../../src/{core/index,plugins/*/tokens}.ts')
    const modules = await Promise.all(Object.values(faces).map(face => face()))
    const ids = listed.map(name =>
      modules.map(module => module[name ?? '']).find(point => point !== undefined),
    )
    expect(ids.map(point => (point as { id: string } | undefined)?.id)).toEqual(
      expect.arrayContaining([...points, 'palette.providers']),
    )
    expect(ids).not.toContain(undefined)
  })

  it('all example plugins start with the built-in plugins and stop without leaks', async () => {
    const kernel = await kernelWith(...manifests.map(({ id }) => id))
    expect(kernel.host.report.problems).toEqual([])
    for (const { id, contributes } of manifests) {
      await kernel.host.activate(id)
      const { routes = [], drawers = [] } = contributes ?? {}
      for (const { screen } of [...routes, ...drawers]) await kernel.host.loadScreen(id, screen)
    }
    for (const { id } of [...manifests].reverse()) await kernel.host.disable(id)
    expectNoLeaks(kernel)
  })

  it('the drill counts beats with progress, restarts when run again and can be canceled', async () => {
    const kernel = await kernelWith('drill')
    const { commands, platform } = kernel
    await kernel.host.activate('drill')
    /** Starts the drill command and waits for the first beat. */
    const start = async (beats: number) => {
      const outcome = commands.execute('drill.count', { beats, tempo: 60 })
      await platform.clock.advance(0)
      return { outcome }
    }
    const first = await start(4)
    await platform.clock.advance(1000)
    expect(commands.running.getState()).toMatchObject([{ id: 'drill.count', fraction: 0.25 }])
    const second = await start(2)
    expect(await first.outcome).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
    await platform.clock.advance(2000)
    expect(await second.outcome).toEqual({ ok: true, value: 2 })
    const third = await start(2)
    commands.running.getState()[0]?.cancel()
    expect(await third.outcome).toMatchObject({ ok: false, error: { code: 'command_cancelled' } })
    expect(await commands.execute('drill.count', { beats: 0, tempo: 60 })).toMatchObject({
      ok: false,
      error: { code: 'arguments_invalid' },
    })
    expectNoLeaks(kernel)
  })

  it('the click plugin follows a setting from its section', async () => {
    const kernel = await kernelWith('click')
    const volume: Token<ReadonlyStore<number>> = createToken('click.volume')
    const section = kernel.settings.sections.getState().find(({ id }) => id === 'Click')
    expect(kernel.get(volume).getState()).toBe(0.5)
    if (section) kernel.settings.store(section).change({ volume: 0.75 })
    expect(kernel.get(volume).getState()).toBe(0.75)
  })

  it('the twelfth-fret plugin pins the neck while it is running', async () => {
    const kernel = await kernelWith('twelfth-fret')
    await kernel.host.activate('twelfth-fret')
    const layers = kernel.host.extensionsOf(NECK_LAYERS)
    const marks = layers
      .getState()
      .find(({ id }) => id === 'twelfth-fret')
      ?.marks.getState()
    expect(marks).toHaveLength(6)
    expect(marks?.[0]).toMatchObject({ fret: 12, look: 'pin' })
    await kernel.host.disable('twelfth-fret')
    expect(layers.getState().find(({ id }) => id === 'twelfth-fret')).toBeUndefined()
  })

  it('the open-strings plugin shows the tuning in a drawer', async () => {
    const kernel = await kernelWith('open-strings')
    const drawer = renderScreen(kernel, 'open-strings', 'OpenStrings')
    expect(await drawer.findByText(/has 6 strings\.$/)).toBeDefined()
    drawer.unmount()
  })
})

// Runs the tests from the page.
for (const { file } of snippets.filter(isTest))
  describe(file, async () => {
    await load(file)
  })

function isTest({ file }: Snippet): boolean {
  return /\.test\.tsx?$/.test(file)
}
