// The shipped command line against the running product, as a terminal would use it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
