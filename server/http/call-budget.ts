// How many calls an account may make in a minute, counted by each server on its own: a program that runs wild or copies
// all profiles is stopped, and a musician never gets near it. Attempts at passwords are counted in the database
// (`auth/rate-limit.ts`).
import { Problem } from './problem.js'

const MINUTE_MS = 60_000
/** Some megabytes; above that, windows that are over are dropped. */
const MAX_ACCOUNTS = 20_000

export class CallBudget {
  readonly #windows = new Map<string, { readonly endsAt: number; spent: number }>()

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** @throws Problem `rate_limited` with Retry-After in seconds. */
  spend(account: string, cost: number): void {
    if (cost === 0) return
    const now = this.now()
    const window = this.#windowOf(account, now)
    window.spent += cost
    if (window.spent <= this.perMinute) return
    const seconds = String(Math.max(1, Math.ceil((window.endsAt - now) / 1000)))
    // The first call above the limit is worth a line; those that follow are not.
    const isFirst = window.spent - cost <= this.perMinute
    const notice = isFirst
      ? `The account ${account} reached the limit of ${this.perMinute} calls a minute.`
      : undefined
    throw new Problem('rate_limited', { headers: { 'retry-after': seconds }, notice })
  }

  #windowOf(account: string, now: number) {
    const present = this.#windows.get(account)
    if (present && present.endsAt > now) return present
    if (this.#windows.size >= MAX_ACCOUNTS) this.#dropOld(now)
    const fresh = { endsAt: now + MINUTE_MS, spent: 0 }
    this.#windows.set(account, fresh)
    return fresh
  }

  #dropOld(now: number): void {
    for (const [account, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(account)
  }
}
