// Checks that neither responses nor their timing reveal which email addresses have an account.
import { deepStrictEqual } from 'node:assert'
import pg from 'pg'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { runningPostgres } from '../../server/database/embedded/embedded.js'
import { login } from '../../src/core/contract/auth.js'
import type { Endpoint } from '../../src/core/contract/endpoint.js'
import { forgotPassword, register, sendVerification } from '../../src/core/contract/sign-up.js'
import { median, reportFigure, shown } from '../support/harness.js'
import { mannWhitneyP } from '../support/mann-whitney.js'
import { type Seen, send } from '../support/post.js'
import { createRandom, type Random } from '../support/random.js'

const SAMPLES = 300
const WARM_UP = 40
const LEAST_P = 0.01
/** Maximum difference of medians, relative to the first. */
const MEDIANS_APART = 0.1
/** Number of series. Noise rarely fails all of them, but a leak always does. */
const SERIES = 3

const REFERENCE = 'known address'
type Body = Readonly<Record<string, unknown>>

interface Try {
  readonly who: string
  readonly body: (random: Random) => Body
  /** Response with a different body but the same timing. */
  readonly answer?: 'waiting'
}

interface Call {
  readonly name: string
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>
  readonly tries: readonly Try[]
}

const WRONG = 'wrong strings and no capo'
const REGISTERED = 'registered strings and a capo'
const UNCONFIRMED = 'unconfirmed@fw.local'
const CONTESTED = 'contested@fretwork.local'
/** Returns a new email address. Each is used only once because registering it creates an account. */
const fresh = (random: Random) => `n${1e9 + random.below(1e9)}@fw.local`

/** All addresses have about the same length, so that length does not affect timing. */
const byAddress = (more: Body): Try[] => [
  { who: REFERENCE, body: () => ({ email: DEMO.email, ...more }) },
  { who: 'unknown address', body: (random: Random) => ({ email: fresh(random), ...more }) },
  { who: 'suspended account', body: () => ({ email: DEMO.adminEmail, ...more }) },
  { who: 'registered but unconfirmed', body: () => ({ email: UNCONFIRMED, ...more }) },
  { who: 'account with a stranger’s registration', body: () => ({ email: CONTESTED, ...more }) },
]

const CALLS: readonly Call[] = [
  {
    name: 'log-in',
    endpoint: login,
    tries: [
      ...byAddress({ password: WRONG }),
      {
        who: 'suspended account, right password',
        body: () => ({ email: DEMO.adminEmail, password: DEMO.password }),
      },
      {
        who: 'registered but unconfirmed, password of the registration',
        body: () => ({ email: UNCONFIRMED, password: REGISTERED }),
        answer: 'waiting',
      },
      {
        who: 'account with a stranger’s registration, password of the registration',
        body: () => ({ email: CONTESTED, password: REGISTERED }),
        answer: 'waiting',
      },
    ],
  },
  {
    name: 'register',
    endpoint: register,
    tries: byAddress({ password: WRONG, name: 'Someone', acceptTerms: true }),
  },
  { name: 'forgot', endpoint: forgotPassword, tries: byAddress({}) },
  { name: 'verification', endpoint: sendVerification, tries: byAddress({}) },
]

type Times = ReadonlyMap<string, number[]>

/** Omits fields that differ in every response. */
function sameness({ status, headers, body }: Seen): unknown {
  const { date: _when, 'x-request-id': _id, ...stable } = headers
  const { requestId: _named, ...problem } = (body ?? {}) as Record<string, unknown>
  return { status, stable, problem }
}

async function series(url: string, call: Call, samples: number, seed: number): Promise<Times> {
  const random = createRandom(seed)
  const times = new Map<string, number[]>(call.tries.map(({ who }) => [who, []]))
  const expected = new Map<Try['answer'], unknown>()
  for (let sample = 0; sample < samples; sample += 1) {
    for (const { who, body, answer: kind } of random.shuffled(call.tries)) {
      const answer = await send(url, call.endpoint, { body: body(random) })
      if (!expected.has(kind)) expected.set(kind, sameness(answer))
      deepStrictEqual(
        sameness(answer),
        expected.get(kind),
        `The answer of ${call.name} for "${who}" differs from the others'.`,
      )
      times.get(who)?.push(answer.ms)
    }
  }
  return times
}

interface Finding {
  readonly who: string
  readonly p: number
  readonly apart: number
}

function compare(times: Times): Finding[] {
  const reference = times.get(REFERENCE) ?? []
  return [...times]
    .filter(([who]) => who !== REFERENCE)
    .map(([who, own]) => ({
      who,
      p: mannWhitneyP(reference, own),
      apart: Math.abs(median(own) / median(reference) - 1),
    }))
}

const holds = ({ p, apart }: Finding) => p > LEAST_P && apart <= MEDIANS_APART

async function prepareAccounts(home: string): Promise<void> {
  const postgres = runningPostgres(home)
  if (!postgres) throw new Error('The database of the measured server is missing.')
  const client = new pg.Client({ host: postgres.host, user: postgres.superuser, database: 'fretwork' })
  await client.connect()
  await client.query('UPDATE users SET suspended_at = now() WHERE email_folded = $1', [DEMO.adminEmail])
  const columns = 'name, password_hash, email_verified_at'
  await client.query(
    `INSERT INTO users (tenant, email, email_folded, ${columns}) SELECT tenant, $2, $2, ${columns} FROM users WHERE email_folded = $1`,
    [DEMO.email, CONTESTED],
  )
  await client.end()
}

async function registerBoth(url: string): Promise<void> {
  for (const email of [UNCONFIRMED, CONTESTED]) {
    const body = { email, password: REGISTERED, name: 'Someone', acceptTerms: true }
    const { status } = await send(url, register, { body })
    if (status !== 202) throw new Error(`Registering ${email} was answered with ${status}.`)
  }
}

/** Runs at most three series and keeps the best result of each kind. */
async function measure(url: string, call: Call): Promise<void> {
  await series(url, call, WARM_UP, 1)
  const best = new Map<string, Finding>()
  for (let seed = 2; seed < 2 + SERIES; seed += 1) {
    const times = await series(url, call, SAMPLES, seed)
    for (const [who, own] of times)
      process.stdout.write(`  ${call.name}, ${who}: median ${shown(median(own))} ms\n`)
    for (const finding of compare(times)) {
      const before = best.get(finding.who)
      if (!before || (!holds(before) && finding.p > before.p)) best.set(finding.who, finding)
    }
    if ([...best.values()].every(holds)) break
    process.stdout.write('  they differ; whether by chance, the next series says\n')
  }
  for (const { who, p, apart } of best.values()) {
    const name = `${call.name}, ${who}`
    reportFigure(`${name}: p`, p, `≥ ${LEAST_P}`)
    reportFigure(`${name}: difference of medians`, apart * 100, `≤ ${MEDIANS_APART * 100} %`)
  }
}

const state = makeStateFolder()
const product = await startProduct({
  FRETWORK_HOME: state.home,
  FRETWORK_LOGINS_PER_MINUTE: '100000,100000',
})
try {
  await prepareAccounts(state.home)
  await registerBoth(product.url)
  for (const call of CALLS) await measure(product.url, call)
} catch (error) {
  process.stderr.write(product.output())
  throw error
} finally {
  await product.stop()
  state.remove()
}
