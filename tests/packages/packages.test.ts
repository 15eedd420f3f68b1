// What a developer of a plugin does without this repository: npm create, npm install, npm test, npm run build. npm
// gets everything from a registry on this machine, which serves the packed packages and the checkout's node_modules.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { manifestFromJson } from '../../src/core/kernel/manifest/external-manifest.js'
import { createToken } from '../../src/core/platform/services/token.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/index.js'
import { VERSION } from '../../src/core/version.js'
import { folderSource } from '../../src/packages/package-source.js'
import { readPackage } from '../../src/packages/plugin-package.js'
import { type LocalRegistry, localRegistry } from './local-registry.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Compilers and bundlers are started here, on a machine that is busy with other tests. */
const PATIENT = 240_000
const NAMES = ['cli', 'create-plugin', 'sdk'] as const

let folder = ''
let registry: LocalRegistry | undefined
let plugin = ''

interface Ended {
  readonly code: number
  readonly text: string
}

/** As in a person's terminal: not as a part of this test run, and with the registry of this machine. */
function run(cwd: string, program: string, ...words: string[]): Promise<Ended> {
  return new Promise(resolve => {
    execFile(program, words, { cwd, env: environment(), maxBuffer: 2 ** 24 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, text: out + err })
    })
  })
}

function environment(): NodeJS.ProcessEnv {
  const { VITEST: _vitest, NODE_ENV: _mode, ...env } = process.env
  const npm = {
    registry: registry?.url,
    cache: join(folder, 'cache'),
    audit: 'false',
    fund: 'false',
    yes: 'true',
  }
  const settings = Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value])
  return { ...env, ...Object.fromEntries(settings), npm_config_update_notifier: 'false', FORCE_COLOR: '0' }
}

async function right(ended: Promise<Ended>): Promise<string> {
  const { code, text } = await ended
  expect(code, text).toBe(0)
  return text
}

const packageOf = (name: string) => join(folder, 'packages', name)
const tarballOf = (name: string) => join(folder, 'packages', `fretwork-${name}-${VERSION}.tgz`)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fretwork-packages-'))
  const packing = ['--import', './cli/register.mjs', 'scripts/packages.ts', '--out', join(folder, 'packages')]
  await right(run(ROOT, process.execPath, ...packing))
  const packages = new Map(NAMES.map(name => [packageOf(name), tarballOf(name)]))
  registry = await localRegistry(join(ROOT, 'node_modules'), packages)
  await right(run(folder, 'npm', 'create', '@fretwork/plugin', 'chord-quiz'))
  plugin = join(folder, 'chord-quiz')
  await right(run(plugin, 'npm', 'install'))
}, PATIENT)

afterAll(async () => {
  await registry?.close()
  await rm(folder, { recursive: true, force: true })
}, PATIENT)

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

describe('the packages', () => {
  it.each(NAMES)(
    '@fretwork/%s has this version, a README, and nothing of the machine it was made on',
    name => {
      const { version, license } = JSON.parse(readFileSync(join(packageOf(name), 'package.json'), 'utf8'))
      expect({ version, license }).toEqual({ version: VERSION, license: expect.any(String) })
      const files = filesBelow(packageOf(name))
      expect(files).toContain(join(packageOf(name), 'README.md'))
      expect(files.filter(file => readFileSync(file, 'utf8').includes(ROOT))).toEqual([])
    },
  )

  it('are small, and depend on zod alone', () => {
    const most = { cli: 2_000_000, 'create-plugin': 50_000, sdk: 1_500_000 }
    const sizes = NAMES.map(name => statSync(tarballOf(name)).size < most[name])
    expect(sizes).toEqual([true, true, true])
    const dependencies = NAMES.flatMap(name =>
      Object.keys(JSON.parse(readFileSync(join(packageOf(name), 'package.json'), 'utf8')).dependencies ?? {}),
    )
    expect(dependencies).toEqual(['zod'])
  })

  it('say in one sentence that the server is elsewhere', async () => {
    const { code, text } = await run(plugin, 'npx', 'fretwork', 'server', 'start')
    expect(code).toBe(2)
    expect(text.trim()).toMatch(/^This command needs the server of Fretwork, .*\.$/)
    expect(await right(run(plugin, 'npx', 'fretwork', 'server', '--help'))).toContain(
      'Usage: fretwork server',
    )
  })

  it(
    'run a plugin without screens in its test where neither React nor a page is',
    async () => {
      const place = mkdtempSync(join(folder, 'headless-'))
      writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
      await right(run(place, 'npm', 'install', '@fretwork/sdk'))
      expect(readdirSync(join(place, 'node_modules')).sort()).toEqual([
        '.package-lock.json',
        '@fretwork',
        'zod',
      ])
      cpSync(join(ROOT, 'tests/packages/headless-plugin.mjs'), join(place, 'test.mjs'))
      expect(JSON.parse(await right(run(place, process.execPath, 'test.mjs')))).toEqual({
        heard: ['note'],
        sent: ['GET /account/api/v1/plugins/'],
        beats: 2,
      })
    },
    PATIENT,
  )
})

