import type { GoldenDifference, GoldenStretch } from '../../src/plugins/diagnostics/tokens.js'

const MOST_LATER = 19

/** Compares tablature system by system. A system is a time and its rows. */
export function tabDifference(golden: string, tab: string): GoldenDifference | undefined {
  const [wanted = [], heard = []] = [golden, tab].map(text => text.trimEnd().split('\n\n'))
  const rows = (sign: string, system = '') => system.split('\n').map(row => `${sign} ${row}`)
  let number = 1
  const stretches = Array.from({ length: Math.max(wanted.length, heard.length) }, (_, index) => {
    const [expected, actual] = [wanted[index], heard[index]]
    const [time = ''] = (expected ?? actual ?? '').split('\n')
    const lines = expected === actual ? [] : [...rows('-', expected), ...rows('+', actual)]
    const stretch = { number, time, lines }
    number += (expected?.split('\n').length ?? 0) + 1
    return stretch
  }).filter(({ lines }) => lines.length > 0)
  return withLater(stretches)
}

export function withLater(
  [first, ...later]: readonly GoldenStretch[],
  fields: readonly string[] = [],
): GoldenDifference | undefined {
  const rest = { later: later.slice(0, MOST_LATER), more: Math.max(0, later.length - MOST_LATER) }
  return first && { ...first, ...rest, fields, sounding: { expected: [], actual: [] } }
}
