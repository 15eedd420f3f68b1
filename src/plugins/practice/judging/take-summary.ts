import type { BarResult, TakeResult, Verdict, VerdictKind } from '../tokens.js'

type TakeFacts = Omit<TakeResult, 'counts' | 'accuracy' | 'byBar' | 'timing'>

const NO_COUNTS: Record<VerdictKind, number> = { hit: 0, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 }
const HARDEST = 3

/** @param written verdicts in the order of the song */
export function summaryOf(
  facts: TakeFacts,
  written: readonly Verdict[],
  extras: readonly Verdict[],
): TakeResult {
  const counts = { ...NO_COUNTS }
  const byBar = new Map<number, { written: number; right: number }>()
  const timing: (readonly [number, number])[] = []
  for (const { kind, bar, byMs, songMs } of written) {
    counts[kind] += 1
    const result = byBar.get(bar) ?? { written: 0, right: 0 }
    byBar.set(bar, result)
    result.written += 1
    if (kind === 'hit') result.right += 1
    if (byMs !== undefined && (kind === 'hit' || kind === 'early' || kind === 'late'))
      timing.push([Math.round(songMs), Math.round(byMs)])
  }
  counts.extra = extras.length
  return {
    ...facts,
    counts,
    accuracy: written.length === 0 ? 0 : counts.hit / written.length,
    byBar: [...byBar].map(([bar, result]) => ({ bar, ...result })).sort((a, b) => a.bar - b.bar),
    timing,
  }
}

export function hardestBars({ byBar }: Pick<TakeResult, 'byBar'>): readonly BarResult[] {
  const share = ({ right, written }: BarResult) => right / written
  return byBar
    .filter(({ right, written }) => right < written)
    .toSorted((a, b) => share(a) - share(b) || a.bar - b.bar)
    .slice(0, HARDEST)
}
