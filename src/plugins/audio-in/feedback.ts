/** Longest delay from sending a note to hearing it, with Bluetooth loudspeakers, ms. */
const LONGEST_MS = 600
/** Number of heard notes that decide. */
const JUDGED = 40
/** Minimum portion of them that were sent before. */
const MATCHED = 0.75
/**
 * Maximum spread of the middle half of the delays, ms. The app’s songs through loudspeakers spread by 3 to 8 ms.
 * Even good musicians who play along spread by 20 ms.
 */
const SPREAD_MS = 8

interface Sent {
  readonly pitch: number
  readonly at: number
}

/**
 * Detects that the microphone hears the loudspeakers: sent notes are repeatedly heard after the same delay.
 * Playing along also repeats the sent notes, but never as regularly.
 */
export class FeedbackDetector {
  private sent: Sent[] = []
  /** Delays of the latest heard notes, ms; `undefined` for notes that were not sent. */
  private readonly delays: (number | undefined)[] = []

  send(pitch: number, at: number): void {
    this.sent = this.sent.filter(each => at - each.at < 2 * LONGEST_MS)
    this.sent.push({ pitch, at })
  }

  /** @returns whether the latest notes came from the loudspeakers */
  hear(pitch: number, at: number): boolean {
    const before = this.sent.filter(
      each => each.pitch === pitch && each.at <= at && at - each.at < LONGEST_MS,
    )
    const last = before.reduce<number | undefined>(
      (latest, each) => Math.max(latest ?? each.at, each.at),
      undefined,
    )
    this.delays.push(last === undefined ? undefined : at - last)
    if (this.delays.length > JUDGED) this.delays.shift()
    const matched = this.delays.filter(delay => delay !== undefined).sort((a, b) => a - b)
    if (matched.length < MATCHED * JUDGED) return false
    const quarter = matched.length >> 2
    return (matched.at(-1 - quarter) ?? 0) - (matched[quarter] ?? 0) <= SPREAD_MS
  }
}
