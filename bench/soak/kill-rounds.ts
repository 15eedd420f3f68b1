// Repeatedly kills the server while it is working. Acknowledged writes must survive the restart.
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO, type Product, startProduct } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { isRunning } from '../../server/state-folder.js'
import { currentUser, login, logout, refresh, type TokenPair } from '../../src/core/contract/auth.js'
import { reportFigure, shown } from '../support/harness.js'
import { send } from '../support/post.js'
import { createRandom } from '../support/random.js'

const ROUNDS = 12
const SESSIONS_PER_ROUND = 4
/** Number of concurrent refreshes, as with two tabs and a lost response. All request the same successor. */
const AT_ONCE = 3
const LATEST_KILL_MS = 400
const GAP_MS = 100
const REAPED_WITHIN_MS = 10_000
const START_LIMIT_MS = 10_000

const random = createRandom(4680)
const faults: string[] = []
const expect = (holds: boolean, fault: string) => {
  if (!holds) faults.push(fault)
}

interface Session {
  readonly name: string
  tokens: TokenPair
}

async function logIn(url: string, name: string): Promise<Session> {
  const answer = await send(url, login, { body: { email: DEMO.email, password: DEMO.password } })
  if (answer.status !== 200) throw new Error(`The log-in was answered with ${answer.status}.`)
  return { name, tokens: answer.body as TokenPair }
}

/** Checks that all concurrent refreshes return the same successor. */
async function refreshAtOnce(url: string, session: Session): Promise<void> {
  const body = { refreshToken: session.tokens.refreshToken }
  const successors = new Set<string>()
  const ask = async () => {
    const { status, body: pair } = await send(url, refresh, { body })
    // 503 is a valid response while the database is being killed.
    if (status === 503) return
    expect(status === 200, `${session.name}: a refresh was answered with ${status}`)
    if (status !== 200) return
    session.tokens = pair as TokenPair
    successors.add(session.tokens.refreshToken)
  }
  const asked = await Promise.allSettled(Array.from({ length: AT_ONCE }, ask))
  expect(successors.size <= 1, `${session.name}: one token had ${successors.size} successors`)
  const lost = asked.find(({ status }) => status === 'rejected')
  if (lost?.status === 'rejected') throw lost.reason
}

async function refreshOn(url: string, session: Session): Promise<number> {
  for (let refreshed = 0; ; refreshed += 1) {
    try {
      await refreshAtOnce(url, session)
    } catch {
      return refreshed // a broken connection is expected during the kill
    }
  }
}

async function checkAlive(url: string, session: Session): Promise<void> {
  const { status } = await send(url, currentUser, { jwt: session.tokens.jwt })
  expect(status === 200, `${session.name}: its access token is answered with ${status} after the restart`)
  await refreshAtOnce(url, session)
}

async function checkDead(url: string, { name, tokens }: Session): Promise<void> {
  const user = await send(url, currentUser, { jwt: tokens.jwt })
  expect(user.status === 401, `${name}: logged out, yet its access token is answered with ${user.status}`)
  const next = await send(url, refresh, { body: { refreshToken: tokens.refreshToken } })
  expect(next.status === 401, `${name}: logged out, yet its refresh is answered with ${next.status}`)
}

/** Returns the processes still running after a wait. The system reaps orphans with a delay. */
async function whatStays(): Promise<string[]> {
  const running = () =>
    [...everRun].filter(([pid]) => isRunning(pid)).map(([pid, what]) => `${what} (${pid})`)
  for (let waited = 0; running().length > 0 && waited < REAPED_WITHIN_MS; waited += 100) await wait(100)
  return running()
}

const state = makeStateFolder()
const alive: Session[] = []
const dead: Session[] = []
const everRun = new Map<number, string>()
const starts: number[] = []
let refreshes = 0

async function start(): Promise<Product> {
  const began = performance.now()
  const product = await startProduct({ FRETWORK_HOME: state.home, FRETWORK_LOG_LEVEL: 'fatal' })
  starts.push(performance.now() - began)
  everRun.set(state.serverPid(), `server ${starts.length}`)
  const database = state.databasePid()
  if (database !== undefined) everRun.set(database, `database ${starts.length}`)
  return product
}

async function checkSessions(url: string): Promise<void> {
  for (const session of alive) await checkAlive(url, session)
  for (const session of dead) await checkDead(url, session)
}

async function killRound(round: number): Promise<void> {
  const product = await start()
  const { url } = product
  const victims = [state.serverPid()]
  const database = state.databasePid()
  if (round % 2 === 1 && database !== undefined) victims.push(database)
  try {
    await checkSessions(url)
    const fresh = await Promise.all(
      Array.from({ length: SESSIONS_PER_ROUND }, (_, index) => logIn(url, `session ${round}.${index}`)),
    )
    const leaving = fresh.pop()
    alive.push(...fresh)
    if (leaving) {
      const { status } = await send(url, logout, { jwt: leaving.tokens.jwt })
      expect(status === 204, `${leaving.name}: the log-out was answered with ${status}`)
      dead.push(leaving)
    }
    const refreshing = alive.slice(-6).map(session => refreshOn(url, session))
    await wait(random.below(LATEST_KILL_MS))
    // In every fourth round, the database is killed first.
    if (round % 4 === 3) victims.reverse()
    for (const pid of victims) {
      process.kill(pid, 'SIGKILL')
      await wait(random.below(GAP_MS))
    }
    for (const count of await Promise.all(refreshing)) refreshes += count
  } finally {
    await product.stop()
  }
  const last = starts.at(-1) ?? Number.NaN
  const what = victims.length > 1 ? 'server and database' : 'server'
  process.stdout.write(
    `  round ${round + 1}: up after ${shown(last)} ms, ${alive.length} sessions alive, ${dead.length} logged out, ${what} killed\n`,
  )
}

try {
  for (let round = 0; round < ROUNDS; round += 1) await killRound(round)
  const product = await start()
  let code: number | null
  try {
    await checkSessions(product.url)
  } finally {
    code = await product.stop()
  }
  expect(code === 0, `the last server ended with ${code} on Ctrl-C`)
  const left = await whatStays()
  expect(left.length === 0, `still running at the end: ${left.join(', ')}`)
} finally {
  state.remove()
}

for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`)
process.stdout.write(
  `  ${refreshes} refreshes by ${AT_ONCE} concurrent clients were acknowledged before the kills\n`,
)
reportFigure('faults after kill -9', faults.length, '≤ 0')
reportFigure('slowest start after kill -9', Math.max(...starts), `≤ ${START_LIMIT_MS} ms`)
