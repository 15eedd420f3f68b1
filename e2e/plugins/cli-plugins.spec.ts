// What the shipped command line says of plugins, and the plugin that it makes.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment } from '../support/product.js'
import { expect, test } from '../support/test.js'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

let folder = ''

function fretwork(...words: string[]): Promise<Ended> {
  return new Promise(resolve => {
    const env = { ...plainEnvironment(), FRETWORK_CLI_STATE: join(folder, 'cli.json') }
    const child = execFile(process.execPath, ['dist/cli/main.mjs', ...words], { env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
    child.stdin?.end()
  })
}

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-cli-plugins-'))
})

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('finds nothing wrong with the plugins that ship, and draws who needs whom', async () => {
  expect(await fretwork('plugins', 'check')).toMatchObject({ code: 0, err: '' })
  const { code, out } = await fretwork('plugins', 'graph', '--format', 'dot')
  expect(code).toBe(0)
  expect(out).toContain('"fretboard" -> "midi-io"')
})

test('names everything that is wrong with a plugin.json, and ends with 3', async () => {
  const file = join(folder, 'plugin.json')
  await writeFile(file, JSON.stringify({ id: 'Quiz', version: 'one', runsIn: [] }))
  const { code, out, err } = await fretwork('plugins', 'check', file)
  expect({ code, err }).toEqual({ code: 3, err: '' })
  for (const field of ['id', 'version', 'engine', 'title', 'runsIn', 'entry']) {
    expect(out).toContain(`at "${field}"`)
  }
})

test('keeps a plugin off until it is let run again', async () => {
  expect(await fretwork('plugins', 'disable', 'replay')).toMatchObject({ code: 0, err: '' })
  expect((await fretwork('plugins', 'list')).out).toMatch(/replay +[\d.]+ +disabled/)
  expect(await fretwork('plugins', 'enable', 'replay')).toMatchObject({ code: 0, err: '' })
  expect((await fretwork('plugins', 'list')).out).toMatch(/replay +[\d.]+ +registered/)
})

test('makes a plugin as a package of its own, and nothing where it cannot', async () => {
  const place = join(folder, 'chord-quiz')
  expect(await fretwork('plugins', 'new', 'chord-quiz', '--package', place)).toMatchObject({
    code: 0,
    err: '',
  })
  expect((await readdir(place)).sort()).toEqual(
    ['.gitignore', 'README.md', 'package.json', 'src', 'tests', 'tsconfig.json', 'vite.config.ts'].sort(),
  )
  expect(await fretwork('plugins', 'new', 'chord-quiz', '--package', place)).toMatchObject({
    code: 3,
    out: '',
  })
})

for (const words of [
  ['plugins', '--help'],
  ['plugins', 'new', '--help'],
  ['help', 'plugins', 'check'],
]) {
  test(`helps with examples: fretwork ${words.join(' ')}`, async () => {
    const { code, out } = await fretwork(...words)
    expect(code).toBe(0)
    expect(out).toContain('For example:')
  })
}
