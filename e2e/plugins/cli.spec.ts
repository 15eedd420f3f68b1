// The shipped command line against the running product, as a terminal would use it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VERSION } from '../../src/core/version.js'
import { DEMO, plainEnvironment } from '../support/product.js'
import { expect, test } from '../support/test.js'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

let folder = ''
const stateFile = () => join(folder, 'cli.json')
const url = () => process.env.FRETWORK_E2E_URL ?? ''

function fretwork(words: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise(resolve => {
    const child = execFile(
      process.execPath,
      ['dist/cli/main.mjs', ...words],
      { env: { ...plainEnvironment(), FRETWORK_CLI_STATE: stateFile(), ...env } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
    child.stdin?.end()
  })
}

const api = (...words: string[]) =>
  fretwork(['api', ...words, '--base-url', url()], { FRETWORK_PASSWORD: DEMO.password })

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fretwork-cli-'))
})

test.afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

test('says its version, and nothing else', async () => {
  expect(await fretwork(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
})

test('logs in, says who that is, and logs out; the session is readable by its user only', async () => {
  const login = await api('login', '--email', DEMO.email)
  expect(login).toMatchObject({ code: 0, err: '' })
  expect(login.out).toContain(DEMO.email)
  expect((await stat(stateFile())).mode & 0o777).toBe(0o600)

  const who = await api('whoami', '--json')
  expect(JSON.parse(who.out)).toMatchObject({ email: DEMO.email, roles: [] })
  expect((await api('logout')).code).toBe(0)
  expect(await api('whoami')).toMatchObject({ code: 4, out: '' })
})

test('distinguishes a wrong password, a missing server and an unknown tenant, in one sentence each', async () => {
  const wrong = await api('login', '--email', DEMO.email, '--password', 'not the password')
  expect(wrong).toMatchObject({ code: 5, out: '' })
  expect(wrong.err).toBe('Wrong email address or password. Check both and try again.\n')

  const unreachable = await fretwork([
    'api',
    'login',
    '--email',
    'a@b.c',
    '--password',
    'x',
    '--base-url',
    'http://127.0.0.1:9',
  ])
  expect(unreachable.code).toBe(5)
  expect(unreachable.err).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached; .*\n$/)

  const tenant = await api('login', '--email', DEMO.email, '--tenant', 'nowhere')
  expect(tenant).toMatchObject({ code: 5 })
  expect(tenant.err).toMatch(/^There is no tenant "nowhere" at .*\n$/)
})

for (const [what, words, code] of [
  ['an unknown command', ['dance'], 2],
  ['a missing option', ['api', 'login'], 2],
  ['an address that is none', ['api', 'whoami', '--base-url', 'over there'], 2],
  ['a tenant key that is none', ['api', 'whoami', '--tenant', 'No Such Key'], 2],
  ['an unconfirmed removal', ['server', 'tenant', 'remove', 'fretwork'], 2],
  ['a file that is not there', ['replay', 'no-such-file.mid'], 4],
] as const) {
  test(`refuses ${what} on standard error`, async () => {
    const ended = await fretwork(words)
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.err.trim()).not.toBe('')
  })
}

test('says what to do about a session file that is broken, and leaves it as it is', async () => {
  await writeFile(stateFile(), '{"half": ')
  const ended = await api('whoami')
  expect(ended).toMatchObject({ code: 3, out: '' })
  expect(ended.err).toContain(stateFile())
})

test('lists every plugin with what it contributes, without loading one', async () => {
  const { code, out } = await fretwork(['plugins', 'list', '--json'])
  expect(code).toBe(0)
  const plugins = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(plugins.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(['auth', 'midi-io', 'fretboard', 'midi-file', 'replay', 'sound']),
  )
  const statuses = new Set(plugins.map(({ status }: { status: string }) => status))
  expect([...statuses].sort()).toEqual(['not-for-this-host', 'registered'])
})

test('prints the configuration without its secrets, and names what is wrong with it', async () => {
  const shown = await fretwork(['server', 'config'], { FRETWORK_DEMO_PASSWORD: 'a secret of ours' })
  expect(shown.code).toBe(0)
  expect(shown.out).toContain('FRETWORK_DEMO_PASSWORD=(set)')
  expect(shown.out).not.toContain('a secret of ours')
  const wrong = await fretwork(['server', 'config'], { PORT: 'first string' })
  expect(wrong).toMatchObject({ code: 3, out: '' })
  expect(wrong.err).toContain('PORT')
})
