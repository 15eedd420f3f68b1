import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, permissions } from '../../../../cli/commands/plugins/plugins-permissions.js'
import { makePlugin } from '../../../core/kernel/make-plugin.js'
import { ended, fretwork, recordsIn } from '../../run-program.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-permissions-'))
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'cli.json'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

interface Row {
  readonly plugin: string
  readonly permission: string
  readonly reason?: string
  readonly granted: boolean
  readonly answered: boolean
}

const rows = async (...words: string[]) =>
  recordsIn<Row>((await fretwork('plugins', 'permissions', ...words, '--json')).out)
const grantedTo = async (id: string) =>
  (await rows(id)).filter(({ granted }) => granted).map(({ permission }) => permission)

/** As packages from elsewhere are, which this program has none of so far. */
const drone = makePlugin('drone', {
  runs: 'apart',
  permissions: {
    'midi-in': 'Listens for the pitch.',
    network: { hosts: ['a.example.org', 'b.example.org'], reason: 'Looks up tunings.' },
  },
})
const printed = (run: () => number) => ended(async () => run())

describe('fretwork plugins permissions', () => {
  it('prints for each permission what it is, whether it is granted, and the reason of its author', async () => {
    const { code, out } = await printed(() => permissions('drone', {}, [drone]))
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'drone',
      '  midi-in                not answered  Sees what you play',
      '                                       Listens for the pitch.',
      '  network:a.example.org  not answered  Connects to a.example.org',
      '                                       Looks up tunings.',
      '  network:b.example.org  not answered  Connects to b.example.org',
      '                                       Looks up tunings.',
      '',
    ])
  })

  it('lists those of every plugin as records', async () => {
    const all = await rows()
    expect(new Set(all.map(({ plugin }) => plugin)).size).toBeGreaterThan(10)
    expect(await rows('replay')).toEqual([
      {
        plugin: 'replay',
        permission: 'midi-in',
        title: 'Sees what you play',
        explanation: expect.stringContaining('notes and controllers'),
        granted: true,
        answered: true,
      },
    ])
  })

  it('says that a plugin asks for none, and prints no record of it', async () => {
    expect((await fretwork('plugins', 'permissions', 'abc')).out).toBe('"abc" asks for no permissions.\n')
    expect((await fretwork('plugins', 'permissions', 'abc', '--json')).out).toBe('')
  })

  it('names near plugins for one that is not there, and ends with 4', async () => {
    expect(await fretwork('plugins', 'permissions', 'replai')).toEqual({
      code: 4,
      out: '',
      err: 'There is no plugin "replai"; did you mean "replay"?\n',
    })
  })
})

describe('fretwork plugins refuse and allow', () => {
  it('take a permission from a plugin for later runs, until it is given again', async () => {
    const refused = await fretwork('plugins', 'refuse', 'sound', 'midi-in', 'songs')
    expect(refused).toEqual({ code: 0, out: '"sound" may now use: midi-out.\n', err: '' })
    expect(await grantedTo('sound')).toEqual(['midi-out'])
    await fretwork('plugins', 'allow', 'sound', 'songs')
    expect(await grantedTo('sound')).toEqual(['midi-out', 'songs'])
    await fretwork('plugins', 'allow', 'sound')
    expect(await grantedTo('sound')).toEqual(['midi-in', 'midi-out', 'songs'])
  })

  it('keep a plugin from running that needs what was refused', async () => {
    await fretwork('plugins', 'refuse', 'fretboard', 'midi-in')
    const { code, err } = await fretwork('run', 'fretboard.toggle-octaves')
    expect([code, err]).toEqual([3, expect.stringContaining('the permission "midi-in" is not given')])
  })

  it('say as JSON what is granted and whether that changed', async () => {
    const once = await fretwork('plugins', 'refuse', 'sound', 'songs', '--json')
    const twice = await fretwork('plugins', 'refuse', 'sound', 'songs', '--json')
    const answered = { id: 'sound', granted: ['midi-in', 'midi-out'], refused: ['songs'] }
    expect(JSON.parse(once.out)).toEqual({ ...answered, changed: true })
    expect(JSON.parse(twice.out)).toEqual({ ...answered, changed: false })
  })

  it('answer about hosts one by one, and leave open what is not named', async () => {
    const host = 'network:a.example.org'
    await printed(() => answer('allow', 'drone', [host], {}, [drone]))
    const { out } = await printed(() => permissions('drone', { json: true }, [drone]))
    expect(recordsIn<Row>(out).map(({ granted, answered }) => [granted, answered])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    const refused = await printed(() => answer('refuse', 'drone', [host], {}, [drone]))
    expect(refused.out).toBe('"drone" has no permissions now.\n')
  })

  it('name what a plugin asks for when something else is named, and store nothing', async () => {
    expect(await fretwork('plugins', 'refuse', 'replay', 'midi-in', 'songs')).toEqual({
      code: 3,
      out: '',
      err: '"replay" does not ask for "songs"; it asks for midi-in.\n',
    })
    await expect(readFile(join(folder, 'cli.json'))).rejects.toThrow('ENOENT')
  })

  it('take nothing from a plugin of the core', async () => {
    expect(await fretwork('plugins', 'refuse', 'auth', 'server')).toEqual({
      code: 3,
      out: '',
      err: '"Log in" belongs to the core and cannot do without its permissions.\n',
    })
  })
})
