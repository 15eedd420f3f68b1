import { EXIT } from '../errors.js'
import type { ReportCase } from '../io/html-report.js'
import type { JUnitCase } from '../io/junit.js'
import { shellQuoted } from '../io/print.js'
import { sideBySide } from '../io/side-by-side.js'
import type { GoldenCase } from './golden-case.js'
import type { Necks } from './play-file.js'

export function textLines({ message, difference }: GoldenCase): string[] {
  if (!difference) return [message]
  const { lines, necks } = difference
  return [message, ...lines, ...(necks ? neckLines(necks) : []), ...laterLines(difference)]
}

function laterLines({ later, stretches }: NonNullable<GoldenCase['difference']>): string[] {
  const more = stretches - 1 - later.length
  return [
    ...later.flatMap(({ number, time, lines }) => [`then at line ${number}, ${time}:`, ...lines]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

function neckLines({ expected, actual }: Necks): string[] {
  return sideBySide(
    [`expected: ${expected.notes || 'no note'}`, ...expected.rows],
    [`actual: ${actual.notes || 'no note'}`, ...actual.rows],
  )
}

export function jsonCase({ file, golden, status, events, ms, message, difference }: GoldenCase) {
  const { number, time, fields, stretches } = difference ?? {}
  return {
    ...{ file, status, ...(golden !== undefined && { golden }), events, ms: Math.round(ms * 10) / 10 },
    ...(status !== 'equal' && status !== 'written' && { message }),
    ...(difference && { difference: { line: number, time, fields, stretches } }),
  }
}

export function junitCase(each: GoldenCase): JUnitCase {
  const { file, status, ms } = each
  const text = textLines(each).join('\n')
  return {
    ...{ name: file, group: 'golden', seconds: ms / 1000 },
    ...((status === 'different' || status === 'flaky') && { failure: text, type: status }),
    ...(status === 'broken' && { error: text }),
  }
}

const OUTCOMES = {
  ...({ equal: 'ok', written: 'ok' } as const),
  ...({ different: 'failed', flaky: 'flaky', broken: 'broken' } as const),
} satisfies Readonly<Record<GoldenCase['status'], ReportCase['outcome']>>

export function reportCase({ file, status, message, difference }: GoldenCase, golden: string): ReportCase {
  return {
    ...{ name: file, group: 'golden', outcome: OUTCOMES[status] },
    lines: difference ? [message, ...difference.lines] : [message],
    ...(difference?.necks && {
      drawings: [
        { title: 'Expected', svg: difference.necks.expected.svg },
        { title: 'Actual', svg: difference.necks.actual.svg },
      ],
    }),
    more: difference ? laterLines(difference) : [],
    repeat: `fretwork replay --fast --golden ${shellQuoted(golden)} ${shellQuoted(file)}`,
  }
}

/** A broken file matters more than a different one. */
export function exitOf(cases: readonly GoldenCase[]): number {
  const failed = cases.filter(({ exit }) => exit !== EXIT.ok)
  return failed.find(({ status }) => status === 'broken')?.exit ?? failed[0]?.exit ?? EXIT.ok
}
