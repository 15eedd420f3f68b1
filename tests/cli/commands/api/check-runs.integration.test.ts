// Runs of `api check` with workers, seeds, expired tokens and recordings of a browser.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckResult } from '../../../../cli/commands/api/check/result.js'
import { rowsOf } from '../../../server/isolation/rows.js'
import { faultyApp } from '../../../server/support/faults/faulty-app.js'
import { AUTH, PASSWORD } from '../../../server/support/test-app.js'
import { testDatabase } from '../../../server/support/test-database.js'
import { fretwork } from '../../run-program.js'

let db: Awaited<ReturnType<typeof testDatabase>>
let app: Awaited<ReturnType<typeof faultyApp>>
let folder = ''

beforeAll(async () => {
  db = await testDatabase()
  app = await faultyApp(db.database)
  for (const name of ['a', 'b']) await app.server.addUser(`${name}@example.org`)
  folder = await mkdtemp(join(tmpdir(), 'fretwork-runs-'))
})
afterAll(async () => {
  await app.end()
  await db.end()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  app.switchTo()
  vi.stubEnv('FRETWORK_URL', app.baseUrl)
  vi.stubEnv('FRETWORK_CLI_CONFIG', join(folder, 'config.json'))
  vi.stubEnv('FRETWORK_PASSWORD', PASSWORD)
  return () => vi.unstubAllEnvs()
})

const check = (...words: string[]) => fretwork('api', 'check', ...words)
async function results(...words: string[]): Promise<readonly CheckResult[]> {
  const { out, err } = await check(...words, '--json')
  expect(err).toBe('')
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}
const named = (found: readonly CheckResult[]) => found.map(({ endpoint, what }) => `${endpoint} ${what}`)
const GIVEN = ['--account', 'a@example.org', 'b@example.org']

describe('workers', () => {
  it('make the same requests together as one alone, and leave nothing behind', async () => {
    const { users } = { ...(await rowsOf(db.address)) } as Record<string, unknown>
    const words = ['--only', 'group', 'session', '--seed', '7', '--cases', '5']
    const alone = await results(...words)
    const together = await results(...words, '--workers', '3')
    const left = (found: readonly string[]) => found.filter(name => !name.startsWith('own.delete '))
    expect(left(named(together))).toEqual(left(named(alone)))
    expect(together.filter(({ outcome }) => outcome === 'fault')).toEqual([])
    const after = { ...(await rowsOf(db.address)) } as Record<string, unknown>
    expect(after.users).toEqual(users)
  }, 120_000)

  it('need two accounts each where accounts are given', async () => {
    expect(await check('--read-only', ...GIVEN, '--workers', '2')).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'Give --account 4 different addresses: each of the 2 workers needs two people.',
      ),
    })
  })
})

describe('the seed', () => {
  it('decides which requests are made from the schemas, and is kept with the faults', async () => {
    const words = ['--only', 'user.search', '--cases', '4']
    const made = async (seed: string) =>
      named(await results(...words, '--seed', seed)).filter(name => name.includes(' with body'))
    const first = await made('11')
    expect(first.length).toBeGreaterThan(0)
    expect(await made('11')).toEqual(first)
    expect(await made('12')).not.toEqual(first)
    const file = join(folder, 'faults.json')
    await check(...words, '--seed', '11', '--max-ms', '1', '--save', file)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ seed: 11, cases: 4 })
  }, 120_000)

  it('is printed where it was not given', async () => {
    const { out } = await check('--read-only', ...GIVEN, '--only', 'user.links')
    expect(out).toMatch(/\nSeed: (\d+)\. The same requests again: --seed \1\n$/)
  })

  it('is a whole number', async () => {
    expect((await check('--seed', 'x')).code).toBe(2)
    expect((await check('--cases', '-1')).code).toBe(2)
  })
})

describe('a token', () => {
  it('past its time is refused by every call that needs one', async () => {
    const { jwt } = await app.server.logIn('a@example.org')
    app.server.clock.now += 3_600_000
    vi.stubEnv('FRETWORK_EXPIRED_TOKEN', jwt)
    const found = await results('--read-only', ...GIVEN, '--only', 'user.summary', 'tenant.card')
    const tried = found.filter(({ what }) => what === 'with an expired token')
    expect(tried).toMatchObject([{ endpoint: 'user.summary', outcome: 'ok', answer: 'token_expired' }])
  })

  it('of an ended session is refused by every call that needs one', async () => {
    const found = await results('--read-only', ...GIVEN, '--only', 'user.summary')
    expect(found.find(({ what }) => what === 'with the token of an ended session')).toMatchObject({
      ...{ outcome: 'ok', answer: 'session_ended' },
    })
  })
})

