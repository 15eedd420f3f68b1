import { CALLS } from '../../../src/core/contract/endpoints.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { getOrMake } from '../../../src/core/platform/store.js'
import { EXIT, notFound, wrongUsage } from '../../errors.js'
import { printJson } from '../../io/print.js'
import { checkReports, type ReportFlags, writeReports } from '../../io/reports.js'
import { type ServerOptions, serverOf } from '../../platform/environments.js'
import { untilEnded } from '../../replay/endings.js'
import { newMemory } from './check/good-calls.js'
import {
  type AccountSource,
  type Accounts,
  type CheckAccount,
  devMailToken,
  endedToken,
  given,
  loggedIn,
  type People,
  registered,
  remove,
} from './check/people.js'
import { type CheckResult, Run } from './check/run.js'
import { codeIn, sendPatiently, type Where } from './check/wire.js'

export interface CheckFlags extends ServerOptions, ReportFlags {
  readonly account?: readonly string[]
  readonly admin?: string
  readonly otherTenant?: string
  readonly readOnly?: boolean
  readonly only?: readonly string[]
}

export async function check(flags: CheckFlags): Promise<number> {
  const server = serverOf(flags)
  const { otherTenant, readOnly = false, only } = flags
  if (readOnly && !flags.account)
    throw wrongUsage(
      'accounts_missing',
      '--read-only does not create accounts. Pass two accounts with --account.',
    )
  if (otherTenant === server.tenant)
    throw wrongUsage(
      'tenants_equal',
      `The tenant is already "${otherTenant}". Pass a different one with --other-tenant.`,
    )
  await checkReports(flags)
  const accounts = flags.account
    ? given(flags.account, process.env.FRETWORK_PASSWORD)
    : registered({ ...server, otherTenant }, devMailToken(server.baseUrl))
  return untilEnded(async ({ signal }) => {
    const results = await checkContract({
      ...{ ...server, accounts, readOnly, only, otherTenant, signal },
      ...(flags.admin !== undefined && { admin: { email: flags.admin, password: adminPassword() } }),
    })
    await report(flags, results)
    return results.some(({ outcome }) => outcome === 'fault') ? EXIT.mismatch : EXIT.ok
  })
}

function adminPassword(): string {
  const password = process.env.FRETWORK_ADMIN_PASSWORD
  if (password) return password
  throw wrongUsage('password_missing', 'Set FRETWORK_ADMIN_PASSWORD to the admin’s password.')
}

async function report(flags: CheckFlags, results: readonly CheckResult[]): Promise<void> {
  if (flags.json) printJson(results)
  else process.stdout.write(tableOf(results))
  const cases = results.map(({ endpoint, what, outcome, problems, repeat, received }) => ({
    ...{ name: what, group: endpoint, lines: problems, more: received, repeat },
    outcome: outcome === 'fault' ? ('failed' as const) : outcome,
  }))
  await writeReports('fretwork api check', flags, cases)
}

function tableOf(results: readonly CheckResult[]): string {
  const names = [...new Set(results.map(({ endpoint }) => endpoint))]
  const wide = Math.max(4, ...names.map(name => name.length))
  const lines = [`${'call'.padEnd(wide)}     ok  fault  skipped`]
  for (const name of names) {
    const own = results.filter(({ endpoint }) => endpoint === name)
    const count = (outcome: CheckResult['outcome'], width: number) =>
      String(own.filter(each => each.outcome === outcome).length || '·').padStart(width)
    lines.push(`${name.padEnd(wide)}  ${count('ok', 5)}  ${count('fault', 5)}  ${count('skipped', 7)}`)
    for (const { what, outcome, problems } of own)
      if (outcome === 'fault') for (const problem of problems) lines.push(`  ${what}: ${problem}`)
  }
  const reasons = new Map<string, string[]>()
  for (const { outcome, endpoint, problems } of results)
    if (outcome === 'skipped') for (const why of problems) getOrMake(reasons, why, () => []).push(endpoint)
  for (const [why, calls] of reasons) {
    const [first = '', ...more] = new Set(calls)
    lines.push(
      `skipped ${calls.length}: ${why} (${first}${more.length > 0 ? ` and ${more.length} more calls` : ''})`,
    )
  }
  const faults = results.filter(({ outcome }) => outcome === 'fault').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  lines.push(`${results.length - skipped} requests checked, ${faults} failed, ${skipped} skipped.`)
  return `${lines.join('\n')}\n`
}

interface CheckOptions extends Where {
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
    if (signal?.aborted)
      run.results.push({
        ...{ endpoint: 'api.check', what: 'makes the remaining calls', outcome: 'skipped' },
        problems: ['the check was interrupted'],
      })
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
  if (unknown !== undefined) {
    const begun = CALLS.filter(({ name }) => name.startsWith(unknown))
    const groups = [...new Set(begun.map(({ name }) => `"${name.split('.')[0]}"`))]
    const hint = groups.length === 0 ? '' : ` Did you mean ${groups.join(' or ')}?`
    const message = `--only needs a whole name or group of API calls, not "${unknown}".${hint} "fretwork api list" lists them.`
    throw wrongUsage('call_unknown', message)
  }
  return name => only.some(words => isMeant(name, words))
}

/** Checks that the other tenant exists. Otherwise its rejections would prove nothing. */
async function checkOtherTenant(options: CheckOptions): Promise<void> {
  const { otherTenant: tenant } = options
  if (tenant === undefined) return
  const answer = await sendPatiently(options, { method: 'GET', path: '/presence/api/v1/auth/user', tenant })
  if (codeIn(answer) !== 'tenant_unknown') return
  const message = `No tenant "${tenant}" at ${options.baseUrl}. Pass an existing one with --other-tenant.`
  throw notFound('tenant_unknown', message)
}
