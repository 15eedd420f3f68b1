/** `fretwork api check`: the check with its report, as a table, JSON or JUnit. */
import { CliError, EXIT } from '../../errors.js'
import { writeJUnit } from '../../io/junit.js'
import { printJson } from '../../io/print.js'
import { serverOf } from '../../platform/environments.js'
import { watchEndings } from '../../replay/endings.js'
import type { ServerOptions } from '../server/server-option.js'
import { devMailToken, given, registered } from './check/accounts.js'
import { type CheckResult, checkContract } from './check/check.js'

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
}

export async function check(flags: CheckFlags): Promise<number> {
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
    if (flags.json) printJson(results)
    else process.stdout.write(tableOf(results))
    if (flags.junit !== undefined) await writeJUnit(flags.junit, 'fretwork api check', results.map(junitCase))
    endings.rethrow()
    if (endings.signal.aborted) return endings.exit
    return results.some(({ outcome }) => outcome === 'fault') ? EXIT.mismatch : EXIT.ok
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
  return `${lines.join('\n')}\n`
}

function junitCase({ endpoint, what, outcome, problems }: CheckResult) {
  return {
    ...{ name: what, group: endpoint, skipped: outcome === 'skipped' },
    ...(outcome === 'fault' && { failure: problems.join('\n') }),
  }
}
