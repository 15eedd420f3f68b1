/** `fretwork api check`: the check with its report, as a table, JSON or JUnit. */
import { endpointNamed } from '../../../src/core/api/endpoints.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../errors.js'
import { writeWhole } from '../../io/files.js'
import { type ReportCase, writeHtmlReport } from '../../io/html-report.js'
import { writeJUnit } from '../../io/junit.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { serverOf } from '../../platform/environments.js'
import { watchEndings } from '../../replay/endings.js'
import type { ServerOptions } from '../server/server-option.js'
import { devMailToken, given, registered } from './check/accounts.js'
import { type CheckResult, checkContract } from './check/check.js'
import { coverageOf, coverageSentence } from './check/coverage.js'
import { readFailures, replayed, saveFailures } from './check/failures.js'

interface CheckFlags extends ServerOptions {
  readonly account?: readonly string[]
  readonly admin?: string
  readonly otherTenant?: string
  readonly readOnly?: boolean
  readonly only?: readonly string[]
  /** Seconds. */
  readonly timeout?: number
  readonly maxMs?: number
  readonly junit?: string
  readonly save?: string
  readonly html?: string
  readonly coverage?: string
}

export async function check(flags: CheckFlags): Promise<number> {
  return checked(flags, async results => {
    if (flags.json) printJson(results)
    else process.stdout.write(tableOf(results))
    if (flags.junit !== undefined) await writeJUnit(flags.junit, 'fretwork api check', results.map(junitCase))
    if (flags.html !== undefined)
      await writeHtmlReport(flags.html, 'fretwork api check', results.map(reportCase))
    if (flags.coverage !== undefined) await saveCoverage(flags.coverage, results)
    if (flags.save !== undefined) await saveFailures(flags.save, results)
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
  const failures = await readFailures(file)
  if (failures.length === 0) {
    if (!flags.json) printLine(`${plain(file)} has no failures.`)
    return EXIT.ok
  }
  // Another version may have calls that this one does not know.
  const only = [...new Set(failures.map(({ endpoint }) => endpoint))].filter(name => endpointNamed(name))
  return checked({ ...flags, only }, async results => {
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
  report: (results: readonly CheckResult[]) => Promise<boolean>,
): Promise<number> {
  const server = serverOf(flags)
  if (flags.readOnly && !flags.account) {
    throw new CliError('accounts_missing', '--read-only makes no accounts: give --account twice.', EXIT.usage)
  }
  const timeoutMs = flags.timeout === undefined ? undefined : flags.timeout * 1000
  const accounts = flags.account
    ? given(flags.account, process.env.FRETWORK_PASSWORD)
    : registered({ ...server, timeoutMs }, devMailToken(server.baseUrl))
  const endings = watchEndings()
  try {
    const results = await checkContract({
      ...server,
      ...{ accounts, readOnly: flags.readOnly ?? false, signal: endings.signal },
      ...{ only: flags.only, maxMs: flags.maxMs, timeoutMs },
      ...(flags.otherTenant !== undefined && { otherTenant: flags.otherTenant }),
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

/** One row per call, and below it what is wrong with it. */
function tableOf(results: readonly CheckResult[]): string {
  const names = [...new Set(results.map(({ endpoint }) => endpoint))]
  const wide = Math.max(4, ...names.map(name => name.length))
  const lines = [`${'call'.padEnd(wide)}     ok  fault  skipped`]
  for (const name of names) {
    const own = results.filter(({ endpoint }) => endpoint === name)
    const count = (outcome: CheckResult['outcome'], width: number) =>
      String(own.filter(each => each.outcome === outcome).length || '·').padStart(width)
    lines.push(`${name.padEnd(wide)}  ${count('ok', 5)}  ${count('fault', 5)}  ${count('skipped', 7)}`)
    for (const { what, outcome, problems } of own) {
      if (outcome === 'fault') for (const problem of problems) lines.push(`  ${what}: ${problem}`)
    }
  }
  const faults = results.filter(({ outcome }) => outcome === 'fault').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  lines.push(`${results.length - skipped} requests checked, ${faults} with a fault, ${skipped} left out.`)
  lines.push(coverageSentence(coverageOf(results)))
  return `${lines.join('\n')}\n`
}

async function saveCoverage(path: string, results: readonly CheckResult[]): Promise<void> {
  await writeWhole(path, `${JSON.stringify(coverageOf(results), null, 2)}\n`).catch(cause => {
    const message = `The coverage cannot be written to "${plain(path)}": ${messageOf(cause)}.`
    throw new CliError('report_unwritable', message, EXIT.badInput, { cause })
  })
}

function reportCase({ endpoint, what, outcome, problems, repeat }: CheckResult): ReportCase {
  const said = outcome === 'fault' ? 'failed' : outcome
  return { name: what, group: endpoint, outcome: said, lines: problems, repeat }
}

function junitCase({ endpoint, what, outcome, problems }: CheckResult) {
  return {
    ...{ name: what, group: endpoint, skipped: outcome === 'skipped' },
    ...(outcome === 'fault' && { failure: problems.join('\n') }),
  }
}
