// Limits the calls per minute of each account, or of each network without a session. This stops runaway
// programs and the scraping of profiles; musicians never get close. Password attempts are counted in the
// database (`auth/rate-limit.ts`).
import { Problem } from './problem.js'

const MINUTE_MS = 60_000
/** Fraction of the budget that a server may use before it reports its count to the others. */
const SHARED_PART = 0.1

export interface Caller {
  readonly id: string
  readonly tenant: string
}

/** @returns total across all servers until `endsAt`; `undefined` if unknown */
export type ShareSpending = (caller: Caller, spent: number, endsAt: number) => Promise<number | undefined>

interface Spending {
  total: number
  unshared: number
}

export class CallBudget {
  #endsAt = 0
  readonly #byCaller = new Map<string, Spending>()

  constructor(
    private readonly kind: 'account' | 'network',
    private readonly perMinute: number,
    private readonly now: () => number,
    private readonly share: ShareSpending = async () => undefined,
  ) {}

  /** @throws Problem `rate_limited` with Retry-After in seconds */
  spend(caller: Caller, cost: number): void {
    if (cost === 0) return
    const now = this.now()
    const spending = this.#spendingOf(caller.id, now)
    spending.total += cost
    spending.unshared += cost
    if (spending.unshared >= this.perMinute * SHARED_PART) void this.#shareNow(caller, spending)
    if (spending.total <= this.perMinute) return
    const seconds = String(Math.max(1, Math.ceil((this.#endsAt - now) / 1000)))
    // Log only the first call above the limit.
    const isFirst = spending.total - cost <= this.perMinute
    const notice = isFirst
      ? `The ${this.kind} ${caller.id} reached the limit of ${this.perMinute} calls a minute.`
      : undefined
    throw new Problem('rate_limited', { headers: { 'retry-after': seconds }, notice })
  }

  /** Returns the caller's count for the current clock minute, so that all servers use the same window. */
  #spendingOf(id: string, now: number): Spending {
    const endsAt = now - (now % MINUTE_MS) + MINUTE_MS
    if (endsAt !== this.#endsAt) this.#byCaller.clear()
    this.#endsAt = endsAt
    const spending = this.#byCaller.get(id) ?? { total: 0, unshared: 0 }
    this.#byCaller.set(id, spending)
    return spending
  }

  async #shareNow(caller: Caller, spending: Spending): Promise<void> {
    const { unshared } = spending
    spending.unshared = 0
    const all = (await this.share(caller, unshared, this.#endsAt)) ?? 0
    spending.total = Math.max(spending.total, all + spending.unshared)
  }
}
