// Servers use the database's clock, regardless of their own, so that they all agree on the time.
import { sql } from 'drizzle-orm'
import { StartFailure } from '../failure.js'
import type { Sql } from './transactions.js'

/** Minimum clock difference to correct, ms. Smaller ones may be network delay. */
const IGNORED_MS = 500
/** Maximum clock difference, ms. Beyond it, payment events and login tokens would be rejected. */
const MAX_APART_MS = 4 * 60_000

export class DatabaseClock {
  #offset = 0

  constructor(private readonly machine: () => number = Date.now) {}

  readonly now = (): number => this.machine() + this.#offset

  /** @throws StartFailure `clocks_apart` if the clocks differ by more than four minutes */
  readonly adjust = async (shared: Sql): Promise<void> => {
    const asked = this.machine()
    const { rows } = await shared.execute<{ ms: number }>(
      sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
    )
    const answered = this.machine()
    const apart = Math.round((rows[0]?.ms ?? asked) - (asked + answered) / 2)
    const uncertain = IGNORED_MS + Math.abs(answered - asked) / 2
    if (Math.abs(apart) > MAX_APART_MS) {
      const minutes = Math.round(Math.abs(apart) / 60_000)
      const message = `This machine's clock is ${minutes} minutes ${apart > 0 ? 'behind' : 'ahead of'} the database's; set both clocks, for example with NTP.`
      throw new StartFailure('clocks_apart', message)
    }
    if (Math.abs(apart - this.#offset) > uncertain) this.#offset = Math.abs(apart) < IGNORED_MS ? 0 : apart
  }
}
