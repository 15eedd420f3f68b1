import { randomInt } from 'node:crypto'
import { atMost } from '../at-most.js'
import { issueToken } from '../auth/link-tokens.js'
import { issueRegistrationToken } from '../auth/registrations.js'
import { processRequest } from '../auth/sign-up.js'
import type { Database } from '../database/connection.js'
import type { Transactions } from '../database/transactions.js'
import { type Tenant, tenantByKey } from '../tenants/tenants.js'
import { EmailRejected, type Mailer } from './mailer.js'
import {
  claimNext,
  filledOutboxes,
  finish,
  MAX_ATTEMPTS,
  type OutboxEntry,
  postpone,
  type QueuedMail,
} from './queue.js'

const POLL_MS = 15_000
/**
 * Random delay before a request is processed, ms. Without it, a slower next response would reveal that the
 * account exists.
 */
const REQUEST_DELAYS_MS = [300, 1300] as const
/**
 * How long a shutdown waits for running attempts, ms. After that, another server takes over their entries.
 */
const STOP_MS = 3000
/** Number of parallel workers. A slow mail server blocks only one of them. */
const LANES = 3

export interface MailWorkerParts {
  readonly database: Database
  readonly mailer: Mailer
  readonly now: () => number
  readonly warn: (message: string, error?: unknown) => void
  readonly outcomes?: Record<MailOutcome, number>
}

/** Result of an attempt: `failed` attempts are retried, `dropped` emails are not. */
export type MailOutcome = 'sent' | 'failed' | 'dropped'

export class MailWorker {
  readonly #parts: MailWorkerParts
  readonly #waiting = new Set<string>()
  #open = 0
  readonly #lanes = new Set<Promise<void>>()
  #stopped = false
  #unsubscribe: () => void = () => undefined
  #firstLook = Promise.resolve()

  constructor(parts: MailWorkerParts) {
    this.#parts = parts
  }

  start(): void {
    const { database } = this.#parts
    const later = new Set<NodeJS.Timeout>()
    const endings = [
      database.on('mail', tenant => this.#wake(tenant)),
      database.on('request', tenant => {
        const wake = () => {
          later.delete(timer)
          this.#wake(tenant)
        }
        const timer = setTimeout(wake, randomInt(...REQUEST_DELAYS_MS))
        later.add(timer)
      }),
    ]
    const timer = setInterval(() => void this.#wakeAll(), POLL_MS)
    timer.unref()
    this.#unsubscribe = () => {
      for (const end of endings) end()
      clearInterval(timer)
      for (const one of later) clearTimeout(one)
    }
    this.#firstLook = this.#wakeAll()
  }

  /** Waits up to three seconds for running attempts. Other entries stay in the database. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    await atMost(STOP_MS, this.#ended(), () => undefined)
    this.#parts.mailer.close?.()
  }

  get #database(): Transactions {
    return this.#parts.database.background
  }

  async drain(): Promise<void> {
    await this.#wakeAll()
    await this.#ended()
  }

  async #ended(): Promise<void> {
    await this.#firstLook
    while (this.#lanes.size > 0) await Promise.all(this.#lanes)
  }

  async #wakeAll(): Promise<void> {
    try {
      const { shared } = this.#database
      for (const { tenant, due } of await filledOutboxes(shared, this.#parts.now())) {
        if (due) this.#wake(tenant)
      }
    } catch (error) {
      this.#parts.warn('Reading the outbox failed and will be tried again.', error)
    }
  }

  #wake(tenant: string): void {
    if (this.#stopped) return
    this.#waiting.add(tenant)
    if (this.#open === LANES) return
    const lane = this.#lane()
    this.#lanes.add(lane)
    void lane.finally(() => this.#lanes.delete(lane))
  }

  async #lane(): Promise<void> {
    this.#open += 1
    while (!this.#stopped) {
      const [key] = this.#waiting
      if (key === undefined) break
      // A later commit adds the tenant again, at the end of the queue.
      this.#waiting.delete(key)
      await this.#next(key)
    }
    // No await between the last check and this line, so that a later wake-up starts another worker.
    this.#open -= 1
  }

  async #next(key: string): Promise<void> {
    const { now } = this.#parts
    const database = this.#database
    try {
      const tenant = await tenantByKey(database.shared, key)
      const entry = tenant && (await database.inTenant(key, scope => claimNext(scope, now())))
      if (!entry) return
      this.#wake(key)
      await this.#attempt(tenant, entry)
      this.#wake(key)
    } catch (error) {
      this.#parts.warn('Processing the outbox failed and will be tried again.', error)
    }
  }

  async #attempt(tenant: Tenant, entry: OutboxEntry): Promise<void> {
    const { now, warn } = this.#parts
    const database = this.#database
    const name = `Mail ${tenant.key}/${entry.id}`
    if (entry.attempts > MAX_ATTEMPTS) {
      await database.inTenant(tenant.key, scope => finish(scope, entry))
      this.#count('dropped')
      warn(`${name} was retried too many times and was dropped.`)
      return
    }
    try {
      if (entry.content.kind === 'mail') await this.#send(tenant, entry, entry.content.mail)
      else await processRequest(database, tenant, entry, entry.content, now())
    } catch (error) {
      if (error instanceof EmailRejected) {
        await database.inTenant(tenant.key, scope => finish(scope, entry))
        this.#count('dropped')
        warn(`${name} was rejected by the mail server and dropped.`, error)
        return
      }
      const again = await database.inTenant(tenant.key, scope => postpone(scope, entry, now()))
      this.#count(again ? 'failed' : 'dropped')
      warn(
        `${name} failed (attempt ${entry.attempts}) and ${again ? 'will be tried again' : 'was dropped'}.`,
        error,
      )
    }
  }

  async #send(tenant: Tenant, entry: OutboxEntry, mail: QueuedMail): Promise<void> {
    const { mailer, now } = this.#parts
    const database = this.#database
    const { linkId, registrationId, ...rest } = mail
    const token = await database.inTenant(tenant.key, async scope => {
      if (registrationId !== undefined) return issueRegistrationToken(scope, registrationId, now())
      return linkId === undefined ? undefined : issueToken(scope, linkId, now())
    })
    const isVoid = (linkId ?? registrationId) !== undefined && token === undefined
    if (!isVoid) {
      const values = token === undefined ? rest.values : { ...rest.values, token }
      // Each attempt revokes the previous attempt's link. Use a new message ID, so that mail servers don't
      // discard the email as a duplicate.
      const attempt = token === undefined ? '' : `-${entry.attempts}`
      await mailer.send({ ...rest, values, tenant, id: `${tenant.key}-${entry.id}${attempt}` })
      this.#count('sent')
    }
    await database.inTenant(tenant.key, scope => finish(scope, entry))
  }

  #count(outcome: MailOutcome): void {
    const { outcomes } = this.#parts
    if (outcomes) outcomes[outcome] += 1
  }
}
