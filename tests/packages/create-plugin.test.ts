import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBuilt } from '../../cli/commands/plugins/check/check-built.js'
import { fretworkPlugin } from '../../scripts/lib/plugin/plugin-preset.mjs'
import { VERSION } from '../../src/core/version.js'
import { scratchFolder } from '../server/plugins/web-host.js'
import { IS_SOAK } from '../support/rounds.js'
import { installedVersions, npmRegistry } from './npm-registry.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PACKAGE = join(ROOT, 'packages/create-plugin')
/** Maximum sizes of the packages, bytes. */
const MOST = { cli: 2_500_000, 'create-plugin': 20_000, sdk: 2_000_000 }
const folder = scratchFolder()
const plugin = join(folder.path, 'tap-tempo')
afterAll(() => folder.remove())

const jsonOf = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

/** Runs create-plugin. @returns exit code and error output */
function create(...words: string[]): readonly [code: number, said: string] {
  try {
    execFileSync(process.execPath, [join(PACKAGE, 'create.mjs'), ...words], {
      cwd: folder.path,
      stdio: 'pipe',
    })
    return [0, '']
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer }
    return [status, stderr.toString()]
  }
}

describe('plugin template', () => {
  it('the plugin template uses the current versions of Fretwork and its tools', () => {
    const { dependencies, devDependencies } = jsonOf(join(ROOT, 'package.json'))
    const own = { ...dependencies, ...devDependencies, typescript: devDependencies['@typescript/native'] }
    const wanted = jsonOf(join(PACKAGE, 'template/package.json')).devDependencies as Record<string, string>
    for (const [name, range] of Object.entries(wanted)) {
      const version = name.startsWith('@fretwork/') ? VERSION : own[name].replace(/^npm:.*@/, '')
      expect([name, range]).toEqual([name, `^${version}`])
    }
    expect(jsonOf(join(PACKAGE, 'package.json')).version).toBe(VERSION)
  })

  it.each([
    ['Foo', 3, 'cannot be the id of a plugin'],
    ['full', 3, 'exists already'],
    ['--help', 2, 'Name the folder of the new plugin'],
  ])('creating a plugin named %s is rejected', (name, code, why) => {
    folder.write({ 'mine.txt': 'mine' }, 'full')
    const before = readdirSync(folder.path, { recursive: true })
    expect(create(name)).toEqual([code, expect.stringContaining(why)])
    expect(readdirSync(folder.path, { recursive: true })).toEqual(before)
  })

  it('a new plugin uses its own name everywhere', () => {
    expect(create('chord-quiz')).toEqual([0, ''])
    const made = join(folder.path, 'chord-quiz')
    const files = readdirSync(made, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['.gitignore', 'chord-quiz.test.ts']),
    )
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toMatch(/tap.?tempo/i)
  })
})

it('the plugin of the template builds and passes the check', async () => {
  const outDir = join(folder.path, 'template')
  await build({
    ...{ root: ROOT, configFile: false, logLevel: 'error', build: { outDir } },
    plugins: [fretworkPlugin({ entry: join(PACKAGE, 'template/src/index.ts') })],
  })
  expect(await checkBuilt(outDir)).toMatchObject({ name: 'tap-tempo', problems: [], warnings: [] })
})

// Packs and installs everything, which takes half a minute.
describe.runIf(IS_SOAK)('the commands of README.md for plugin authors', () => {
  const block = /## Five minutes as a plugin author[\s\S]*?```sh\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
  )?.[1]
  let registry: Awaited<ReturnType<typeof npmRegistry>>
  const run = (cwd: string, commands = '') => {
    const { NODE_ENV: _mode, VITEST: _test, ...outer } = process.env
    const env = {
      ...{ ...outer, FRETWORK: ROOT.replace(/\/$/, ''), FRETWORK_CLI_STATE: join(folder.path, 'state.json') },
      ...{ npm_config_registry: registry.url, npm_config_cache: join(folder.path, 'cache') },
      ...{ npm_config_yes: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
    }
    // The registry runs in this process, so that waiting must not block it.
    return new Promise<string>((resolve, reject) =>
      execFile('bash', ['-ec', commands], { cwd, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
        error ? reject(new Error(`${out}${err}`, { cause: error })) : resolve(out),
      ),
    )
  }
  beforeAll(async () => {
    registry = await npmRegistry(installedVersions(join(ROOT, 'node_modules')))
  })
  afterAll(() => registry.end())

  it('the CLI creates, tests, builds and checks a plugin in an empty folder', {
    timeout: 600_000,
  }, async () => {
    expect(await run(folder.path, block)).toContain('tap-tempo: 0 problems and 0 warnings.')
    for (const [name, most] of Object.entries(MOST)) {
      const packed = join(ROOT, `dist-packages/fretwork-${name}-${VERSION}.tgz`)
      expect(statSync(packed).size, name).toBeLessThan(most)
    }
    const dist = readFileSync(join(plugin, 'dist/index.js'), 'utf8')
    expect(dist.length).toBeLessThan(3000)
    expect(dist).not.toMatch(/^import /m)
  })

  it('wrong types end the build', { timeout: 60_000 }, async () => {
    const file = join(plugin, 'src/index.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('permissions: {}', 'permision: {}'))
    await expect(run(plugin, 'npm run build')).rejects.toThrow("Did you mean to write 'permissions'?")
  })

  it('the packages contain no paths of the computer that built them', () => {
    for (const name of Object.keys(MOST)) {
      const place = join(ROOT, 'dist-packages', name)
      const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter(entry =>
        entry.isFile(),
      )
      for (const entry of files)
        expect(readFileSync(join(entry.parentPath, entry.name), 'utf8'), entry.name).not.toContain(ROOT)
    }
  })

  it('the command line of the package says what needs Fretwork itself', { timeout: 60_000 }, async () => {
    await expect(run(plugin, 'npx fretwork plugins dev')).rejects.toThrow('needs')
    await expect(run(plugin, 'npx fretwork server start')).rejects.toThrow('needs the server of Fretwork')
  })
})
