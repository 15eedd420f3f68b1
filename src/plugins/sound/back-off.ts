const FIRST_MS = 5000
const LONGEST_MS = 5 * 60_000

/** Delays retries, and doubles the delay with each failure. */
export class BackOff {
  private failures = 0
  private until = Number.NEGATIVE_INFINITY

  /** @param now returns the time in ms */
  constructor(private readonly now: () => number) {}

  /** Whether the last attempt has failed and can be repeated. */
  get isDue(): boolean {
    return this.failures > 0 && this.now() >= this.until
  }

  failed(): void {
    this.until = this.now() + Math.min(LONGEST_MS, FIRST_MS * 2 ** this.failures)
    this.failures += 1
  }

  reset(): void {
    this.failures = 0
    this.until = Number.NEGATIVE_INFINITY
  }
}
