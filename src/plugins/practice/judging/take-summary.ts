/** What became of a take: how much was right, in which bars, and when the notes came. */
import type { BarResult, TakeResult, Verdict, VerdictKind } from '../tokens.js'

export interface TakeFacts
  extends Pick<
    TakeResult,
    'id' | 'songKey' | 'songName' | 'bars' | 'startedAt' | 'durationMs' | 'complete' | 'tempo'
  > {
  readonly section?: string | undefined
}

const NO_COUNTS: Record<VerdictKind, number> = { hit: 0, early: 0, late: 0, wrong: 0, missed: 0, extra: 0 }
/** More would not be practiced at once. */
const HARDEST = 3

/** @param written the verdicts on written notes, in the order of the song @param extras those on notes besides */
export function summaryOf(
  { section, ...facts }: TakeFacts,
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
    ...(section !== undefined && { section }),
    counts,
    accuracy: written.length === 0 ? 0 : counts.hit / written.length,
    byBar: [...byBar].map(([bar, result]) => ({ bar, ...result })).sort((a, b) => a.bar - b.bar),
    timing,
  }
}

/** The bars in which most went wrong, hardest first; of equals the earlier one. Bars without a fault are none of them. */
export function hardestBars({ byBar }: Pick<TakeResult, 'byBar'>): readonly BarResult[] {
  const share = ({ right, written }: BarResult) => right / written
  return byBar
    .filter(({ right, written }) => right < written)
    .toSorted((a, b) => share(a) - share(b) || a.bar - b.bar)
    .slice(0, HARDEST)
}
