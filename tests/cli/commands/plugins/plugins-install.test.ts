import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { archiveOf, npmRegistry, type PublishedVersion } from '../../../packages/npm-registry.js'
import { type Files, hashOf, packageFiles, scratchFolder } from '../../../server/plugins/web-host.js'
import { fretwork, recordsIn } from '../../run-program.js'

const DAY_MS = 86_400_000
const NAME = 'fretwork-plugin-quiz'
/** The cast is needed because the schema's type does not include the list of permissions. */
const HEARS = { 'midi-in': 'Hears your answer.' } as PluginJson['permissions']
const folder = scratchFolder()
const versions: PublishedVersion[] = []
let registry: Awaited<ReturnType<typeof npmRegistry>>
let tests = 0
let list = ''

beforeAll(async () => {
  registry = await npmRegistry(versions)
})
afterAll(async () => {
  await registry.end()
  folder.remove()
})

beforeEach(() => {
  tests += 1
  versions.length = 0
  list = join(folder.path, `${tests}/state/plugins.json`)
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder.path, `${tests}/state/cli.json`))
  vi.stubEnv('npm_config_registry', registry.url)
  vi.stubEnv('npm_config_userconfig', join(folder.path, 'no-npmrc'))
  vi.stubEnv('npm_config_cache', join(folder.path, `${tests}/cache`))
  vi.stubEnv('npm_config_fetch_retries', '0')
})

interface Publishing {
  readonly name?: string
  /** Days since publication; null if missing from the registry. */
  readonly age?: number | null
  readonly plugin?: Partial<PluginJson>
  readonly files?: Files
  /** Additional registry entry fields. */
  readonly more?: object
}

function publish(
  version: string,
  { name = NAME, age = 10, plugin = {}, files, more }: Publishing = {},
): Files {
  const built = packageFiles(
    {
      ...{ id: 'quiz', title: 'Chord quiz', permissions: HEARS, version },
      ...{ commands: [{ id: 'ask', title: 'Ask for a chord' }], activateOn: 'use' },
      ...plugin,
    },
    {
      'drone.js': `export default { setup: ({ commands }) => commands.add('ask', { title: 'Ask', run: () => '${version}' }) }`,
    },
  )
  const all = Object.entries(files ?? built).map(([path, text]) => [`dist/${path}`, text])
  const manifest = { name, version }
  const place = folder.write(
    { ...Object.fromEntries(all), 'package.json': JSON.stringify(manifest) },
    `${tests}/${name}-${version}`,
  )
  const publishedAt = age === null ? {} : { publishedAt: new Date(Date.now() - age * DAY_MS).toISOString() }
  versions.push({ manifest: { ...manifest, ...more }, archive: archiveOf(place), ...publishedAt })
  return built
}

const install = (...words: string[]) => fretwork('plugins', 'install', ...words)
const entries = (): Record<string, unknown>[] => JSON.parse(readFileSync(list, 'utf8'))
const installed = () => entries().map(({ version }) => version)

