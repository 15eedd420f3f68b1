import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { PluginJson } from '../../../../src/core/contract/external-plugins.js'
import { packageFiles, scratchFolder } from '../../../server/plugins/web-host.js'
import { testFolder } from '../../../support/test-folder.js'
import { fretwork, recordsIn } from '../../run-program.js'

const { at } = testFolder()

interface Permission {
  readonly permission: string
  readonly granted: boolean
  readonly answered: boolean
}

async function permissionsOf(id: string): Promise<readonly Permission[]> {
  const { out } = await fretwork('plugins', 'list', '--json')
  const rows = recordsIn<{ id: string; permissions: readonly Permission[] }>(out)
  return rows.find(row => row.id === id)?.permissions ?? []
}

const grantedTo = async (id: string) =>
  (await permissionsOf(id)).filter(({ granted }) => granted).map(({ permission }) => permission)

/** Adds a package that requests three permissions, two of them for hosts. */
function addDrone(): void {
  const permissions = {
    'midi-in': 'Listens for the pitch.',
    network: { hosts: ['a.example.org', 'b.example.org'], reason: 'Looks up tunings.' },
  } as PluginJson['permissions']
  const scratch = scratchFolder(at())
  scratch.write(packageFiles({ permissions }), 'drone')
  scratch.write({ 'plugins.json': '[{ "manifest": "drone" }]' })
}

it('plugins list --permissions prints each permission with its state and the author’s reason', async () => {
  addDrone()
  await fretwork('plugins', 'refuse', 'drone', 'network:b.example.org')
  const { out } = await fretwork('plugins', 'list', '--permissions')
  const lines = out.split('\n').map(line => line.trim())
  expect(lines.slice(lines.findIndex(line => line.startsWith('drone')) + 2, -1)).toEqual([
    expect.stringMatching(/^midi-in {16}.* {2}Sees what you play$/),
    'Listens for the pitch.',
    expect.stringMatching(/^network:a\.example\.org .* {2}Connects to a\.example\.org$/),
    'Looks up tunings.',
    'network:b.example.org  refused       Connects to b.example.org',
    'Looks up tunings.',
  ])
})

describe('fretwork plugins refuse and allow', () => {
  it('refuse revokes a permission for future runs until allow grants it again', async () => {
    const refused = await fretwork('plugins', 'refuse', 'sound', 'midi-in', 'songs')
    expect(refused).toEqual({ code: 0, out: '"sound" may now use: midi-out.\n', err: '' })
    expect(await grantedTo('sound')).toEqual(['midi-out'])
    await fretwork('plugins', 'allow', 'sound', 'songs')
    expect(await grantedTo('sound')).toEqual(['midi-out', 'songs'])
    await fretwork('plugins', 'allow', 'sound')
    expect(await grantedTo('sound')).toEqual(['midi-in', 'midi-out', 'songs'])
  })

  it('a plugin without a required permission does not run', async () => {
    await fretwork('plugins', 'refuse', 'fretboard', 'midi-in')
    const { code, err } = await fretwork('run', 'fretboard.toggle-octaves')
    expect([code, err]).toEqual([3, expect.stringContaining('the permission "midi-in" isn’t granted')])
  })

  it('the JSON output contains the granted permissions and whether they changed', async () => {
    const once = await fretwork('plugins', 'refuse', 'sound', 'songs', '--json')
    const twice = await fretwork('plugins', 'refuse', 'sound', 'songs', '--json')
    const answered = { id: 'sound', granted: ['midi-in', 'midi-out'], refused: ['songs'] }
    expect(JSON.parse(once.out)).toEqual({ ...answered, changed: true })
    expect(JSON.parse(twice.out)).toEqual({ ...answered, changed: false })
  })

  it('package hosts can be allowed and refused individually', async () => {
    addDrone()
    await fretwork('plugins', 'refuse', 'drone', 'network:a.example.org')
    expect(await grantedTo('drone')).toEqual(['midi-in', 'network:b.example.org'])
    await fretwork('plugins', 'allow', 'drone', 'network:a.example.org')
    expect(await grantedTo('drone')).toHaveLength(3)
  })

  it.each([
    ['diagnostic', 4, 'There is no plugin "diagnostic"; did you mean "diagnostics"?\n'],
    ['constructor', 4, 'There is no plugin "constructor".\n'],
    [
      'diagnostics',
      3,
      '"diagnostics" does not ask for "songs"; it asks for midi-in, account, plugins, journal.\n',
    ],
    ['auth', 3, '"Log in" is part of the core. Its permissions cannot be revoked.\n'],
  ])('permissions of %s are rejected with a short message and not stored', async (id, code, err) => {
    expect(await fretwork('plugins', 'refuse', id, 'midi-in', 'songs')).toEqual({ code, out: '', err })
    await expect(readFile(at('cli.json'))).rejects.toThrow('ENOENT')
  })
})
