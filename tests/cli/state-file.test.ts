import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configPath, readCliConfig } from '../../cli/platform/environments.js'
import { assertStateKept, StateFile } from '../../cli/platform/state-file.js'
import { isEmptyState } from '../../server/state-folder.js'
import { testFolder } from '../support/test-folder.js'
import { fretwork } from './run-program.js'

const { at } = testFolder()
const path = () => at('cli.json')
const kept = async () => JSON.parse(await readFile(path(), 'utf8'))

describe('CLI state file', () => {
  it('state changes by another command are visible', () => {
    const [one, other] = [new StateFile(path()), new StateFile(path())]
    one.set('session', 'first')
    expect(other.get('session')).toBe('first')
    one.set('session', 'second')
    expect(other.get('session')).toBe('second')
  })

  it('changing or removing a state value keeps other commands’ values', async () => {
    const [one, other] = [new StateFile(path()), new StateFile(path())]
    one.set('layout', 'wide')
    expect(other.keys()).toEqual(['layout'])
    one.set('session', 'new')
    other.set('layout', 'narrow')
    expect(await kept()).toEqual({ layout: 'narrow', session: 'new' })
    one.set('language', 'de')
    other.remove('layout')
    expect(await kept()).toEqual({ session: 'new', language: 'de' })
  })

  it('a failed state write does not stop the command but is reported at the end', async () => {
    // A folder in place of the temporary file makes writing fail, even for root.
    await mkdir(`${path()}.${process.pid}.tmp`)
    const file = new StateFile(path())
    expect(() => file.set('session', 'new')).toThrow(/Cannot use the session file/)
    expect(file.get('session')).toBe('new')
    expect(assertStateKept).toThrow(/Cannot use the session file/)
  })

  it.runIf(process.platform === 'linux').each([
    ['the system denies new folders', () => '/proc/fretwork/state/cli.json'],
    ['a file is in place of a folder', () => join(path(), 'cli.json')],
  ])('a command that changes the state is rejected if %s', async (_, place) => {
    await writeFile(path(), '{}')
    vi.stubEnv('FRETWORK_CLI_STATE', place())
    const refusal = {
      ...{ code: 3, out: '' },
      err: expect.stringContaining(`Cannot use the session file ${place()}: `),
    }
    expect(await fretwork('plugins', 'allow', 'sound')).toEqual(refusal)
    expect(await fretwork('run', 'midi-io.set-channel', '--channel', '3')).toEqual(refusal)
  })

  it('the CLI state file is readable only by its user', async () => {
    new StateFile(path()).set('session', 'new')
    expect((await stat(path())).mode & 0o777).toBe(0o600)
  })
})

describe('CLI file locations', () => {
  const home = () => at('home')
  const usual = () => at('config', 'fretwork')
  beforeEach(() => {
    vi.stubEnv('FRETWORK_CLI_STATE', '')
    vi.stubEnv('FRETWORK_CLI_CONFIG', '')
    vi.stubEnv('XDG_CONFIG_HOME', at('config'))
    vi.stubEnv('FRETWORK_HOME', home())
  })
  const entriesOf = async (file: string) => JSON.parse(await readFile(file, 'utf8'))

  it('CLI files are stored below FRETWORK_HOME, or in the default folder if it is not set', async () => {
    new StateFile().set('layout', 'wide')
    expect(await fretwork('plugins', 'allow', 'sound')).toMatchObject({ code: 0 })
    expect(await readdir(at(), { recursive: true })).toEqual(['home', 'home/cli', 'home/cli/cli.json'])
    expect(configPath()).toBe(join(home(), 'cli', 'config.json'))
    vi.stubEnv('FRETWORK_HOME', '')
    new StateFile().set('layout', 'narrow')
    expect(await entriesOf(join(usual(), 'cli.json'))).toEqual({ layout: 'narrow' })
    expect(configPath()).toBe(join(usual(), 'config.json'))
  })

  it('CLI files do not make a new state folder look like a server’s', () => {
    new StateFile().set('layout', 'wide')
    expect(isEmptyState(home())).toBe(true)
  })

  it('another user’s login stays in the default folder', async () => {
    const [usual, own] = [at('usual.json'), at('own.json')]
    const session = (user: string, round: number) =>
      JSON.stringify({
        jwt: `h.${Buffer.from(JSON.stringify({ sub: user, round })).toString('base64url')}.s`,
      })
    const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'))
    await writeFile(
      usual,
      JSON.stringify({ 'session x': session('alice', 1), 'session y': session('boss', 1) }),
    )
    const file = new StateFile({ path: own, former: usual })
    file.set('session x', session('boss', 1))
    expect(Object.keys(await read(usual))).toEqual(['session x', 'session y'])
    file.remove('session x')
    expect(await read(usual)).toHaveProperty('session x', session('alice', 1))
    file.set('session y', session('boss', 2))
    expect(Object.keys(await read(usual))).toEqual(['session x'])
  })

  it('CLI files in the default folder are found, and a refreshed login is moved', async () => {
    await mkdir(usual(), { recursive: true })
    const before = {
      'session https://x.test fretwork': 'old',
      'session https://y.test beta': 'y',
      layout: 'wide',
    }
    await writeFile(join(usual(), 'cli.json'), JSON.stringify(before))
    await writeFile(join(usual(), 'config.json'), JSON.stringify({ environments: { mine: {} } }))
    const file = new StateFile()
    expect([file.get('layout'), file.keys().toSorted()]).toEqual(['wide', Object.keys(before).toSorted()])
    expect(readCliConfig().environments).toEqual({ mine: {} })

    file.set('session https://x.test fretwork', 'renewed')
    expect(file.get('session https://x.test fretwork')).toBe('renewed')
    expect(await entriesOf(join(home(), 'cli', 'cli.json'))).toEqual({
      'session https://x.test fretwork': 'renewed',
    })
    file.set('layout', 'narrow')
    expect(file.get('layout')).toBe('narrow')
    file.remove('session https://y.test beta')
    expect(file.get('session https://y.test beta')).toBeUndefined()
    expect(await entriesOf(join(usual(), 'cli.json'))).toEqual({ layout: 'wide' })

    await writeFile(join(home(), 'cli', 'config.json'), JSON.stringify({ environments: { other: {} } }))
    expect(readCliConfig().environments).toEqual({ other: {} })
  })
})
