/** What `fretwork api check` prints and writes. */
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { CliError, EXIT } from '../../errors.js'
import { writeWhole } from '../../io/files.js'
import { type ReportCase, writeHtmlReport } from '../../io/html-report.js'
import { writeJUnit } from '../../io/junit.js'
import { plain } from '../../io/print.js'
import type { BranchCoverage } from './check/reached/branches.js'
import { coverageOf, coverageSentence } from './check/reached/coverage.js'
import type { CheckResult } from './check/result.js'

/** One row per call, and below it what is wrong with it. @param seed that chose the requests, if any did */
export function tableOf(
  results: readonly CheckResult[],
  branches: BranchCoverage,
  seed: number | undefined,
): string {
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
  lines.push(coverageSentence(coverageOf(results, branches)))
  if (seed !== undefined) lines.push(`Seed: ${seed}. The same requests again: --seed ${seed}`)
  return `${lines.join('\n')}\n`
}

interface ReportFlags {
  readonly junit?: string
  readonly html?: string
  readonly coverage?: string
}

/** @throws CliError `report_unwritable` */
export async function writeReports(
  { junit, html, coverage }: ReportFlags,
  results: readonly CheckResult[],
  branches: BranchCoverage,
): Promise<void> {
  const title = 'fretwork api check'
  if (junit !== undefined) await writeJUnit(junit, title, results.map(junitCase))
  if (html !== undefined) await writeHtmlReport(html, title, results.map(reportCase))
  if (coverage === undefined) return
  const text = `${JSON.stringify(coverageOf(results, branches), null, 2)}\n`
  await writeWhole(coverage, text).catch(cause => {
    const message = `The coverage cannot be written to "${plain(coverage)}": ${messageOf(cause)}.`
    throw new CliError('report_unwritable', message, EXIT.badInput, { cause })
  })
}

function reportCase({ endpoint, what, outcome, problems, repeat, received = [] }: CheckResult): ReportCase {
  const said = outcome === 'fault' ? 'failed' : outcome
  return { name: what, group: endpoint, outcome: said, lines: problems, more: received, repeat }
}

function junitCase({ endpoint, what, outcome, problems }: CheckResult) {
  return {
    ...{ name: what, group: endpoint, skipped: outcome === 'skipped' },
    ...(outcome === 'fault' && { failure: problems.join('\n') }),
  }
}
