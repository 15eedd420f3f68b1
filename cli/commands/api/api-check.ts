/** `fretwork api check` and `fretwork api replay`: the check with its report, as a table, JSON, JUnit or HTML. */
import { endpointNamed } from '../../../src/core/api/endpoints.js'
import { CliError, EXIT } from '../../errors.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { serverOf } from '../../platform/environments.js'
import { watchEndings } from '../../replay/endings.js'
import type { ServerOptions } from '../server/server-option.js'
import { tableOf, writeReports } from './api-check-report.js'
import { newSeed } from './check/cases/random.js'
import { CASES, checkContract } from './check/check.js'
import { type Choice, readFailures, replayed, saveFailures } from './check/failures.js'
import { readHar } from './check/har/har-file.js'
import { harJob } from './check/har/replay-har.js'
import { devMailToken, given, registered } from './check/people/accounts.js'
import { BranchCoverage } from './check/reached/branches.js'
import type { CheckResult } from './check/result.js'

export interface CheckFlags extends ServerOptions {
  readonly account?: readonly string[]
  readonly admin?: string
  readonly otherTenant?: string
  readonly readOnly?: boolean
  readonly only?: readonly string[]
  readonly seed?: number
  readonly cases?: number
  readonly workers?: number
  readonly har?: string
  /** Seconds. */
  readonly timeout?: number
  readonly maxMs?: number
  readonly junit?: string
  readonly save?: string
  readonly html?: string
  readonly coverage?: string
}

export async function check(flags: CheckFlags): Promise<number> {
  const choice: Choice =
    flags.har === undefined
      ? { seed: flags.seed ?? newSeed(), cases: flags.cases ?? CASES }
      : { har: flags.har }
  const branches = new BranchCoverage()
  return checked(flags, choice, branches, async results => {
    if (flags.json) printJson(results)
    else process.stdout.write(tableOf(results, branches, choice.seed))
    await writeReports(flags, results, branches)
    if (flags.save !== undefined) await saveFailures(flags.save, results, choice)
    return results.some(({ outcome }) => outcome === 'fault')
  })
}

const VERDICTS = {
  fixed: 'FIXED',
  failing: 'STILL FAILING',
  changed: 'FAILING DIFFERENTLY',
  gone: 'NOT CHECKED',
}

/** Makes the calls again that failed. @param file that `--save` wrote */
export async function replayFailures(file: string, flags: CheckFlags): Promise<number> {
  const { failures, seed, cases, har } = await readFailures(file)
  if (failures.length === 0) {
    if (!flags.json) printLine(`${plain(file)} has no failures.`)
    return EXIT.ok
  }
  // Another version may have calls that this one does not know.
  const only = [...new Set(failures.map(({ endpoint }) => endpoint))].filter(name => endpointNamed(name))
  const choice: Choice = har === undefined ? { seed: seed ?? 1, cases: cases ?? 0 } : { har }
  return checked({ ...flags, only }, choice, new BranchCoverage(), async results => {
    const verdicts = replayed(failures, results)
    if (flags.json) printJson(verdicts.map(({ failure, ...now }) => ({ ...failure, ...now })))
    else
      for (const { failure, verdict, problems } of verdicts) {
        printLine(`${VERDICTS[verdict]}  ${failure.endpoint}: ${failure.what}`)
        for (const problem of problems) printLine(`  ${problem}`)
      }
    return verdicts.some(({ verdict }) => verdict !== 'fixed')
  })
}

/** @param report shows what was found @returns the exit code: whether `report` says that something is wrong */
async function checked(
  flags: CheckFlags,
  { seed, cases, har }: Choice,
  branches: BranchCoverage,
  report: (results: readonly CheckResult[]) => Promise<boolean>,
): Promise<number> {
  const server = serverOf(flags)
  const { otherTenant, workers = 1 } = flags
  if (flags.readOnly && !flags.account) {
    throw new CliError('accounts_missing', '--read-only makes no accounts: give --account twice.', EXIT.usage)
  }
  const jobs = har === undefined ? undefined : [harJob(await readHar(har))]
  const timeoutMs = flags.timeout === undefined ? undefined : flags.timeout * 1000
  const accounts = flags.account
    ? given(flags.account, process.env.FRETWORK_PASSWORD, workers)
    : registered({ ...server, timeoutMs, otherTenant }, devMailToken(server.baseUrl))
  const endings = watchEndings()
  try {
    const results = await checkContract({
      ...server,
      ...{ accounts, readOnly: flags.readOnly ?? false, signal: endings.signal, branches },
      ...{ only: flags.only, maxMs: flags.maxMs, timeoutMs },
      ...{ workers: jobs ? 1 : workers, expiredToken: process.env.FRETWORK_EXPIRED_TOKEN || undefined },
      ...(seed !== undefined && { seed }),
      ...(cases !== undefined && { cases }),
      ...(jobs && { jobs }),
      ...(otherTenant !== undefined && { otherTenant }),
      ...(flags.admin !== undefined && { admin: { email: flags.admin, password: adminPassword() } }),
    })
    const isWrong = await report(results)
    endings.rethrow()
    if (endings.signal.aborted) return endings.exit
    return isWrong ? EXIT.mismatch : EXIT.ok
  } finally {
    endings.dispose()
  }
}

function adminPassword(): string {
  const password = process.env.FRETWORK_ADMIN_PASSWORD
  if (password) return password
  throw new CliError(
    'password_missing',
    'Put the password of the Admin into FRETWORK_ADMIN_PASSWORD.',
    EXIT.usage,
  )
}
