import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneNote } from '../../plugins/midi-file/midi-bytes.js'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../server/plugins/web-host.js'
import { fretwork, recordsIn } from '../run-program.js'

const folder = scratchFolder()
afterAll(() => folder.remove())

/** Package with a command, a format and a filter. */
const TAPPER = `
  export default {
    id: 'tapper',
    setup({ commands, midi, songs }) {
      commands.add('double', { title: 'Double a number', run: ({ number }) => ({ doubled: 2 * number }) })
      songs.addFormat({
        title: 'Taps',
        extensions: ['.taps'],
        read: () => { throw new Error('the taps are out of time') },
      })
      midi.filter({ accepts: () => false })
    },
  }`

const tapper = packageFiles(
  {
    ...{ id: 'tapper', title: 'Tapper', permissions: { 'midi-in': 'Filters notes.' } },
    commands: [{ id: 'double', title: 'Double a number', args: { number: { title: 'Number', default: 0 } } }],
  },
  { 'drone.js': TAPPER },
)

const other = (id: string, code?: string) =>
  packageFiles(
    { id, commands: [{ id: 'run', title: `Run ${id}` }], activateOn: 'use' },
    code === undefined ? {} : { 'drone.js': code },
  )

type Listed = readonly [name: string, files: Readonly<Record<string, string>>, integrity?: string]

/** Writes a package list and, next to it, the packages. */
function list(...packages: readonly Listed[]) {
  for (const [name, files] of packages) folder.write(files, name)
  folder.write({
    'plugins.json': JSON.stringify(
      packages.map(([name, files, integrity = hashOf(files)]) => ({ manifest: name, integrity })),
    ),
  })
}

beforeEach(() => {
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder.path, 'cli.json'))
  list()
})

describe('plugin packages in the CLI', () => {
  it('package commands are listed and can be run', async () => {
    list(['tapper', tapper])
    const listed = await fretwork('run', '--json')
    expect(recordsIn<{ id: string }>(listed.out).map(({ id }) => id)).toContain('tapper.double')
    expect(await fretwork('run', 'tapper.double', '--number', '21')).toEqual({
      ...{ code: 0, out: '{"doubled":42}\n', err: '' },
    })
  })

  it('--plugins runs a package from a folder without a list', async () => {
    const path = folder.write(tapper, 'elsewhere/dist')
    const { out } = await fretwork('run', '--plugins', join(path, '..'), 'tapper.double', '--number', '4')
    expect(out).toBe('{"doubled":8}\n')
  })

  it('searching finds a package’s commands without running the package', async () => {
    list(['broken', other('broken', 'throw new Error("must not run")')])
    const { out, err } = await fretwork('run', '--search', 'run broken', '--limit', '1')
    expect(out).toMatch(/^Run broken .* broken\.run\n$/)
    expect(err).toBe('')
  })

  it('a package’s command can read the neck even though no page shows it', async () => {
    const code = `export default {
      id: 'necky',
      setup({ commands, neck }) {
        commands.add('run', { title: 'Strings', run: () => neck.state()?.strings })
      },
    }`
    list(['necky', other('necky', code)])
    expect((await fretwork('run', 'necky.run')).out).toBe('[64,59,55,50,45,40]\n')
    await fretwork('run', 'core.disable-plugin', '--plugin', 'fretboard')
    expect(await fretwork('run', 'necky.run')).toMatchObject({ code: 0, out: '' })
    await fretwork('run', 'core.enable-plugin', '--plugin', 'fretboard')
  })

  it('control characters from a package do not reach the terminal', async () => {
    const commands = [{ id: 'run', title: 'Run \u001b[2J', description: '\u001b[2J' }]
    list(['tricky', packageFiles({ id: 'tricky', commands, activateOn: 'use' }, {})])
    for (const words of [['--search', 'run tricky'], [], ['tricky.run', '--help']])
      expect((await fretwork('run', ...words)).out).not.toContain('\u001b')
  })

  it('a package reads songs and prints its format’s errors', async () => {
    list(['tapper', tapper])
    folder.write({ 'song.taps': 'taps 1 2 3' })
    const { code, err } = await fretwork('song', 'info', join(folder.path, 'song.taps'))
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('the taps are out of time') })
  })

  it('a package can filter replayed events', async () => {
    const song = join(folder.path, 'note.mid')
    writeFileSync(song, oneNote)
    const notesOn = async () =>
      recordsIn<{ kind: string; on: boolean | null }>(
        (await fretwork('replay', '--fast', '--json', song)).out,
      ).filter(({ kind, on }) => kind === 'note' && on)
    expect(await notesOn()).toHaveLength(1)
    list(['tapper', tapper])
    expect(await notesOn()).toEqual([])
  })

  it('golden runs exclude packages so that results are the same on every machine', async () => {
    const words = ['replay', '--fast', '--golden', 'any.ndjson', '--plugins', folder.path, 'note.mid']
    expect(await fretwork(...words)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Remove --plugins'),
    })
  })

  it('packages are listed with their origin, and rejected packages with the reason', async () => {
    list(['tapper', tapper], ['bad', { ...other('bad'), 'drone.js': 'export default {}' }])
    const { code, out } = await fretwork('plugins', 'list', '--json')
    const rows = recordsIn<Record<string, unknown>>(out)
    expect(code).toBe(3)
    expect(rows.find(({ id }) => id === 'tapper')).toMatchObject({
      ...{ version: '1.0.0', status: 'registered', integrity: hashOf(tapper), runs: 'in this process' },
      origin: join(folder.path, 'tapper/plugin.json'),
    })
    expect(rows.at(-1)).toMatchObject({ status: 'refused', code: 'plugin_hash_refused' })
    const text = (await fretwork('plugins', 'list')).out
    expect(text).toMatch(/tapper +1\.0\.0 +registered.*\n +from .*plugin\.json, runs in this process/)
  })

  it.each<[string, Listed, string]>([
    ['has another hash', ['bad', other('bad'), `sha384-${'A'.repeat(64)}`], 'The hash of plugin.json is'],
    [
      'has the id of a built-in plugin',
      ['bad', other('diagnostics')],
      'A plugin with the ID "diagnostics" already exists',
    ],
  ])('only the package that %s is rejected', async (_, bad, sentence) => {
    list(['tapper', tapper], bad)
    const { code, out, err } = await fretwork('run', 'tapper.double', '--number', '1')
    expect({ code, out }).toEqual({ code: 0, out: '{"doubled":2}\n' })
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(sentence)])
  })

  it.each([
    ['throws', 'throw new Error("a string broke")', 'a string broke'],
    ['imports something', 'import "lodash"', 'lodash'],
    ['exports no plugin', 'export const nothing = 1', 'does not export a plugin'],
  ])(
    'a package whose code %s is reported with a message, and other packages run',
    async (_, code, sentence) => {
      list(['tapper', tapper], ['bad', other('bad', code)])
      expect((await fretwork('run', 'bad.run')).err).toContain(sentence)
      expect(await fretwork('run', 'tapper.double', '--number', '1')).toMatchObject({ code: 0, err: '' })
    },
  )

  it('a package is downloaded once from a web server and cached', async () => {
    const host = await webHost({ ...tapper })
    folder.write({
      'plugins.json': JSON.stringify([{ manifest: `${host.url}/plugin.json`, integrity: hashOf(tapper) }]),
    })
    expect((await fretwork('run', 'tapper.double', '--number', '2')).out).toBe('{"doubled":4}\n')
    await host.end()
    expect((await fretwork('run', 'tapper.double', '--number', '3')).out).toBe('{"doubled":6}\n')
  })
})
