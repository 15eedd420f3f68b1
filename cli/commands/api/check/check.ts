/** The whole contract against a live server: every call, good and bad input, who may call, for which tenant. */
import { CALLS, endpointNamed } from '../../../../src/core/api/endpoints.js'
import { messageOf } from '../../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../../errors.js'
import { codeIn } from './http/refusal.js'
import { sendPatiently, type Where } from './http/wire.js'
import { type Job, jobsOf } from './jobs.js'
import { type AccountSource, type CheckAccount, remove, type WorkerAccounts } from './people/accounts.js'
import type { BranchCoverage } from './reached/branches.js'
import { type CheckResult, numbered } from './result.js'
import { Run } from './run.js'
import { openWorld } from './world.js'

export interface CheckOptions extends Where {
  readonly accounts: AccountSource
  readonly admin?: CheckAccount
  readonly otherTenant?: string
  /** Only what cannot change anything, whatever the server makes of it: GET, and logging in. */
  readonly readOnly?: boolean
  /** Only these calls are listed: names, or beginnings of names, such as `share`. */
  readonly only?: readonly string[] | undefined
  /** Decides which requests are made from the schemas. */
  readonly seed?: number
  /** How many of them for each endpoint; 0 for none. */
  readonly cases?: number
  /** How many of its parts are checked at the same time, each with accounts of its own; 1 unless given. */
  readonly workers?: number
  /** An access token that is past its time: it is tried on every call. */
  readonly expiredToken?: string | undefined
  /** An answer that takes longer is a fault. */
  readonly maxMs?: number | undefined
  /** Counts which branches of the schemas are reached. */
  readonly branches?: BranchCoverage
  /** Ends it between two calls; what was made is removed all the same. */
  readonly signal?: AbortSignal
  /** Instead of all parts of a check. */
  readonly jobs?: readonly Job[]
}

/** Requests per endpoint that are made from its schemas. */
export const CASES = 10

export async function checkContract(options: CheckOptions): Promise<CheckResult[]> {
  const { accounts, signal, branches, workers = 1, seed = 1, cases = CASES } = options
  const isWanted = wantedOf(options.only)
  await checkOtherTenant(options)
  const jobs = options.jobs ?? jobsOf({ seed, cases, isWanted })
  const results: CheckResult[][] = jobs.map(() => [])
  const opened: WorkerAccounts[] = []
  let next = 0
  const work = async (worker: number): Promise<void> => {
    const own = await accounts.open(worker)
    opened.push(own)
    const world = await openWorld(options, own)
    while (next < jobs.length && !signal?.aborted) {
      const turn = next
      next += 1
      const run = new Run(world, { isWanted, signal, branches })
      await jobs[turn]?.(run)
      results[turn] = run.results
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: workers }, (_, worker) => work(worker)))
  const left = accounts.throwAway ? await removeAll(options, opened) : []
  const failed = ends.find(end => end.status === 'rejected')
  if (failed) throw failed.reason
  return numbered([...results.flat(), ...left])
}

async function removeAll(
  where: Where & { readonly otherTenant?: string },
  opened: readonly WorkerAccounts[],
): Promise<CheckResult[]> {
  const endpoint = endpointNamed('own.delete')
  if (!endpoint) throw new RangeError('The contract has no call named own.delete.')
  const results: CheckResult[] = []
  const { tenant, otherTenant = tenant } = where
  const made = opened.flatMap(({ foreigner, ...others }) => [
    ...Object.values(others).map(account => ({ account, of: tenant })),
    ...(foreigner ? [{ account: foreigner, of: otherTenant }] : []),
  ])
  for (const { account, of } of made) {
    const left = await remove({ ...where, tenant: of }, account).catch(
      thrown => `${account.email} is left: ${messageOf(thrown)}`,
    )
    results.push({
      ...{ endpoint: endpoint.name, what: 'removes what the check has made' },
      ...(left ? { outcome: 'fault', problems: [left] } : { outcome: 'ok', problems: [] }),
    })
  }
  return results
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
