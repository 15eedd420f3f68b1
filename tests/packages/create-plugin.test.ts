import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestFromJson } from '../../src/core/kernel/external-manifest.js'
import { createToken } from '../../src/core/platform/token.js'
import { createTestKernel, expectNoLeaks } from '../../src/core/testing/index.js'
import { VERSION } from '../../src/core/version.js'
import { folderSource } from '../../src/sandbox/packages/package-source.js'
import { readPackage } from '../../src/sandbox/packages/plugin-package.js'
import { fretwork } from '../cli/run-program.js'
import { scratchFolder } from '../server/plugins/web-host.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PACKAGE = join(ROOT, 'packages/create-plugin')
const folder = scratchFolder()
const plugin = join(folder.path, 'chord-quiz')
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

/**
 * Runs Vite in a separate process, because this test run resolves the SDK differently. @throws Error with
 * Vite's output
 */
function build(): void {
  const env = { ...process.env, VITEST: '', NODE_ENV: '' }
  execFileSync(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    ...{ cwd: plugin, env, stdio: 'pipe' },
  })
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
    expect(readFileSync(join(PACKAGE, 'template/src/index.ts'), 'utf8')).toContain(`engine: '^${VERSION}'`)
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
})

describe('plugin created from the template', () => {
  beforeAll(async () => {
    expect(create('chord-quiz')).toEqual([0, ''])
    // Links our packages instead of running `npm install`, which needs a network.
    for (const [name, target] of [
      ['@fretwork/sdk', '.'],
      ['vite', 'node_modules/vite'],
      ['vitest', 'node_modules/vitest'],
    ] as const) {
      const link = join(plugin, 'node_modules', name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(ROOT, target), link)
    }
    build()
  }, 120_000)

  it('a new plugin uses its own name everywhere', () => {
    const files = readdirSync(plugin, { recursive: true, withFileTypes: true }).filter(
      entry => entry.isFile() && !entry.parentPath.includes('node_modules'),
    )
    expect(files.map(({ name }) => name)).toContain('.gitignore')
    expect(existsSync(join(plugin, 'tests/chord-quiz.test.tsx'))).toBe(true)
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toMatch(/tap.tempo/i)
  })

  it('a new plugin builds to files that pass the check and run in a kernel', async () => {
    const dist = join(plugin, 'dist')
    expect(await fretwork('plugins', 'check', dist)).toEqual({
      ...{ code: 0, out: 'chord-quiz: 0 problems and 0 warnings.\n', err: '' },
    })
    const { manifest: json, files } = await readPackage(folderSource(dist))
    const code = [...files].filter(([path]) => path.endsWith('.js')).map(([, { bytes }]) => bytes.toString())
    // The bundle must not contain the SDK or React.
    expect(code.join('').length).toBeLessThan(10_000)
    expect(code.join('')).toContain('from "@fretwork/sdk"')

    const load = () => import(/* @vite-ignore */ pathToFileURL(join(dist, json.entry)).href)
    const locale = async (path: string) => ({ default: jsonOf(join(dist, path)) })
    const kernel = await createTestKernel()
    kernel.host.add(manifestFromJson(json, { load, locale }))
    kernel.commands.setContext('loggedIn', true)
    await kernel.commands.execute('chord-quiz.tap')
    await kernel.platform.clock.advance(500)
    await kernel.commands.execute('chord-quiz.tap')
    const tapper = createToken<{ readonly tempo: { getState(): number | undefined } }>('chord-quiz.tapper')
    expect(kernel.get(tapper).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('a plugin cannot bundle a package shared by the app', () => {
    const runtime = join(plugin, 'src/runtime.ts')
    const text = readFileSync(runtime, 'utf8')
    writeFileSync(runtime, `import 'react-dom/client'\n${text}`)
    expect(build).toThrow('A plugin cannot bundle "react-dom/client"')
  })
})
