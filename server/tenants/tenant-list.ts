import { atMost } from '../at-most.js'
import type { Tenant } from './tenants.js'

/**
 * Cache lifetime of the tenant list, ms. Without the cache, every file request would query the tenants.
 */
const FRESH_MS = 1000
/** How long a caller waits for a newer list before getting the previous one, ms. */
const PATIENCE_MS = 250

export class TenantList {
  #known: readonly Tenant[] | undefined
  #readAt = 0
  #reading: Promise<readonly Tenant[]> | undefined
  /** Whether the last read was late. If so, callers don't wait until the database responds again. */
  #isLate = false

  constructor(
    private readonly read: () => Promise<readonly Tenant[]>,
    private readonly now: () => number,
  ) {}

  /** @throws DatabaseUnavailable if the database has not responded once since startup */
  async all(): Promise<readonly Tenant[]> {
    if (this.#known && Math.abs(this.now() - this.#readAt) < FRESH_MS) return this.#known
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined
    })
    const known = this.#known
    if (!known) return this.#reading
    const reading = this.#reading.catch(() => known)
    if (this.#isLate) return known
    return atMost(PATIENCE_MS, reading, () => {
      this.#isLate = true
      return known
    })
  }

  async #refresh(): Promise<readonly Tenant[]> {
    try {
      this.#known = await this.read()
      this.#readAt = this.now()
      this.#isLate = false
      return this.#known
    } catch (error) {
      this.#isLate = true
      throw error
    }
  }
}
