import { DEVICE_SECONDS } from '../auth/known-devices.js'
import { REUSE_DETECTED_MS } from '../auth/sessions.js'
import { type Chore, doChore, expiring } from '../database/chores.js'
import {
  assignments,
  factorChallenges,
  knownDevices,
  linkTokens,
  rateLimits,
  refreshTokens,
  registrations,
  sessions,
  shareLinks,
  spentNonces,
} from '../database/schema.js'
import type { Transactions } from '../database/transactions.js'
import { LIBRARY_CHORES } from '../library/housekeeping.js'

const NOT_REPORTED = `NOT EXISTS (SELECT FROM share_reports AS report WHERE report.tenant = assignments.tenant
  AND report.assignment_id = assignments.id AND report.closed_at IS NULL)`

const CHORES: readonly Chore[] = [
  expiring(rateLimits.endsAt, 0),
  expiring(refreshTokens.usedAt, REUSE_DETECTED_MS, 'sealed_successor IS NULL'),
  expiring(sessions.expiresAt, 0),
  expiring(linkTokens.expiresAt, 0),
  expiring(factorChallenges.expiresAt, 0),
  // Kept longer than any code or ID token is valid.
  expiring(spentNonces.spentAt, 24 * 60 * 60_000),
  expiring(registrations.expiresAt, 0),
  expiring(knownDevices.seenAt, DEVICE_SECONDS * 1000),
  expiring(shareLinks.expiresAt, 0),
  // Withdrawn homework without open reports.
  expiring(assignments.endedAt, 30 * 24 * 60 * 60_000, NOT_REPORTED),
  ...LIBRARY_CHORES,
]

const TASKS = ['clock', ...CHORES.map(({ name }) => name), 'billing', 'audit_log']

export interface Task {
  rows: number
  failures: number
  /** Time of the last successful run, milliseconds since 1970. */
  doneAt?: number
}

/** Runs housekeeping tasks and counts their results for /metrics. */
export class Housekeeping {
  readonly tasks = new Map(TASKS.map((name): [string, Task] => [name, { rows: 0, failures: 0 }]))

  constructor(
    private readonly now: () => number,
    private readonly failed: (task: string, error: unknown) => void,
  ) {}

  /**
   * Runs a task. Failures are counted, and the next task still runs.
   * @returns whether it succeeded
   */
  async run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    const task = this.tasks.get(name) ?? { rows: 0, failures: 0 }
    this.tasks.set(name, task)
    try {
      const rows = await work()
      if (typeof rows === 'number') task.rows += rows
      task.doneAt = this.now()
      return true
    } catch (error) {
      task.failures += 1
      this.failed(name, error)
      return false
    }
  }

  async deleteExpired(database: Transactions, isStopping: () => boolean = () => false): Promise<void> {
    for (const chore of CHORES)
      if (!isStopping()) await this.run(chore.name, () => doChore(database, chore, this.now(), isStopping))
  }
}
