import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fretwork, recordsIn } from '../../run-program.js'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-switch-'))
  vi.stubEnv('FRETWORK_CLI_STATE', join(folder, 'cli.json'))
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function statusOf(id: string): Promise<string | undefined> {
  const rows = recordsIn<{ id: string; status: string }>((await fretwork('plugins', 'list', '--json')).out)
  return rows.find(row => row.id === id)?.status
}

describe('a state file that cannot be written', () => {
  const refusal = (path: string) => ({
    code: 3,
    out: '',
    err: expect.stringContaining(`The file with your session, ${path}, cannot be used: `),
  })

  it.runIf(process.platform === 'linux')('is refused where the system allows no new folders', async () => {
    const path = '/proc/fretwork/state/cli.json'
    vi.stubEnv('FRETWORK_CLI_STATE', path)
    expect(await fretwork('plugins', 'disable', 'sound')).toEqual(refusal(path))
    expect(await fretwork('run', 'midi-io.set-channel', '--channel', '3')).toEqual(refusal(path))
  })

  it('is refused below a file, and folders that are missing are made', async () => {
    const below = join(folder, 'new', 'folder', 'cli.json')
    vi.stubEnv('FRETWORK_CLI_STATE', below)
    expect(await fretwork('plugins', 'disable', 'sound')).toMatchObject({ code: 0, err: '' })
    const path = join(below, 'cli.json')
    vi.stubEnv('FRETWORK_CLI_STATE', path)
    expect(await fretwork('plugins', 'disable', 'sound')).toEqual(refusal(path))
  })
})

describe('fretwork plugins disable and enable', () => {
  it('keeps a plugin off for later runs, until it is enabled again', async () => {
    expect(await fretwork('plugins', 'disable', 'replay')).toMatchObject({ code: 0, err: '' })
    expect(await statusOf('replay')).toBe('disabled')
    expect((await fretwork('replay', 'any.mid')).code).not.toBe(0)
    expect(await fretwork('plugins', 'enable', 'replay')).toMatchObject({ code: 0, err: '' })
    expect(await statusOf('replay')).toBe('registered')
  })

  it('says as JSON whether anything changed', async () => {
    const once = await fretwork('plugins', 'disable', 'sound', '--json')
    const twice = await fretwork('plugins', 'disable', 'sound', '--json')
    expect(JSON.parse(once.out)).toEqual({ id: 'sound', disabled: true, changed: true })
    expect(JSON.parse(twice.out)).toEqual({ id: 'sound', disabled: true, changed: false })
  })

  it('names near plugins for one that is not there, and ends with 4', async () => {
    expect(await fretwork('plugins', 'disable', 'fretbord')).toEqual({
      code: 4,
      out: '',
      err: 'There is no plugin "fretbord"; did you mean "fretboard"?\n',
    })
  })

  it.each(['constructor', '__proto__', 'toString'])('knows no plugin "%s"', async id => {
    expect(await fretwork('plugins', 'disable', id)).toMatchObject({ code: 4, out: '' })
  })

  it('refuses a plugin of the core with 3, and keeps nothing', async () => {
    expect(await fretwork('plugins', 'disable', 'auth')).toEqual({
      code: 3,
      out: '',
      err: '"Log in" belongs to the core and cannot be disabled.\n',
    })
    await expect(readFile(join(folder, 'cli.json'))).rejects.toThrow('ENOENT')
  })
})
