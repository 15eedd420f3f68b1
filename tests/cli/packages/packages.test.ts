import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SCREEN_NAMES, TOKENS } from '../../../cli/packages/shared-modules.js'
import { sdkFile } from '../../../scripts/lib/plugin/sdk-faces.mjs'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { oneNote } from '../../plugins/midi-file/midi-bytes.js'
import { hashOf, packageFiles, scratchFolder, webHost } from '../../server/plugins/web-host.js'
import { fretwork, recordsIn } from '../run-program.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const folder = scratchFolder()
afterAll(() => folder.remove())

/** Package with commands, a format, a filter and a screen in one file. */
const TAPPER = `
  import { defineRuntime, CLOCK } from '@fretwork/sdk'
  import { SONG_FORMATS } from '@fretwork/sdk/plugins/midi-file'
  import { MIDI_FILTERS } from '@fretwork/sdk/plugins/midi-io'
  import { createContext, useState } from 'react'
  import { jsx } from 'react/jsx-runtime'
  import { useService } from '@fretwork/sdk/react'
  import { doubled } from './more/doubled.js'
  const Shown = createContext(undefined)
  const Page = () => jsx('p', { children: useState(useService(CLOCK)) })
  const note = { ticks: 0, durationTicks: 480, note: 60, velocity: 0.5 }
  export default defineRuntime({
    commands: { 'tapper.double': ({ get }, { number }) => (get(CLOCK), { doubled: doubled(number) }) },
    screens: { Page: async () => ({ default: Page }) },
    activate: ({ extend }) => {
      extend(SONG_FORMATS, {
        id: 'taps', title: 'Taps', extensions: ['.taps'],
        looksLike: bytes => new TextDecoder().decode(bytes.subarray(0, 4)) === 'taps',
        read: () => { throw new Error('the taps are out of time') },
      })
      extend(MIDI_FILTERS, { id: 'tapper.filter', accepts: bytes => (bytes[0] & 0xf0) !== 0x90 })
    },
  })`

const tapper = packageFiles(
  {
    ...{ id: 'tapper', engine: '^1.1.0', title: 'Tapper', runsIn: ['browser', 'node'] },
    lazy: ['midi-file.formats'],
    contributes: {
      commands: [
        {
          id: 'tapper.double',
          title: 'Double a number',
          args: { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] },
        },
      ],
    },
    activateOn: ['command:tapper.*', 'event:midi-file.song-wanted'],
  },
  { 'drone.js': TAPPER, 'more/doubled.js': 'export const doubled = number => 2 * number' },
)

const other = (id: string, change = {}, files = {}) =>
  packageFiles(
    {
      id,
      engine: '^1.1.0',
      runsIn: ['node'],
      contributes: { commands: [{ id: `${id}.run`, title: `Run ${id}` }] },
      activateOn: [`command:${id}.*`],
      ...change,
    },
    files,
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
    ['imports an unbundled package', 'import "lodash"', 'it imports "lodash", which Fretwork does not share'],
    [
      'imports a file without a hash',
      'import "./more.js"',
      'it imports ./more.js, which is not among the files',
    ],
    ['has no runtime', 'export const nothing = 1', 'exports no runtime'],
  ])(
    'a package whose code %s is reported with a message, and other packages run',
    async (_, code, sentence) => {
      list(['tapper', tapper], ['bad', other('bad', {}, { 'drone.js': code })])
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

describe('modules shared with packages', () => {
  it('every public SDK module is shared except the test modules', () => {
    const folders = readdirSync(join(ROOT, 'src/plugins')).filter(id =>
      existsSync(join(ROOT, 'src/plugins', id, 'tokens.ts')),
    )
    const former = PLUGINS.flatMap(({ formerly = [] }) => formerly)
    const names = Object.keys(TOKENS)
    expect(names.filter(name => !former.includes(name)).sort()).toEqual(folders.sort())
    expect(names.filter(name => former.includes(name) && !sdkFile(`@fretwork/sdk/plugins/${name}`))).toEqual(
      [],
    )
  })

  it.each(['react', 'react-dom', 'react/jsx-runtime'])(
    'the shared exports of %s are complete',
    async name => {
      const internal = (each: string) => each.startsWith('__')
      const names = Object.keys(createRequire(import.meta.url)(name)).filter(each => !internal(each))
      expect([...(SCREEN_NAMES[name] ?? [])].sort()).toEqual(names.sort())
    },
  )

  it('the shared exports of the SDK’s React module are complete', async () => {
    const text = readFileSync(join(ROOT, 'src/core/react/index.ts'), 'utf8')
    const names = [...text.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list = '']) =>
      list.split(',').map(each => each.trim()),
    )
    const values = names.filter(each => each !== '' && !each.startsWith('type '))
    expect([...(SCREEN_NAMES['@fretwork/sdk/react'] ?? [])].sort()).toEqual(values.sort())
  })
})
