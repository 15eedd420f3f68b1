/** The whole contract against a live server: every call, good and bad input, who may call, for which tenant. */
import { type Endpoint, pathOf } from '../../../../src/core/api/endpoint.js'
import { CALLS, endpointNamed } from '../../../../src/core/api/endpoints.js'
import { problemDocument } from '../../../../src/core/api/problem.js'
import { CliError, EXIT } from '../../../errors.js'
import { type AccountSource, type CheckAccount, remove, type Where } from './accounts.js'
import { deviationsOf } from './deviations.js'
import type { GoodCall, Memory, Person } from './good-call.js'
import { GOOD_CALLS, NO_USER, takeId, takeTokens } from './good-calls.js'
import { refusalsOf } from './refusals.js'
import { type Answer, parsed, type Request, sendRequest } from './wire.js'

interface CheckOptions extends Where {
  readonly accounts: AccountSource
  readonly admin?: CheckAccount
  readonly otherTenant?: string
  /** Only what cannot change anything, whatever the server makes of it: GET, and logging in. */
  readonly readOnly?: boolean
  /** Ends it between two calls; what was made is removed all the same. */
  readonly signal?: AbortSignal
}

export interface CheckResult {
  readonly endpoint: string
  readonly what: string
  readonly outcome: 'ok' | 'fault' | 'skipped'
  /** What is wrong, or why it was left out. */
  readonly problems: readonly string[]
}

/** The longest Retry-After that is followed. */
const LONGEST_WAIT_S = 65

export async function checkContract(options: CheckOptions): Promise<CheckResult[]> {
  const { accounts, admin, signal, readOnly = false } = options
  const results: CheckResult[] = []
  const [one, two] = await accounts.open()
  try {
    const first = await loggedIn(options, one)
    const second = await loggedIn(options, two)
    // A second session, so that there is one to end.
    await loggedIn(options, one)
    const boss = admin && (await loggedIn(options, admin))
    const memory: Memory = { tenant: options.tenant, first, second }
    const people = { first, second, admin: boss }

    // Refusals first: the good calls end with logging out.
    for (const endpoint of CALLS) {
      for (const { what, request, codes } of refusalsOf(endpoint, { ...options, jwt: first.jwt })) {
        if (signal?.aborted) return results
        const add = adder(results, endpoint, what)
        if (readOnly && endpoint.method !== 'GET') {
          add('skipped', ['read-only'])
          continue
        }
        const answer = await withRetry(options, request)
        const code = codeIn(answer)
        const wrong = codes.some(each => each === code)
          ? []
          : [`was answered with ${answer.status}${code ? ` ${code}` : ''} instead of ${codes.join(' or ')}`]
        addChecked(add, [...wrong, ...deviationsOf(endpoint, answer)])
      }
    }
    for (const call of GOOD_CALLS) {
      if (signal?.aborted) return results
      const endpoint = endpointNamed(call.name)
      if (!endpoint) throw new RangeError(`The contract has no call named ${call.name}.`)
      const add = adder(results, endpoint, describe(call))
      const why = leftOut(call, endpoint, {
        readOnly,
        throwAway: accounts.throwAway,
        hasAdmin: boss !== undefined,
      })
      if (why) add('skipped', [why])
      else addChecked(add, await problemsOf(call, endpoint, memory, people, options))
    }
    return results
  } finally {
    if (accounts.throwAway) {
      for (const account of [one, two]) {
        const left = await remove(options, account)
        const endpoint = endpointNamed('own.delete')
        if (endpoint)
          addChecked(adder(results, endpoint, 'removes what the check has made'), left ? [left] : [])
      }
    }
  }
}

