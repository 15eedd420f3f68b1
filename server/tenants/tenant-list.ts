import { atMost } from '../at-most.js'
import type { Tenant } from './tenants.js'

/** Lifetime of the list, ms, so that a page does not read the tenants for each of its files. */
const FRESH_MS = 1000
/** Time that a caller waits for a newer list, ms; after that it gets the previous one. */
const PATIENCE_MS = 250

export class TenantList {
  #known: readonly Tenant[] | undefined
  #readAt = 0
  #reading: Promise<readonly Tenant[]> | undefined
  /** Whether the last read was late, so that callers do not wait until the database responds. */
  #isLate = false

  constructor(
    private readonly read: () => Promise<readonly Tenant[]>,
    private readonly now: () => number,
  ) {}

  /** @throws DatabaseUnavailable only if the database has never responded since the start */
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
