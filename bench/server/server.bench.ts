// Server under load by 32 clients: a read, a search among 100,000 users, a follow and a login, compared with
// a bare Fastify route.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { Passwords } from '../../server/auth/passwords.js'
import { currentUser, login, type TokenPair } from '../../src/core/contract/auth.js'
import { pathOf } from '../../src/core/contract/endpoint.js'
import { DEFAULT_TENANT, TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { followUser, searchUsers } from '../../src/core/contract/users.js'
import { ROOT, reportFigure, reportRatio, shown } from '../support/harness.js'
import { send } from '../support/post.js'
import { addCrowd, memoryOf, QUERIES } from './crowd.js'
import { type Ask, type Load, load } from './load.js'

const CROWD = 100_000
const READ_P99_MS = 200
const SEARCH_P99_MS = 80
/**
 * Minimum throughput relative to the bare route. Each read verifies a signature and queries the database
 * three times.
 */
const LEAST_OF_BARE = 0.02
/** Minimum share of the logins per second that hashing alone would allow. */
const LEAST_OF_HASHING = 0.6
const MEMORY_LIMIT_MB = 400
const HASHING_MS = 3000
/** Number of hashes that the server computes in parallel. */
const HASHED_AT_ONCE = 4

async function bareLoad(): Promise<Load> {
  const child = spawn(process.execPath, [join(ROOT, 'bench/server/bare-route.mjs')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  try {
    return await load(`http://127.0.0.1:${Number(port)}`, {}, () => ({ method: 'GET', path: '/user' }))
  } finally {
    child.kill()
  }
}

async function hashingRate(): Promise<number> {
  const passwords = new Passwords()
  const stored = await passwords.hash(DEMO.password)
  const began = performance.now()
  let count = 0
  const lane = async () => {
    while (performance.now() - began < HASHING_MS) {
      await passwords.verify(DEMO.password, stored)
      count += 1
    }
  }
  await Promise.all(Array.from({ length: HASHED_AT_ONCE }, lane))
  return (count / (performance.now() - began)) * 1000
}

function report(name: string, { perSecond, p50, p99 }: Load, bare: Load): void {
  process.stdout.write(`  ${name}: p50 ${shown(p50)} ms, p99 ${shown(p99)} ms\n`)
  reportRatio(name, [perSecond, bare.perSecond], '/s', `≥ ${LEAST_OF_BARE}×`)
}

const state = makeStateFolder()
const product = await startProduct({
  FRETWORK_HOME: state.home,
  FRETWORK_LOG_LEVEL: 'fatal',
  FRETWORK_LOGINS_PER_MINUTE: '999999,999999',
})
try {
  const { url } = product
  const ids = await addCrowd(state.home, CROWD)
  const credentials = { email: DEMO.email, password: DEMO.password }
  const { jwt } = (await send(url, login, { body: credentials })).body as TokenPair
  const known = { [TENANT_HEADER]: DEFAULT_TENANT, authorization: `Bearer ${jwt}` }
  let turn = 0
  const next = <T>(list: readonly T[]): T => list[turn++ % list.length] as T

  const bare = await bareLoad()
  const read = await load(url, known, () => ({ method: 'GET', path: currentUser.path }))
  report('authenticated read', read, bare)
  reportFigure('authenticated read p99', read.p99, `≤ ${READ_P99_MS} ms`)

  const search = await load(url, known, (): Ask => {
    const body = { query: next(QUERIES), page: 1, pageSize: 20 }
    return { method: 'POST', path: searchUsers.path, body }
  })
  report(`search among ${CROWD}`, search, bare)
  reportFigure('search p99', search.p99, `≤ ${SEARCH_P99_MS} ms`)

  const follow = await load(url, known, () => ({
    method: followUser.method as 'POST',
    path: pathOf(followUser, { id: next(ids) }),
  }))
  report('follow', follow, bare)

  const most = await hashingRate()
  const tenant = { [TENANT_HEADER]: DEFAULT_TENANT }
  const logIn = await load(url, tenant, () => ({ method: 'POST', path: login.path, body: credentials }))
  process.stdout.write(`  login: p50 ${shown(logIn.p50)} ms, p99 ${shown(logIn.p99)} ms\n`)
  reportRatio(
    'logins, relative to the hashing limit',
    [logIn.perSecond, most],
    '/s',
    `≥ ${LEAST_OF_HASHING}×`,
  )
  reportFigure('server memory after it all', await memoryOf(url), `≤ ${MEMORY_LIMIT_MB} MB`)
} finally {
  await product.stop()
  state.remove()
}
