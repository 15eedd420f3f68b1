import { CALLS } from '../../../../src/core/api/endpoints.js'
import { messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { notFound, wrongUsage } from '../../../errors.js'
import { newMemory } from './good-calls.js'
import {
  type AccountSource,
  type Accounts,
  type CheckAccount,
  endedToken,
  loggedIn,
  type People,
  remove,
} from './people.js'
import { type CheckResult, Run } from './run.js'
import { codeIn, sendPatiently, type Where } from './wire.js'

export interface CheckOptions extends Where {
  readonly accounts: AccountSource
  readonly admin?: CheckAccount
  readonly otherTenant?: string
  readonly readOnly?: boolean
  readonly only?: readonly string[] | undefined
  readonly signal?: AbortSignal
}

export async function checkContract(options: CheckOptions): Promise<CheckResult[]> {
  const { baseUrl, tenant, otherTenant, accounts, readOnly = false, signal } = options
  const { throwAway } = accounts
  const isWanted = wantedOf(options.only)
  await checkOtherTenant(options)
  const opened = await accounts.open()
  try {
    const people = await logInAll(options, opened)
    const ended = await endedToken(options, opened.first)
    const memory = newMemory(people.first, people.second)
    const run = new Run({
      ...{ baseUrl, tenant, otherTenant, people, memory, readOnly, throwAway, isWanted, signal },
      endedToken: ended,
    })
    await run.tryRefusals()
    await run.tryInvalidInputs()
    await run.makeGoodCalls()
    return throwAway ? [...run.results, ...(await removeAll(options, opened))] : run.results
  } catch (error) {
    if (throwAway) await removeAll(options, opened)
    throw error
  }
}

async function logInAll(options: CheckOptions, opened: Accounts<CheckAccount>) {
  const { first, second, stranger, foreigner } = opened
  const { admin, otherTenant, tenant } = options
  const people: People = {
    first: await loggedIn(options, first),
    second: await loggedIn(options, second),
    ...(stranger && { stranger: await loggedIn(options, stranger) }),
    ...(foreigner && { foreigner: await loggedIn({ ...options, tenant: otherTenant ?? tenant }, foreigner) }),
    ...(admin && { admin: await loggedIn(options, admin) }),
  }
  await loggedIn(options, first)
  return people
}

async function removeAll(options: CheckOptions, opened: Accounts<CheckAccount>): Promise<CheckResult[]> {
  const { tenant, otherTenant = tenant } = options
  const results: CheckResult[] = []
  for (const [who, account] of Object.entries(opened)) {
    const left = await remove(
      { ...options, tenant: who === 'foreigner' ? otherTenant : tenant },
      account,
    ).catch(thrown => `Could not delete ${account.email}: ${messageOf(thrown)}`)
    results.push({
      ...{ endpoint: 'own.delete', what: 'removes what the check has made' },
      ...(left ? { outcome: 'fault', problems: [left] } : { outcome: 'ok', problems: [] }),
    })
  }
  return results
}

function wantedOf(only: readonly string[] | undefined): (name: string) => boolean {
  if (only === undefined) return () => true
  const isMeant = (name: string, words: string) => name === words || name.startsWith(`${words}.`)
  const unknown = only.find(words => !CALLS.some(({ name }) => isMeant(name, words)))
  if (unknown !== undefined)
    throw wrongUsage(
      'call_unknown',
      `Unknown API call "${unknown}". Run "fretwork api list" to list all calls.`,
    )
  return name => only.some(words => isMeant(name, words))
}

/** Without the other tenant, its refusals would mean nothing. */
async function checkOtherTenant(options: CheckOptions): Promise<void> {
  const { otherTenant: tenant } = options
  if (tenant === undefined) return
  const answer = await sendPatiently(options, { method: 'GET', path: '/presence/api/v1/auth/user', tenant })
  if (codeIn(answer) !== 'tenant_unknown') return
  const message = `No tenant "${tenant}" at ${options.baseUrl}. Pass an existing one with --other-tenant.`
  throw notFound('tenant_unknown', message)
}
