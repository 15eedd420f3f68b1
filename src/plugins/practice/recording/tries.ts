import type { MidiEvent } from '../../../music/midi/midi-event.js'

export interface Placed {
  readonly event: MidiEvent
  readonly songMs: number
}

export interface Try {
  readonly placed: readonly Placed[]
  /** Song position at which the pass ended, ms. */
  readonly untilMs: number
  /** Accuracy by bar, 0–1, if feedback was on. */
  readonly right: ReadonlyMap<number, number>
}

export interface BarSpan {
  readonly bar: number
  /** Range in ms of song time; `toMs` is exclusive. */
  readonly fromMs: number
  readonly toMs: number
}

const isStruck = ({ event }: Placed) => event.kind === 'note' && event.on

const isIn =
  ({ fromMs, toMs }: BarSpan) =>
  ({ songMs }: Placed) =>
    songMs >= fromMs && songMs < toMs

/** Returns the most accurate pass for each bar. Ties go to the later pass; incomplete passes rank last. */
export function bestTries(tries: readonly Try[], bars: readonly BarSpan[]): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>()
  for (const span of bars) {
    const scores = tries.map(({ placed, untilMs, right }) => [
      untilMs >= span.toMs ? 1 : 0,
      placed.some(each => isStruck(each) && isIn(span)(each)) ? 1 : 0,
      right.get(span.bar) ?? -1,
    ])
    let best = 0
    for (const [index, score] of scores.entries()) if (!isLess(score, scores[best] ?? [])) best = index
    chosen.set(span.bar, best)
  }
  return chosen
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

/** Combines bars from different passes. Notes may extend past the end of their bar. */
export function joinedTries(
  tries: readonly Try[],
  bars: readonly BarSpan[],
  chosen: ReadonlyMap<number, number>,
): readonly Placed[] {
  const joined: Placed[] = []
  for (const [index, span] of bars.entries()) {
    // Includes notes played slightly early or late at the ends of the loop.
    const open: BarSpan = {
      ...span,
      fromMs: index === 0 ? Number.NEGATIVE_INFINITY : span.fromMs,
      toMs: index === bars.length - 1 ? Number.POSITIVE_INFINITY : span.toMs,
    }
    const placed = tries[chosen.get(span.bar) ?? 0]?.placed ?? []
    for (const [at, each] of placed.entries()) {
      const { event } = each
      if (!isIn(open)(each) || (event.kind === 'note' && !event.on)) continue
      joined.push(each)
      const end = isStruck(each) ? placed.find((later, place) => place > at && ends(later, each)) : undefined
      if (end) joined.push(end)
    }
  }
  return joined.sort((a, b) => a.songMs - b.songMs)
}

function ends({ event: later }: Placed, { event }: Placed): boolean {
  return (
    later.kind === 'note' &&
    event.kind === 'note' &&
    !later.on &&
    later.note === event.note &&
    later.string === event.string
  )
}
