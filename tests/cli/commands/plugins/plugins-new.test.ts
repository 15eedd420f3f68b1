import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../../cli/commands/plugins/plugins-new.js'
import { listed } from '../../../../cli/scaffold/in-repo.js'
import { namesOf } from '../../../../cli/scaffold/names.js'
import { checkProject } from '../../../../scripts/locales/areas.js'
import { pluginJson } from '../../../../src/core/api/external-plugins.js'
import { manifestFromJson } from '../../../../src/core/kernel/manifest/external-manifest.js'
import { createToken } from '../../../../src/core/platform/services/token.js'
import { createTestKernel, expectNoLeaks } from '../../../../src/core/testing/index.js'
import { fretwork } from '../../run-program.js'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** Compilers and bundlers are started here, on a machine that is busy with other tests. */
const PATIENT = 120_000

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-new-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** A tool of this checkout, run in a folder. @returns what it printed, where it failed */
function tool(cwd: string, file: string, ...words: string[]): Promise<string> {
  return run(cwd, [join(ROOT, 'node_modules', file), ...words])
}

/** Node with a program and its words. */
function run(cwd: string, words: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    // Not as a part of this very test run.
    const env = { ...process.env, VITEST: '', NODE_ENV: '', FORCE_COLOR: '0' }
    execFile(process.execPath, words, { cwd, env }, (error, out, err) => {
      resolve(error ? `${words.join(' ')}: ${out}${err}` : '')
    })
  })
}

/** What `npm install` does for a package, without the network: its packages are links to ours. */
async function install(place: string): Promise<void> {
  const { devDependencies } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))
  for (const name of Object.keys(devDependencies)) {
    const link = join(place, 'node_modules', name)
    await mkdir(dirname(link), { recursive: true })
    const from = name === 'typescript' ? '@typescript/native' : name
    await symlink(name === '@fretwork/sdk' ? ROOT : join(ROOT, 'node_modules', from), link)
  }
}

interface Tapper {
  readonly tempo: { getState(): number | undefined }
}

describe('a plugin that is a package of its own', { timeout: PATIENT }, () => {
  const place = () => join(folder, 'packages/chord-quiz')
  let made = { code: -1, out: '', err: '' }

  beforeAll(async () => {
    made = await fretwork('plugins', 'new', 'chord-quiz', '--package', place())
    await install(place())
  }, PATIENT)

  it('is written with what to do next', () => {
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain('npm run build')
  })

  it('compiles, and its tests pass', async () => {
    const ended = await Promise.all([
      tool(place(), '@typescript/native/bin/tsc', '--singleThreaded'),
      tool(place(), 'vitest/vitest.mjs', 'run'),
    ])
    expect(ended).toEqual(['', ''])
  })

  it('builds to files that the check accepts, and that run in a kernel without the sources', async () => {
    expect(await tool(place(), 'vite/bin/vite.js', 'build')).toBe('')
    const dist = join(place(), 'dist')
    expect(await fretwork('plugins', 'check', dist)).toMatchObject({ code: 0, err: '' })

    const json = pluginJson.parse(JSON.parse(await readFile(join(dist, 'plugin.json'), 'utf8')))
    const entry = pathToFileURL(join(dist, json.entry)).href
    const words = async (path: string) => ({ default: JSON.parse(await readFile(join(dist, path), 'utf8')) })
    const manifest = manifestFromJson(json, { load: () => import(/* @vite-ignore */ entry), locale: words })
    const kernel = await createTestKernel()
    expect(kernel.host.add(manifest)).toMatchObject({ status: 'registered' })
    kernel.commands.setContext('loggedIn', true)
    await kernel.commands.execute('chord-quiz.tap')
    await kernel.platform.clock.advance(500)
    await kernel.commands.execute('chord-quiz.tap')
    expect(kernel.get(createToken<Tapper>('chord-quiz.tapper')).tempo.getState()).toBe(120)
    expectNoLeaks(kernel)
  })

  it('is checked by its own script, whatever compiler it has', async () => {
    const { scripts } = JSON.parse(await readFile(join(place(), 'package.json'), 'utf8'))
    const [node = '', ...words] = scripts.check.split(' ')
    expect(node).toBe('node')
    expect(await run(place(), words)).toBe('')
  })

  it('is not built with what the application has to have once', async () => {
    const runtime = join(place(), 'src/runtime.ts')
    const text = await readFile(runtime, 'utf8')
    await writeFile(runtime, `import 'react-dom/client'\n${text}`)
    expect(await tool(place(), 'vite/bin/vite.js', 'build', '--outDir', 'elsewhere')).toContain(
      'A plugin cannot bundle "react-dom/client"',
    )
    await writeFile(runtime, text)
  })

  it('brings neither React nor the SDK along', async () => {
    const files = (await readdir(join(place(), 'dist'))).filter(name => name.endsWith('.js'))
    const texts = await Promise.all(files.map(name => readFile(join(place(), 'dist', name), 'utf8')))
    expect(texts.join('').length).toBeLessThan(10_000)
    expect(texts.join('')).toContain('from "@fretwork/sdk"')
  })
})

