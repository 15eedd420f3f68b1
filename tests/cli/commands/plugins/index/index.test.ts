// An index of plugins from end to end: published, searched, installed, run, updated and withdrawn.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { provenanceOf } from '../../../../../cli/commands/plugins/index/provenance.js'
import type { PluginJson } from '../../../../../src/core/api/external-plugins.js'
import { type PluginIndex, pluginIndex } from '../../../../../src/core/api/plugin-index.js'
import { packageFiles, scratchFolder, webHost } from '../../../../server/plugins/web-host.js'
import { fretwork, recordsIn } from '../../../run-program.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

let index = ''
let list = ''
let tests = 0

beforeEach(() => {
  tests += 1
  index = join(folder.path, `${tests}/index`)
  list = join(folder.path, `${tests}/state/plugins.json`)
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder.path, `${tests}/state/cli.json`))
  vi.stubEnv('GITHUB_ACTIONS', '')
})

/** The schema of a permission is made from the list of all, which its type does not know. */
const HEARS = { 'midi-in': 'Hears your answer.' } as PluginJson['permissions']

const CODE = `export default { commands: { 'quiz.ask': () => 'E minor' } }`

function quiz(change: Partial<PluginJson> = {}) {
  return packageFiles(
    {
      ...{ id: 'quiz', title: 'Chord quiz', engine: '^1.1.0', runsIn: ['node'], permissions: {} },
      contributes: { commands: [{ id: 'quiz.ask', title: 'Ask for a chord' }] },
      activateOn: ['command:quiz.*'],
      ...change,
    },
    { 'drone.js': CODE },
  )
}

async function publish(change: Partial<PluginJson> = {}, ...words: string[]) {
  const place = folder.write(quiz(change), `${tests}/package`)
  return fretwork('plugins', 'publish', place, '--index', index, ...words)
}

const readIndex = (): PluginIndex => JSON.parse(readFileSync(join(index, 'index.json'), 'utf8'))
const entries = (): Record<string, unknown>[] => JSON.parse(readFileSync(list, 'utf8'))

/** As if the versions had been there for a while. */
function aged(...versions: readonly string[]) {
  const content = readIndex()
  for (const each of content.plugins.quiz?.versions ?? []) {
    if (versions.includes(each.version)) each.publishedAt = '2026-01-01T00:00:00.000Z'
  }
  writeFileSync(join(index, 'index.json'), JSON.stringify(content))
}

const install = (what: string, ...words: string[]) =>
  fretwork('plugins', 'install', what, '--index', index, ...words)
const update = async (...words: string[]) =>
  recordsIn<Record<string, unknown>>((await fretwork('plugins', 'update', '--json', ...words)).out)