async function problemsOf(
  call: GoodCall,
  endpoint: Endpoint,
  memory: Memory,
  people: { first: Person; second: Person; admin?: Person | undefined },
  options: CheckOptions,
): Promise<string[]> {
  const query = new URLSearchParams(call.query?.(memory)).toString()
  const answer = await withRetry(options, {
    method: endpoint.method,
    path: pathOf(endpoint, call.params?.(memory)) + (query && `?${query}`),
    ...(endpoint.tenant !== 'none' && { tenant: options.tenant }),
    ...(call.who !== 'anonymous' && { jwt: people[call.who]?.jwt }),
    ...(call.body && { body: call.body(memory) }),
  })
  const code = codeIn(answer)
  const wrong: string[] = []
  if (call.refused) {
    if (!call.refused.some(each => each === code) && !(answer.status < 400 && mayAlsoSucceed(call))) {
      wrong.push(
        `was answered with ${answer.status}${code ? ` ${code}` : ''} instead of ${call.refused.join(' or ')}`,
      )
    }
  } else if (answer.status !== endpoint.status) {
    wrong.push(`was answered with ${answer.status}${code ? ` ${code}` : ''} instead of ${endpoint.status}`)
  }
  if (answer.status < 400) call.remember?.(parsed(answer.text), memory)
  return [...wrong, ...deviationsOf(endpoint, answer)]
}

/** With a payment provider it is given out, without one it is refused: both are as agreed. */
function mayAlsoSucceed({ name }: GoodCall): boolean {
  return name === 'account.stripe-session'
}

function leftOut(
  { who, lasting }: GoodCall,
  { method, name }: Endpoint,
  { readOnly, throwAway, hasAdmin }: { readOnly: boolean; throwAway: boolean; hasAdmin: boolean },
): string | undefined {
  if (who === 'admin' && !hasAdmin) return 'needs an Admin: name one with --admin'
  if (readOnly && method !== 'GET' && name !== 'auth.login') return 'read-only'
  if (lasting && (!throwAway || readOnly)) return 'changes the account: needs one to throw away'
  return undefined
}

function describe({ who, refused }: GoodCall): string {
  const caller = { anonymous: 'a visitor', first: 'a user', second: 'another user', admin: 'an Admin' }[who]
  return refused ? `from ${caller}, refused with ${refused.join(' or ')}` : `from ${caller}`
}

async function loggedIn(options: CheckOptions, { email, password }: CheckAccount): Promise<Person> {
  const { tenant } = options
  const person: Person = { email, password, jwt: '', refreshToken: '', id: NO_USER }
  const path = '/presence/api/v1/auth/login'
  const answer = await withRetry(options, { method: 'POST', path, tenant, body: { email, password } })
  takeTokens(parsed(answer.text), person)
  if (person.jwt === '') {
    throw new CliError(
      'login_refused',
      `${email} cannot log in: the server answered with ${answer.status} ${codeIn(answer) ?? ''}.`,
      EXIT.network,
    )
  }
  const user = await withRetry(options, {
    method: 'GET',
    path: '/presence/api/v1/auth/user',
    tenant,
    jwt: person.jwt,
  })
  takeId(parsed(user.text), person)
  return person
}

/** A rate limit is not a failure: the call is repeated when the server says so. */
async function withRetry({ baseUrl }: Where, request: Request): Promise<Answer> {
  const answer = await sendRequest(baseUrl, request)
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN)
  if (answer.status !== 429 || !(seconds <= LONGEST_WAIT_S)) return answer
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  return sendRequest(baseUrl, request)
}

function codeIn({ text, status }: Answer): string | undefined {
  if (status < 400) return undefined
  const problem = problemDocument.safeParse(parsed(text))
  return problem.success ? problem.data.code : undefined
}

type Add = (outcome: CheckResult['outcome'], problems: readonly string[]) => void

function adder(results: CheckResult[], { name }: Endpoint, what: string): Add {
  return (outcome, problems) => void results.push({ endpoint: name, what, outcome, problems })
}

function addChecked(add: Add, problems: readonly string[]): void {
  add(problems.length === 0 ? 'ok' : 'fault', problems)
}
