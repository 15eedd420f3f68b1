import { EXIT, wrongUsage } from '../../errors.js'
import { printJson } from '../../io/print.js'
import { type ReportFlags, writeReports } from '../../io/reports.js'
import { type ServerOptions, serverOf } from '../../platform/environments.js'
import { untilEnded } from '../../replay/endings.js'
import { checkContract } from './check/check.js'
import { devMailToken, given, registered } from './check/people.js'
import type { CheckResult } from './check/run.js'

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
  const faults = results.filter(({ outcome }) => outcome === 'fault').length
  const skipped = results.filter(({ outcome }) => outcome === 'skipped').length
  lines.push(`${results.length - skipped} requests checked, ${faults} with a fault, ${skipped} left out.`)
  return `${lines.join('\n')}\n`
}
