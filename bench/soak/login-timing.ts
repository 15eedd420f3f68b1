// Whether a refused log-in tells a stranger, by its words or by its time, which addresses have an account.
import { deepStrictEqual } from 'node:assert'
import pg from 'pg'
import { DEMO, startProduct } from '../../e2e/support/product.js'
import { makeStateFolder } from '../../e2e/support/state-folder.js'
import { runningPostgres } from '../../server/database/embedded.js'
import { login } from '../../src/core/api/auth.js'
import { median, reportFigure, shown } from '../harness.js'
import { mannWhitneyP } from '../mann-whitney.js'
import { type Seen, send } from '../post.js'
import { createRandom } from '../random.js'

const SAMPLES = 300
const WARM_UP = 40
const LEAST_P = 0.01
/** How far the medians may lie apart, as a share of the first. */
const MEDIANS_APART = 0.1
/** Chance alone misses now and then, but hardly ever three times in a row; a leak misses every time. */
const SERIES = 3

const REFERENCE = 'known address'
/** All addresses and passwords have the same length: the time to send them is no secret. */
const TRIES = [
  { who: REFERENCE, email: DEMO.email, password: 'wrong strings and no capo' },
  { who: 'unknown address', email: 'nemo@fretwork.local', password: 'wrong strings and no capo' },
  { who: 'suspended account', email: DEMO.adminEmail, password: 'wrong strings and no capo' },
  { who: 'suspended account, right password', email: DEMO.adminEmail, password: DEMO.password },
] as const

type Times = ReadonlyMap<string, number[]>

/** What of an answer must not differ: not the two that name the single request. */
function sameness({ status, headers, body }: Seen): unknown {
  const { date: _when, 'x-request-id': _id, ...stable } = headers
  const { requestId: _named, ...problem } = body as Record<string, unknown>
  return { status, stable, problem }
}

async function series(url: string, samples: number, seed: number): Promise<Times> {
  const random = createRandom(seed)
  const times = new Map<string, number[]>(TRIES.map(({ who }) => [who, []]))
  let expected: unknown
  for (let sample = 0; sample < samples; sample += 1) {
    for (const { who, email, password } of random.shuffled(TRIES)) {
      const answer = await send(url, login, { body: { email, password } })
      expected ??= sameness(answer)
      deepStrictEqual(sameness(answer), expected, `The answer for "${who}" differs from the others'.`)
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

async function suspendAdmin(home: string): Promise<void> {
  const postgres = runningPostgres(home)
  if (!postgres) throw new Error('The database of the measured server is not there.')
  const client = new pg.Client({ host: postgres.host, user: postgres.superuser, database: 'fretwork' })
  await client.connect()
  await client.query('UPDATE users SET suspended_at = now() WHERE email_folded = $1', [DEMO.adminEmail])
  await client.end()
}

const state = makeStateFolder()
const product = await startProduct({
  FRETWORK_HOME: state.home,
  FRETWORK_LOGINS_PER_MINUTE: '100000,100000',
})
try {
  await suspendAdmin(state.home)
  await series(product.url, WARM_UP, 1)
  const best = new Map<string, Finding>()
  for (let seed = 2; seed < 2 + SERIES; seed += 1) {
    const times = await series(product.url, SAMPLES, seed)
    for (const [who, own] of times) process.stdout.write(`  ${who}: median ${shown(median(own))} ms\n`)
    for (const finding of compare(times)) {
      const before = best.get(finding.who)
      if (!before || (!holds(before) && finding.p > before.p)) best.set(finding.who, finding)
    }
    if ([...best.values()].every(holds)) break
    process.stdout.write('  they differ; whether by chance, the next series says\n')
  }
  for (const { who, p, apart } of best.values()) {
    reportFigure({ name: `log-in, ${who}: p`, figure: p, unit: '', limit: LEAST_P, atLeast: true })
    reportFigure({
      name: `log-in, ${who}: medians apart`,
      figure: apart * 100,
      unit: '%',
      limit: MEDIANS_APART * 100,
    })
  }
} finally {
  await product.stop()
  state.remove()
}