describe('plugin installation from npm', () => {
  it('a plugin is installed after consent to its permissions and runs until it is removed', async () => {
    const files = publish('1.0.0', {
      more: { dist: { attestations: { url: 'https://npm.example/quiz@1.0.0' } } },
    })
    const asked = await install(NAME)
    expect(asked).toMatchObject({ code: 3, err: expect.stringContaining('Nothing was installed') })
    for (const line of [
      '"quiz" 1.0.0: Chord quiz',
      'Sees what you play (midi-in): Hears your answer.',
      'with an attestation of its publisher, which the registry has: https://npm.example/quiz@1.0.0',
    ])
      expect(asked.out).toContain(line)
    expect(existsSync(list)).toBe(false)

    expect(await install(NAME, '--yes')).toMatchObject({ code: 0, err: '' })
    const place = `plugin-packages/${NAME}@1.0.0`
    expect(entries()).toEqual([
      {
        ...{ id: 'quiz', package: NAME, version: '1.0.0' },
        ...{ manifest: `${place}/dist/plugin.json`, integrity: hashOf(files) },
      },
    ])
    expect((await fretwork('run', 'quiz.ask')).out).toBe('"1.0.0"\n')
    const rows = recordsIn<{ id: string }>((await fretwork('plugins', 'list', '--json')).out)
    expect(rows.find(({ id }) => id === 'quiz')).toMatchObject({
      package: NAME,
      permissions: [{ permission: 'midi-in', reason: 'Hears your answer.', granted: true }],
    })

    expect(await fretwork('plugins', 'remove', 'quiz')).toMatchObject({ code: 0, err: '' })
    expect(entries()).toEqual([])
    expect(existsSync(join(list, '..', place))).toBe(false)
    expect(await fretwork('plugins', 'remove', 'quiz')).toMatchObject({ code: 4 })
  })

  it('installing picks the latest version that is at least three days old and not deprecated', async () => {
    publish('1.0.0')
    publish('1.1.0', { more: { deprecated: 'It loses notes.' } })
    publish('1.2.0', { age: 2.9 })
    await install(NAME, '--yes')
    expect(installed()).toEqual(['1.0.0'])
    await install(NAME, '--yes', '--min-age', '0')
    expect(installed()).toEqual(['1.2.0'])
  })

  it('a requested plugin version is installed, and the operator’s plugin settings are kept', async () => {
    publish('1.0.0')
    publish('1.1.0')
    await install(NAME, '--yes')
    writeFileSync(list, JSON.stringify([{ manifest: 'other' }, { ...entries()[0], tenants: ['studio'] }]))
    await install(`${NAME}@1.0.0`, '--yes')
    expect(entries()).toEqual([
      { manifest: 'other' },
      expect.objectContaining({ id: 'quiz', version: '1.0.0', tenants: ['studio'] }),
    ])
    expect(readdirSync(join(list, '../plugin-packages'))).toEqual([`${NAME}@1.0.0`])
  })

  it('plugins install --json prints one record and writes to the requested list', async () => {
    publish('1.0.0', { name: '@studio/quiz' })
    const other = join(folder.path, `${tests}/other/plugins.json`)
    const { out } = await install('@studio/quiz', '--yes', '--json', '--list', other)
    expect(JSON.parse(out)).toMatchObject({
      ...{ id: 'quiz', package: '@studio/quiz', list: other, permissions: HEARS },
    })
    expect(existsSync(join(other, '../plugin-packages/@studio/quiz@1.0.0/dist/plugin.json'))).toBe(true)
    expect(existsSync(list)).toBe(false)
  })

  const DEPRECATED = { more: { deprecated: 'It loses notes.' } }
  const OTHER_HASH = { more: { dist: { integrity: `sha512-${'A'.repeat(86)}==` } } }
  const OTHER_FILE = { files: { ...packageFiles(), 'drone.js': 'changed' } }
  /** Publishes a package where the list has this content. */
  const withList = (list: string) => () => {
    publish('1.0.0')
    folder.write({ 'plugins.json': list }, `${tests}/state`)
  }
  const published = (more: Publishing) => () => publish('1.0.0', more)
  const LATEST = `${NAME}@1.0.0`
  const broken: readonly [string, () => unknown, string, number, string][] = [
    ['is missing', published({}), `${NAME}@2.0.0`, 4, `The registry has no ${NAME}@2.0.0 that was`],
    ['is unknown', () => undefined, NAME, 4, `The registry has no ${NAME}`],
    ['is too recent', published({ age: 2 }), LATEST, 4, 'at least 3 days ago'],
    ['lacks a date', published({ age: null }), NAME, 3, 'has no publication date'],
    ['is deprecated', published(DEPRECATED), LATEST, 3, 'is deprecated by its publisher: It loses notes.'],
    ['differs from the registry’s hash', published(OTHER_HASH), NAME, 3, "differs from the registry's"],
    ['is not a plugin', published({ files: { 'index.js': '' } }), NAME, 3, 'has no plugin.json'],
    ['has a file that differs from plugin.json', published(OTHER_FILE), NAME, 3, 'The hash of drone.js is'],
    [
      'has the id of an existing plugin',
      withList('[{ "id": "quiz", "manifest": "mine" }]'),
      ...([NAME, 3, 'already has a plugin "quiz". Remove it first.'] as const),
    ],
    ['is a URL', () => undefined, 'https://127.0.0.1:1/quiz.tgz', 2, 'is not an npm package'],
    [
      'is in an unreachable registry',
      () => vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1'),
      ...([NAME, 5, 'The npm registry cannot be read'] as const),
    ],
    ['is for a file without a list', withList('{}'), NAME, 3, 'is not a list'],
  ]
  it.each(broken)('a package that %s is rejected without changes', async (_, prepare, spec, exit, why) => {
    prepare()
    const before = existsSync(list) ? readFileSync(list, 'utf8') : undefined
    const { code, err } = await install(spec, '--yes')
    expect(err).toContain(why)
    expect(code).toBe(exit)
    expect(existsSync(list) ? readFileSync(list, 'utf8') : undefined).toBe(before)
    const packages = join(list, '../plugin-packages')
    expect(existsSync(packages) ? readdirSync(packages) : []).toEqual([])
  })

  it('an unwritable plugin list is reported with its path', async () => {
    publish('1.0.0')
    const taken = join(folder.path, `${tests}-taken`)
    writeFileSync(taken, 'a file')
    const { code, err } = await install(NAME, '--yes', '--list', join(taken, 'plugins.json'))
    expect(code).toBe(3)
    expect(err).toMatch(/^Cannot write the plugin list .*taken.plugins\.json or its packages/)
  })

  it.each(['', '-1', 'soon', '3651'])('"%s" is rejected as a number of days', async days => {
    expect(await install(NAME, '--yes', '--min-age', days)).toMatchObject({ code: 2 })
  })
})