describe('a recording', () => {
  const API = '/presence/api/v1'
  const ID = '5a3e8b6c-93f9-4a36-8f5e-0123456789ab'

  /** What a browser would have recorded of a user who makes a group, looks at it and logs out. */
  async function recording(): Promise<{
    log: { version: string; entries: { response: { status: number } }[] }
  }> {
    const entries: { response: { status: number } }[] = []
    let jwt: string | undefined
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
      const answer = await app.server.send(path, { method, body, ...(jwt !== undefined && { jwt }) })
      entries.push({
        request: {
          ...{ method, url: `https://fretwork.example${path}` },
          headers: jwt === undefined ? [] : [{ name: 'authorization', value: `Bearer ${jwt}` }],
          ...(body !== undefined && {
            postData: { mimeType: 'application/json', text: JSON.stringify(body) },
          }),
        },
        response: { status: answer.statusCode, content: { text: answer.body } },
      } as never)
      return answer
    }
    jwt = (await call('POST', `${AUTH}/login`, { email: 'a@example.org', password: PASSWORD })).json().jwt
    const { id } = (await call('GET', `${AUTH}/user`)).json()
    await call('GET', `${API}/user/${id}`)
    await call('PUT', `${API}/groups/${ID}`, { name: 'Recorded', members: [] })
    await call('GET', `${API}/groups/`)
    await call('DELETE', `${API}/groups/${ID}`)
    await call('DELETE', `${API}/groups/${ID}`)
    await call('GET', `${API}/nothing/here`)
    await call('GET', `${AUTH}/logout`)
    await call('GET', '/index.html')
    return { log: { version: '1.2', entries } }
  }

  async function saved(content: unknown): Promise<string> {
    const file = join(folder, 'recording.har')
    await writeFile(file, JSON.stringify(content))
    return file
  }

  it('is made again as another user, with the ids of this run', async () => {
    const found = await results('--har', await saved(await recording()))
    const outcomes = found.map(({ endpoint, outcome, answer }) => [endpoint, outcome, answer])
    expect(outcomes).toEqual([
      ['auth.login', 'ok', '200'],
      ['auth.user', 'ok', '200'],
      ['user.get', 'ok', '200'],
      ['group.save', 'ok', '200'],
      ['group.list', 'ok', '200'],
      ['group.end', 'ok', '200'],
      ['group.end', 'ok', 'not_found'],
      [`GET ${API}/nothing/here`, 'skipped', undefined],
      ['auth.logout', 'ok', '204'],
      ...[1, 2, 3, 4].map(() => ['own.delete', 'ok', undefined]),
    ])
  }, 60_000)

  it('names an answer that is not the recorded one, and is replayed', async () => {
    const har = await recording()
    const saving = har.log.entries[3]
    if (saving) saving.response.status = 201
    const file = join(folder, 'har-faults.json')
    const { code, out } = await check('--har', await saved(har), '--save', file)
    expect({ code, out }).toMatchObject({
      code: 6,
      out: expect.stringContaining('was answered with 200, and was recorded with 201'),
    })
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ har: join(folder, 'recording.har') })
    const replayed = await fretwork('api', 'replay', file)
    expect(replayed).toMatchObject({ code: 6, err: '' })
    expect(replayed.out).toMatch(/^STILL FAILING {2}group\.save: request 4 of the recording/)
  }, 60_000)

  it('changes nothing of given accounts', async () => {
    const found = await results('--har', await saved(await recording()), ...GIVEN)
    expect(found.filter(({ endpoint }) => /^group\.(save|end)$/.test(endpoint))).toMatchObject(
      [1, 2, 3].map(() => ({
        outcome: 'skipped',
        problems: ['changes the account: needs one to throw away'],
      })),
    )
  }, 60_000)

  it('is not made together with cases from the schemas', async () => {
    expect((await check('--har', 'x.har', '--seed', '1')).code).toBe(2)
    expect(await check('--har', join(folder, 'none.har'))).toMatchObject({
      ...{ code: 4, err: expect.stringContaining('There is no file') },
    })
  })
})
