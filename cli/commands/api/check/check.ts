/** The whole contract against a live server: every call, good and bad input, who may call, for which tenant. */
import { type Endpoint, pathOf } from '../../../../src/core/api/endpoint.js'
import { CALLS, endpointNamed } from '../../../../src/core/api/endpoints.js'
import { messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../../errors.js'
import { type AccountSource, type CheckAccount, remove } from './accounts.js'
import { Caller, codeIn, type NoAnswer } from './caller.js'
import { deviationsOf } from './deviations.js'
import type { GoodCall, Memory, Person } from './good-call.js'
import { GOOD_CALLS, NO_USER, takeId, takeTokens } from './good-calls.js'
import { refusalsOf } from './refusals.js'
import { parsed, sendPatiently, type Where } from './wire.js'

interface CheckOptions extends Where {
  readonly accounts: AccountSource
  readonly admin?: CheckAccount
  readonly otherTenant?: string
  /** Only what cannot change anything, whatever the server makes of it: GET, and logging in. */
  readonly readOnly?: boolean
  /** Only these calls are listed: names, or beginnings of names, such as `share`. */
  readonly only?: readonly string[] | undefined
  /** An answer that takes longer is a fault. */
  readonly maxMs?: number | undefined
  /** Ends it between two calls; what was made is removed all the same. */
  readonly signal?: AbortSignal
}

export interface CheckResult {
  readonly endpoint: string
  readonly what: string
  readonly outcome: 'ok' | 'fault' | 'skipped'
  /** What is wrong, or why it was left out. */
  readonly problems: readonly string[]
  /** Of a fault: the request for a shell, without secrets. */
  readonly repeat?: string
  /** The status of a success, or the code of a refusal. */
  readonly answer?: string
}

export async function checkContract(options: CheckOptions): Promise<CheckResult[]> {
  const { accounts, admin, signal, readOnly = false } = options
  const results: CheckResult[] = []
  const isWanted = wantedOf(options.only)
  await checkOtherTenant(options)
  const [one, two] = await accounts.open()
  try {
    const first = await loggedIn(options, one)
    const second = await loggedIn(options, two)
    // A second session, so that there is one to end.
    await loggedIn(options, one)
    const boss = admin && (await loggedIn(options, admin))
    const memory: Memory = { tenant: options.tenant, first, second }
    const people = { first, second, admin: boss }

    const caller = new Caller(options, [first, second, ...(boss ? [boss] : [])])
    // Refusals first: the good calls end with logging out.
    for (const endpoint of CALLS.filter(({ name }) => isWanted(name))) {
      for (const { what, request, codes } of refusalsOf(endpoint, { ...options, jwt: first.jwt })) {
        if (signal?.aborted) return results
        const add = adder(results, endpoint, what, caller)
        if (readOnly && endpoint.method !== 'GET') {
          add('skipped', ['read-only'])
          continue
        }
        const answer = await caller.send(request)
        if ('problem' in answer) {
          add(answer.outcome, [answer.problem])
          continue
        }
        const code = codeIn(answer)
        const wrong = codes.some(each => each === code)
          ? []
          : [`was answered with ${answer.status}${code ? ` ${code}` : ''} instead of ${codes.join(' or ')}`]
        addChecked(add, [...wrong, ...caller.lateness(answer), ...deviationsOf(endpoint, answer)])
      }
    }
    // They build on each other: those before the wanted ones are made, and not listed.
    const last = GOOD_CALLS.findLastIndex(({ name }) => isWanted(name))
    for (const call of GOOD_CALLS.slice(0, last + 1)) {
      if (signal?.aborted) return results
      const endpoint = endpointNamed(call.name)
      if (!endpoint) throw new RangeError(`The contract has no call named ${call.name}.`)
      const add = isWanted(call.name) ? adder(results, endpoint, describe(call), caller) : () => undefined
      const why = leftOut(call, endpoint, {
        readOnly,
        throwAway: accounts.throwAway,
        hasAdmin: boss !== undefined,
      })
      if (why) add('skipped', [why])
      else {
        const found = await problemsOf(call, endpoint, memory, people, options, caller)
        if ('problem' in found) add(found.outcome, [found.problem])
        else addChecked(add, found)
      }
    }
    return results
  } finally {
    if (accounts.throwAway) {
      for (const account of [one, two]) {
        const left = await remove(options, account).catch(
          thrown => `${account.email} is left: ${messageOf(thrown)}`,
        )
        const endpoint = endpointNamed('own.delete')
        if (endpoint)
          addChecked(adder(results, endpoint, 'removes what the check has made'), left ? [left] : [])
      }
    }
  }
}

/** @throws CliError `call_unknown` for a name with which no call begins */
function wantedOf(only: readonly string[] | undefined): (name: string) => boolean {
  if (only === undefined) return () => true
  const isMeant = (name: string, words: string) => name === words || name.startsWith(`${words}.`)
  const unknown = only.find(words => !CALLS.some(({ name }) => isMeant(name, words)))
  if (unknown !== undefined) {
    throw new CliError(
      'call_unknown',
      `No call is named "${unknown}"; "fretwork api list" lists them.`,
      EXIT.usage,
    )
  }
  return name => only.some(words => isMeant(name, words))
}

async function problemsOf(
  call: GoodCall,
  endpoint: Endpoint,
  memory: Memory,
  people: { first: Person; second: Person; admin?: Person | undefined },
  options: CheckOptions,
  caller: Caller,
): Promise<string[] | NoAnswer> {
  const query = new URLSearchParams(call.query?.(memory)).toString()
  const answer = await caller.send({
    method: endpoint.method,
    path: pathOf(endpoint, call.params?.(memory)) + (query && `?${query}`),
    ...(endpoint.tenant !== 'none' && { tenant: options.tenant }),
    ...(call.who !== 'anonymous' && { jwt: people[call.who]?.jwt }),
    ...(call.body && { body: call.body(memory) }),
  })
  if ('problem' in answer) return answer
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
  return [...wrong, ...caller.lateness(answer), ...deviationsOf(endpoint, answer)]
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
  const answer = await sendPatiently(options, { method: 'POST', path, tenant, body: { email, password } })
  takeTokens(parsed(answer.text), person)
  if (person.jwt === '') {
    throw new CliError(
      'login_refused',
      `${email} cannot log in: the server answered with ${answer.status} ${codeIn(answer) ?? ''}.`,
      EXIT.network,
    )
  }
  const user = await sendPatiently(options, {
    method: 'GET',
    path: '/presence/api/v1/auth/user',
    tenant,
    jwt: person.jwt,
  })
  takeId(parsed(user.text), person)
  return person
}

/** @throws CliError `tenant_unknown` where the server does not have the other tenant, whose refusals would mean nothing */
async function checkOtherTenant(options: CheckOptions): Promise<void> {
  const { otherTenant: tenant } = options
  if (tenant === undefined) return
  const answer = await sendPatiently(options, { method: 'GET', path: '/presence/api/v1/auth/user', tenant })
  if (codeIn(answer) !== 'tenant_unknown') return
  throw new CliError(
    'tenant_unknown',
    `${options.baseUrl} has no tenant "${tenant}"; give --other-tenant the key of one that is there.`,
    EXIT.notFound,
  )
}

type Add = (outcome: CheckResult['outcome'], problems: readonly string[]) => void

function adder(results: CheckResult[], { name }: Endpoint, what: string, caller?: Caller): Add {
  return (outcome, problems) => {
    const repeat = outcome === 'fault' ? caller?.repeat() : undefined
    const answer = outcome === 'skipped' ? undefined : caller?.seen
    results.push({
      ...{ endpoint: name, what, outcome, problems },
      ...(repeat !== undefined && { repeat }),
      ...(answer !== undefined && { answer }),
    })
  }
}

function addChecked(add: Add, problems: readonly string[]): void {
  add(problems.length === 0 ? 'ok' : 'fault', problems)
}