interface Tapper {
  readonly tempo: { getState(): number | undefined }
}

describe('a plugin made with them', { timeout: PATIENT }, () => {
  it('compiles with the types of every face, and its tests pass', async () => {
    const { exports } = JSON.parse(
      readFileSync(join(plugin, 'node_modules/@fretwork/sdk/package.json'), 'utf8'),
    )
    const faces = Object.keys(exports).filter(face => face !== './package.json')
    const lines = faces.map((face, index) => `export * as face${index} from '@fretwork/sdk${face.slice(1)}'`)
    expect(lines.length).toBeGreaterThan(15)
    writeFileSync(join(plugin, 'src/every-face.ts'), `${lines.join('\n')}\n`)
    const { compilerOptions } = JSON.parse(readFileSync(join(plugin, 'tsconfig.json'), 'utf8'))
    expect(compilerOptions.skipLibCheck).toBe(false)
    const ended = await Promise.all([run(plugin, 'npm', 'run', 'types'), run(plugin, 'npm', 'test')])
    rmSync(join(plugin, 'src/every-face.ts'))
    expect(
      ended.map(({ code }) => code),
      ended.map(({ text }) => text).join('\n'),
    ).toEqual([0, 0])
  })

  it('is built, checked, taken by a server, and runs in a kernel', async () => {
    await right(run(plugin, 'npm', 'run', 'build'))
    expect(await right(run(plugin, 'npm', 'run', 'check'))).toContain(
      'chord-quiz: 0 problems and 0 warnings.',
    )

    const dist = join(plugin, 'dist')
    const { manifest: json, files } = await readPackage(folderSource(dist))
    expect(json.id).toBe('chord-quiz')
    const code = [...files].filter(([path]) => path.endsWith('.js')).map(([, { bytes }]) => bytes.toString())
    // Neither the SDK nor React is in it.
    expect(code.join('').length).toBeLessThan(10_000)

    const load = () => import(/* @vite-ignore */ pathToFileURL(join(dist, json.entry)).href)
    const locale = async (path: string) => ({ default: JSON.parse(readFileSync(join(dist, path), 'utf8')) })
    const kernel = await createTestKernel()
    kernel.host.add(manifestFromJson(json, { load, locale }))
    kernel.commands.setContext('loggedIn', true)
    await kernel.commands.execute('chord-quiz.tap')
    await kernel.platform.clock.advance(500)
    await kernel.commands.execute('chord-quiz.tap')
    expect(kernel.get(createToken<Tapper>('chord-quiz.tapper')).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('is built again when only its manifest changes', async () => {
    const json = join(plugin, 'watched/plugin.json')
    const title = () => (existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')).title : undefined)
    const vite = join(plugin, 'node_modules/vite/bin/vite.js')
    const words = [vite, 'build', '--watch', '--outDir', 'watched']
    const watching = spawn(process.execPath, words, { cwd: plugin, env: environment(), stdio: 'ignore' })
    const ended = once(watching, 'exit')
    onTestFinished(async () => {
      watching.kill()
      await ended
    })
    await vi.waitFor(() => expect(title()).toBe('Chord quiz'), { interval: 100 })
    const manifest = join(plugin, 'src/index.ts')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace("title: 'Chord quiz',", "title: 'Quiz of chords',"))
    await vi.waitFor(() => expect(title()).toBe('Quiz of chords'), { interval: 100 })
    // A further build may empty the folder once more.
    const built = () => readPackage(folderSource(join(plugin, 'watched')))
    await vi.waitFor(built, { interval: 100 })
  })
})