/** Two plugins that need no other: with all of them, compiling and reading the copy would take half a minute. */
const SHIPPED = ['auth', 'social'] as const
const PLUGIN_LIST = `import type { PluginManifest } from '../core/kernel/manifest/plugin.js'
${SHIPPED.map(id => `import ${id} from './${id}/index.js'\n`).join('')}
export const PLUGINS: readonly PluginManifest[] = [${SHIPPED.join(', ')}]
`

describe('a plugin inside the repository', { timeout: PATIENT }, () => {
  let root = ''

  /** A repository as far as a plugin meets it. */
  beforeAll(async () => {
    root = join(folder, 'repository')
    for (const path of [
      'src/core',
      ...SHIPPED.map(id => `src/plugins/${id}`),
      'scripts/lib',
      'tests/page-address.ts',
      'tests/settle-imports.ts',
      'tests/setup-dom.ts',
      'tests/window-width.ts',
      'vitest.config.ts',
      'package.json',
      'biome.json',
    ]) {
      await cp(join(ROOT, path), join(root, path), { recursive: true })
    }
    await writeFile(join(root, 'src/plugins/plugin-list.ts'), PLUGIN_LIST)
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    const { compilerOptions } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'))
    // All of it: what tsconfig.json does not include is transformed without decorators.
    const include = ['src', 'tests']
    await writeFile(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
    const { code } = await captured(() => create('class', {}, { root, here: root }))
    expect(code).toBe(0)
  }, PATIENT)

  it('compiles with the list that names it, and its tests pass', async () => {
    const ended = await Promise.all([
      tool(root, '@typescript/native/bin/tsc', '--singleThreaded'),
      tool(root, 'vitest/vitest.mjs', 'run', 'tests/plugins/class'),
    ])
    expect(ended).toEqual(['', ''])
  })

  it('is written as the formatter and the linter want it', async () => {
    const paths = ['src/plugins/class', 'tests/plugins/class', 'src/plugins/plugin-list.ts']
    expect(await tool(root, '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...paths)).toBe('')
  })

  it('has German words for everything that it says', async () => {
    const alone = join(folder, 'words')
    await cp(join(root, 'src/plugins/class'), join(alone, 'src/plugins/class'), { recursive: true })
    expect(checkProject(alone)).toEqual([])
  })

  it('is refused a second time, and nothing changes', async () => {
    const before = await readFile(join(root, 'src/plugins/plugin-list.ts'), 'utf8')
    expect(() => create('class', {}, { root, here: root })).toThrow(/src\/plugins\/class exists already/)
    expect(await readFile(join(root, 'src/plugins/plugin-list.ts'), 'utf8')).toBe(before)
  })
})

it('asks where a plugin is to be, where the folder at hand is outside of the repository', () => {
  const root = join(tmpdir(), 'fretwork')
  for (const here of [tmpdir(), join(tmpdir(), 'fretwork-plugins')])
    expect(() => create('chord-quiz', {}, { root, here })).toThrow(/Say where "chord-quiz" is to be/)
})

/** Without what it prints. */
async function captured(run: () => number): Promise<{ code: number }> {
  const write = process.stdout.write
  process.stdout.write = () => true
  try {
    return { code: run() }
  } finally {
    process.stdout.write = write
  }
}

describe('the plugin list', () => {
  const names = (id: string) => ({ id, title: id, variable: id })
  const LIST = [
    "import alpha from './alpha/index.js'",
    "import omega from './omega/index.js'",
    '',
    'export const PLUGINS: readonly PluginManifest[] = [alpha, omega]',
    '',
  ]

  it('gets one more line in order, and one more item', () => {
    expect(listed(LIST.join('\n'), names('mid')).split('\n')).toEqual([
      LIST[0],
      "import mid from './mid/index.js'",
      ...LIST.slice(1, 3),
      'export const PLUGINS: readonly PluginManifest[] = [alpha, omega, mid]',
      '',
    ])
  })

  it('is in the order of numbers', () => {
    const two = listed(LIST.join('\n'), names('x2'))
    const lines = listed(two, names('x10')).split('\n')
    expect(lines.slice(2, 4)).toEqual(["import x2 from './x2/index.js'", "import x10 from './x10/index.js'"])
  })

  it('has an item per line where one line would be too long', () => {
    const long = 'long'.repeat(12)
    expect(listed(LIST.join('\n'), names(long))).toContain(`= [\n  alpha,\n  omega,\n  ${long},\n]\n`)
  })
})

describe('the names of a plugin', () => {
  it('shadow nothing that every scope has', () => {
    expect(namesOf('constructor', []).variable).toBe('constructorPlugin')
    expect(namesOf('global-this', []).variable).toBe('globalThisPlugin')
    expect(namesOf('tap-tempo', []).variable).toBe('tapTempo')
  })
})

describe('fretwork plugins new', () => {
  it.each([
    ['Foo', 'cannot be the name of a plugin'],
    ['1abc', 'with a letter first'],
    ['tap-', 'single dashes between words'],
    ['two--dashes', 'cannot be the name of a plugin'],
    ['a'.repeat(41), 'cannot be the name of a plugin'],
    ['../up', 'cannot be the name of a plugin'],
    ['core', 'Fretwork needs it itself'],
    ['health', 'Fretwork needs it itself'],
    ['fretboard', 'a plugin of Fretwork has it'],
  ])('refuses the name %s in one sentence, and makes nothing', async (name, why) => {
    const { code, out, err } = await fretwork('plugins', 'new', name, '--package', join(folder, 'never'))
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain(why)
    expect(await readdir(folder)).not.toContain('never')
  })

  it('writes into no folder that holds something', async () => {
    await mkdir(join(folder, 'full'), { recursive: true })
    await writeFile(join(folder, 'full/mine.txt'), 'mine')
    const { code, err } = await fretwork('plugins', 'new', 'quiz', '--package', join(folder, 'full'))
    expect(code).toBe(3)
    expect(err).toContain('exists already')
    expect(await readdir(join(folder, 'full'))).toEqual(['mine.txt'])
  })

  it('leaves nothing half made where it cannot write', async () => {
    await writeFile(join(folder, 'file'), '')
    const { code, err } = await fretwork('plugins', 'new', 'quiz', '--package', join(folder, 'file/quiz'))
    expect(code).toBe(3)
    expect(err).toMatch(/cannot be written .*; nothing was made\.\n$/)
    expect((await readdir(folder)).filter(name => name.includes('half'))).toEqual([])
  })

  it.runIf(process.platform === 'linux').each(['/proc/quiz', '/proc/self/quiz', '/sys/quiz'])(
    'refuses %s at once, where the system allows no new folders',
    async place => {
      const { code, out, err } = await fretwork('plugins', 'new', 'quiz', '--package', place)
      expect({ code, out }).toEqual({ code: 3, out: '' })
      expect(err).toMatch(/^\/\w+(\/self)?\/quiz cannot be written \(the system .*\); nothing was made\.\n$/)
    },
  )

  it('takes one place only', async () => {
    const { code } = await fretwork('plugins', 'new', 'quiz', '--in-repo', '--package', 'x')
    expect(code).toBe(2)
  })
})
