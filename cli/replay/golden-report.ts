import { EXIT } from '../errors.js'
import { shellQuoted, sideBySide } from '../io/print.js'
import type { ReportCase } from '../io/reports.js'
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

const OUTCOMES = {
  ...({ equal: 'ok', written: 'ok' } as const),
  ...({ different: 'failed', flaky: 'flaky', broken: 'broken' } as const),
} satisfies Readonly<Record<GoldenCase['status'], ReportCase['outcome']>>

export function reportCase(each: GoldenCase, golden: string): ReportCase {
  const { file, status, ms, message, difference } = each
  const { lines = [], necks } = difference ?? {}
  return {
    ...{ name: file, group: 'golden', outcome: OUTCOMES[status], lines: [message, ...lines] },
    ...{ text: textLines(each).join('\n'), type: status, seconds: ms / 1000 },
    drawings: necks && [
      { title: 'Expected', svg: necks.expected.svg },
      { title: 'Actual', svg: necks.actual.svg },
    ],
    more: difference && laterLines(difference),
    repeat: `fretwork replay --fast --golden ${shellQuoted(golden)} ${shellQuoted(file)}`,
  }
}

/** A broken file matters more than a different one. */
export function exitOf(cases: readonly GoldenCase[]): number {
  const failed = cases.filter(({ exit }) => exit !== EXIT.ok)
  return failed.find(({ status }) => status === 'broken')?.exit ?? failed[0]?.exit ?? EXIT.ok
}