describe('the format', () => {
  it('is the one that the guide shows', () => {
    const guide = readFileSync(new URL('../../../../../docs/plugins.md', import.meta.url), 'utf8')
    const [, shown = ''] = /```json\n(\{\n {2}"format": "fretwork-plugin-index"[^`]*)```/.exec(guide) ?? []
    const content = JSON.parse(shown)
    // With nothing that a reader would leave out.
    expect(pluginIndex.parse(content)).toEqual(content)
  })
})

describe('publishing', () => {
  it('adds a version with its hash, size and permissions, and its files below it', async () => {
    expect(await publish({ permissions: HEARS })).toMatchObject({
      code: 0,
      err: '',
    })
    const [version] = readIndex().plugins.quiz?.versions ?? []
    expect(version).toMatchObject({
      ...{ version: '1.0.0', manifest: 'quiz/1.0.0/plugin.json', size: CODE.length, title: 'Chord quiz' },
      permissions: { 'midi-in': 'Hears your answer.' },
    })
    expect(readdirSync(join(index, 'quiz/1.0.0')).sort()).toEqual(['drone.js', 'plugin.json'])
    expect(readdirSync(index).sort()).toEqual(['index.json', 'quiz'])
  })

  it('never changes a version, and takes a lower one only when that is meant', async () => {
    await publish({ version: '1.1.0' })
    const before = readIndex()
    expect(await publish({ version: '1.1.0', title: 'Another' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('a version never changes'),
    })
    expect(await publish({ version: '1.0.9' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('is lower than 1.1.0'),
    })
    expect(readIndex()).toEqual(before)
    expect((await publish({ version: '1.0.9' }, '--older')).code).toBe(0)
  })

  it('refuses a package with problems, and an index that is being changed', async () => {
    const place = folder.write({ ...quiz(), 'drone.js': 'changed' }, `${tests}/bad`)
    expect(await fretwork('plugins', 'publish', place, '--index', index)).toMatchObject({
      code: 3,
      err: expect.stringContaining('is not the file whose hash the manifest has'),
    })
    expect(existsSync(index)).toBe(false)
    await publish()
    folder.write({ 'index.json.lock': '' }, `${tests}/index`)
    expect(await publish({ version: '1.0.1' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('Another program is changing the index'),
    })
  })

  it('says where a build comes from: CI by its variables, otherwise git, and never a password', async () => {
    const place = folder.write(quiz(), `${tests}/package`)
    const git = (...words: string[]) =>
      execFileSync('git', ['-C', place, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words])
    git('init', '-q')
    git('remote', 'add', 'origin', 'https://me:secret@git.example/quiz.git')
    git('add', '.')
    git('commit', '-qm', 'first')
    writeFileSync(join(place, 'more.txt'), '')
    const manifest = join(place, 'plugin.json')
    const found = await provenanceOf(place, manifest, {})
    expect(found).toMatchObject({
      repository: 'https://git.example/quiz.git',
      builtBy: 'local',
      changed: true,
    })
    expect(found.commit).toBe(String(git('rev-parse', 'HEAD')).trim())
    expect(
      await provenanceOf(place, manifest, {
        ...{ GITHUB_ACTIONS: 'true', GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/quiz' },
        ...{ GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567', GITHUB_RUN_ID: '7' },
      }),
    ).toMatchObject({
      ...{ repository: 'https://github.com/a/quiz', builtBy: 'GitHub Actions' },
      ...{
        commit: '0123456789abcdef0123456789abcdef01234567',
        run: 'https://github.com/a/quiz/actions/runs/7',
      },
    })
  })
})

describe('searching', () => {
  it('finds by id, title and description, and says that provenance is claimed', async () => {
    await publish({ description: 'Asks for chords.' })
    const search = (...words: string[]) => fretwork('plugins', 'search', ...words, '--index', index)
    for (const word of ['QUIZ', 'chords', 'chord quiz'])
      expect((await search(word)).out).toMatch(/^quiz {2}1\.0\.0/)
    expect((await search()).out).toContain('claimed: built by local')
    expect(await search('drums')).toMatchObject({ code: 4 })
  })

  it('reads an index from a web server', async () => {
    await publish()
    const host = await webHost({ 'all/index.json': readFileSync(join(index, 'index.json'), 'utf8') })
    const { out } = await fretwork('plugins', 'search', '--index', `${host.url}/all`)
    await host.end()
    expect(out).toMatch(/^quiz/)
  })
})

describe('installing', () => {
  it('takes what was public for days, after consent, and it runs', async () => {
    await publish({ permissions: HEARS })
    aged('1.0.0')
    const asked = await install('quiz')
    expect(asked).toMatchObject({
      code: 3,
      out: expect.stringContaining('may use midi-in: Hears your answer.'),
    })
    expect(existsSync(list)).toBe(false)
    expect(await install('quiz', '--yes')).toMatchObject({ code: 0, err: '' })
    expect(entries()).toEqual([
      {
        ...{ id: 'quiz', version: '1.0.0', index: join(index, 'index.json') },
        ...{ manifest: join(index, 'quiz/1.0.0/plugin.json'), integrity: expect.stringMatching(/^sha384-/) },
      },
    ])
    expect(await fretwork('run', 'quiz.ask')).toEqual({ code: 0, out: '"E minor"\n', err: '' })
    expect((await fretwork('plugins', 'remove', 'quiz')).code).toBe(0)
    expect(entries()).toEqual([])
  })

  it('leaves out what is too new, withdrawn or for another engine', async () => {
    await publish({ version: '1.0.0' })
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await publish({ version })
    aged('1.0.0', '1.1.0', '1.2.0')
    const content = readIndex()
    for (const each of content.plugins.quiz?.versions ?? [])
      if (each.version === '1.1.0') each.engine = '^9.0.0'
    writeFileSync(join(index, 'index.json'), JSON.stringify(content))
    expect((await install('quiz@1.1.0', '--yes')).err).toContain('was written for engine ^9.0.0')
    expect((await install('quiz@1.3.0', '--yes')).err).toContain('wait, or take it with --now.')
    await fretwork('plugins', 'yank', 'quiz@1.2.0', '--index', index, 'It loses notes.')
    expect((await install('quiz@1.2.0', '--yes')).err).toContain('was withdrawn: It loses notes.')
    await install('quiz', '--yes')
    expect(entries()).toMatchObject([{ version: '1.0.0' }])
    expect((await install('quiz@1.3.0', '--yes', '--now')).code).toBe(0)
    expect(entries()).toMatchObject([{ version: '1.3.0' }])
  })

  it.each<[string, (content: PluginIndex) => void, string]>([
    [
      'a changed plugin.json',
      () => writeFileSync(join(index, 'quiz/1.0.0/plugin.json'), JSON.stringify({ id: 'quiz' })),
      'The hash of plugin.json is',
    ],
    [
      'a changed file',
      () => writeFileSync(join(index, 'quiz/1.0.0/drone.js'), 'bad'),
      'The hash of drone.js is',
    ],
    [
      'a manifest elsewhere',
      ({ plugins }) =>
        Object.assign(plugins.quiz?.versions[0] ?? {}, { manifest: '../../../etc/plugin.json' }),
      'which is not below it',
    ],
    [
      'a manifest on another server',
      ({ plugins }) =>
        Object.assign(plugins.quiz?.versions[0] ?? {}, { manifest: 'http://10.0.0.1/plugin.json' }),
      'which is not below it',
    ],
    [
      'another plugin under its name',
      ({ plugins }) => Object.assign(plugins, { other: plugins.quiz, quiz: plugins.quiz }),
      'but its plugin.json says "quiz" 1.0.0',
    ],
  ])('refuses %s, and writes nothing', async (what, change, sentence) => {
    await publish()
    aged('1.0.0')
    const content = readIndex()
    change(content)
    writeFileSync(join(index, 'index.json'), JSON.stringify(content))
    const { code, err } = await install(what.startsWith('another') ? 'other' : 'quiz', '--yes')
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining(sentence) })
    expect(existsSync(list)).toBe(false)
  })
})

describe('updating', () => {
  beforeEach(async () => {
    await publish({ version: '1.0.0' })
    aged('1.0.0')
    await install('quiz', '--yes')
  })

  it('takes the newest version that was public for days, and keeps what else the entry says', async () => {
    writeFileSync(list, JSON.stringify(entries().map(entry => ({ ...entry, tenants: ['studio'] }))))
    await publish({ version: '1.1.0' })
    expect(await update()).toEqual([
      expect.objectContaining({ id: 'quiz', from: '1.0.0', code: 'version_cooling' }),
    ])
    aged('1.1.0')
    await publish({ version: '1.2.0' })
    expect(await update()).toEqual([{ id: 'quiz', from: '1.0.0', to: '1.1.0' }])
    expect(entries()).toMatchObject([{ version: '1.1.0', tenants: ['studio'] }])
    expect(await update('--now')).toEqual([{ id: 'quiz', from: '1.1.0', to: '1.2.0' }])
  })

  it('asks for consent where a version may use more than the one before', async () => {
    const network = { hosts: ['chords.example.org'], reason: 'Looks up chords.' }
    await publish({ version: '1.1.0', permissions: { network } })
    aged('1.1.0')
    const [refused] = await update()
    expect(refused).toMatchObject({ code: 'consent_missing' })
    expect(refused?.kept).toContain('network (chords.example.org): Looks up chords.')
    expect(await update('--allow', 'quiz')).toEqual([{ id: 'quiz', from: '1.0.0', to: '1.1.0' }])
    // The same permission with another host is more as well.
    const more = { ...network, hosts: [...network.hosts, 'collect.example.org'] }
    await publish({ version: '1.2.0', permissions: { network: more } })
    aged('1.2.0')
    expect(await update()).toMatchObject([{ code: 'consent_missing' }])
  })

  it('says that the installed version was withdrawn, and refuses names it does not know', async () => {
    await fretwork('plugins', 'yank', 'quiz@1.0.0', '--index', index, 'It loses notes.')
    expect((await update())[0]?.kept).toContain('was withdrawn: It loses notes.')
    expect(await fretwork('plugins', 'update', 'drums')).toMatchObject({ code: 4 })
  })
})
