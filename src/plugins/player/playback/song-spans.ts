/** Stretches of a song that are played without a jump and at one tempo: from clock time to song time and back. */

export interface Span {
  /** When it begins, on the clock, and where in the song. */
  readonly clockFrom: number
  readonly songFrom: number
  readonly songTo: number
  /** Milliseconds of the song for one of the clock. */
  readonly rate: number
}

/** Where in the song a span is at a time of the clock. */
export function songAt({ clockFrom, songFrom, songTo, rate }: Span, clockMs: number): number {
  return Math.min(songTo, songFrom + Math.max(0, clockMs - clockFrom) * rate)
}

/** When a span comes to a moment of the song. */
export function clockAt({ clockFrom, songFrom, rate }: Span, songMs: number): number {
  return clockFrom + (songMs - songFrom) / rate
}

/** Where in the song spans are that follow one another; before the first of them, where it begins. */
export function positionOf(spans: readonly Span[], clockMs: number): number {
  const span = spans.findLast(({ clockFrom }) => clockFrom <= clockMs) ?? spans[0]
  return span ? songAt(span, clockMs) : 0
}
