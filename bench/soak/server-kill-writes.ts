// Accounts 25, the kills: follows, profiles and mail that were acknowledged are there after kill -9, 20 rounds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { login, type TokenPair } from '../../src/core/api/auth.js'
import { pathOf } from '../../src/core/api/endpoint.js'
import { forgotPassword } from '../../src/core/api/sign-up.js'
import { followUser, ownProfile, saveProfile, userLinks } from '../../src/core/api/users.js'
import { addCrowd } from '../server/crowd.js'
import { reportFigure } from '../support/harness.js'
import { send } from '../support/post.js'
import { createRandom } from '../support/random.js'

const ROUNDS = 20
const CROWD = 5000
/** The kill comes up to so long after the writing began. */
const LATEST_KILL_MS = 500
/** The jobs of a killed server are taken over after two minutes, and an email is requested first and sent next. */
const MAIL_PATIENCE_MS = 6 * 60_000
/** Which process goes, in turn; a database that dies alone comes again under its server. */
const VICTIMS = ['server', 'database', 'both'] as const

const random = createRandom(4680)
const state = makeStateFolder()
const faults: string[] = []
const followed = new Set<string>()
const mailed = new Set<string>()
/** The last bio that was acknowledged, and the one that was on its way when the kill came. */
const bio = { known: '', tried: '' }
let ids: string[] = []
let writes = 0

interface Caller {
  readonly url: string
  readonly jwt: string
}

const start = () =>
  startProduct({
    FRETWORK_HOME: state.home,
    FRETWORK_LOG_LEVEL: 'fatal',
    FRETWORK_LOGINS_PER_MINUTE: '999999,999999',
  })

async function logIn(url: string): Promise<Caller> {
  const answer = await send(url, login, { body: { email: DEMO.email, password: DEMO.password } })
  return { url, jwt: (answer.body as TokenPair).jwt }
}

/** One of each kind of write, and what of it was acknowledged. */
async function writeOnce({ url, jwt }: Caller): Promise<void> {
  const id = ids[writes % ids.length] ?? ''
  const followPath = { method: followUser.method, path: pathOf(followUser, { id }) }
  if ((await send(url, followPath, { jwt })).status < 300) followed.add(id)
  bio.tried = `take ${writes}`
  const profile = { name: 'Demo', handle: 'demo', bio: bio.tried, instruments: [], public: true }
  if ((await send(url, saveProfile, { jwt, body: profile })).status === 200) bio.known = bio.tried
  const email = `player${1 + (writes % CROWD)}@example.org`
  if ((await send(url, forgotPassword, { body: { email } })).status === 202) mailed.add(email)
  writes += 1
}

/** Until the server is gone, or stopped. */
async function writeOn(caller: Caller, over: () => boolean): Promise<void> {
  while (!over()) {
    // A broken connection is what the kill is for: what it acknowledged before is what counts.
    if (
      await writeOnce(caller).then(
        () => false,
        () => true,
      )
    )
      return
  }
}

async function following({ url, jwt }: Caller): Promise<Set<string>> {
  const all = new Set<string>()
  for (let page = 1; ; page += 1) {
    const path = `${userLinks.path}?kind=following&page=${page}`
    const { items } = (await send(url, { method: 'GET', path }, { jwt })).body as { items: { id: string }[] }
    for (const { id } of items) all.add(id)
    if (items.length === 0) return all
  }
}

async function check(caller: Caller): Promise<void> {
  const there = await following(caller)
  for (const id of followed) if (!there.has(id)) faults.push(`the follow of ${id} is gone`)
  if (bio.known === '') return
  const { body } = await send(caller.url, ownProfile, { jwt: caller.jwt })
  const now = (body as { bio: string }).bio
  if (now !== bio.known && now !== bio.tried) faults.push(`the profile says "${now}", not "${bio.known}"`)
}

function arrived(): Set<string> {
  const folder = join(state.home, 'outbox')
  const shown = readdirSync(folder).filter(name => name.endsWith('.json'))
  return new Set(
    shown.map(name => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string }).to),
  )
}

async function killRound(round: number): Promise<void> {
  const product = await start()
  const victim = VICTIMS[round % VICTIMS.length]
  let over = false
  try {
    if (ids.length === 0) ids = await addCrowd(state.home, CROWD)
    const caller = await logIn(product.url)
    await check(caller)
    const writing = writeOn(caller, () => over)
    await wait(random.below(LATEST_KILL_MS))
    const database = state.databasePid()
    if (victim !== 'database') process.kill(state.serverPid(), 'SIGKILL')
    if (victim !== 'server' && database !== undefined) process.kill(database, 'SIGKILL')
    await wait(random.below(LATEST_KILL_MS))
    over = true
    await writing
  } finally {
    await product.stop()
  }
}

try {
  for (let round = 0; round < ROUNDS; round += 1) await killRound(round)
  const product = await start()
  try {
    await check(await logIn(product.url))
    const missing = () => [...mailed].filter(email => !arrived().has(email))
    for (let waited = 0; missing().length > 0 && waited < MAIL_PATIENCE_MS; waited += 500) await wait(500)
    for (const email of missing()) faults.push(`the mail to ${email} never came`)
  } finally {
    await product.stop()
  }
} finally {
  state.remove()
}

for (const fault of faults.slice(0, 20)) process.stdout.write(`  ${fault}\n`)
process.stdout.write(`  ${followed.size} follows and ${mailed.size} emails were acknowledged\n`)
reportFigure({ name: 'writes lost to kill -9', figure: faults.length, unit: '', limit: 0 })
