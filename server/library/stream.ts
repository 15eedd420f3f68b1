// Streams that announce changes to a user's library. Changes made on other servers arrive as database
// notifications.
import { PassThrough } from 'node:stream'
import { liveSessionIds } from '../auth/sessions.js'
import type { Database } from '../database/connection.js'
import { findRows, isIn } from '../database/queries.js'
import { libraries } from '../database/schema.js'
import { grouped } from '../http/openapi.js'
import { CHANNEL } from './writes.js'

/**
 * Polling interval, ms, for databases behind a pooler, which doesn't forward notifications. Each poll is one
 * short query per tenant.
 */
const LOOK_MS = 1000
const HEARTBEAT_MS = 20_000
/** Maximum number of streams per user. Opening another stream closes the oldest. */
const MOST_STREAMS = 20
/** Maximum number of unsent bytes for a client that isn't reading. */
const MOST_WAITING = 65_536

export interface Listener {
  readonly tenant: string
  readonly user: string
  readonly session: string
  /** Expiry of the access token, milliseconds since 1970. The device then reconnects with a new token. */
  readonly until: number
}

interface Open extends Listener {
  readonly stream: PassThrough
}

interface Listening {
  readonly tenant: string
  readonly user: string
  seq: number
  readonly open: Set<Open>
}

export class LibraryStreams {
  readonly #byUser = new Map<string, Listening>()
  readonly #timers: NodeJS.Timeout[]
  #isClosed = false
  #isLooking = false
  #isHearing = false
  /** Whether a notification may have been missed. */
  #mayHaveMissed = true
  /** Users with a new stream. Only these are looked up, unless a notification may have been missed. */
  #opened = new Set<string>()
  #stopHearing: (() => Promise<void>) | undefined

  constructor(
    private readonly database: Database,
    private readonly now: () => number,
    private readonly warn: (error: unknown) => void,
  ) {
    this.#timers = [
      setInterval(() => void this.#look(), LOOK_MS).unref(),
      setInterval(() => void this.#beat(), HEARTBEAT_MS).unref(),
    ]
  }

  get size(): number {
    return [...this.#byUser.values()].reduce((sum, { open }) => sum + open.size, 0)
  }

  open(listener: Listener, seq: number): PassThrough {
    // A request can still arrive on a kept-alive connection during shutdown. A stream opened for it would
    // never end.
    if (this.#isClosed) return new PassThrough().end(eventOf(seq))
    this.#hear()
    const { tenant, user } = listener
    const key = keyOf(tenant, user)
    // Look the user up again: changes may have been written since `seq` was read.
    this.#opened.add(key)
    const listening = this.#byUser.get(key) ?? { tenant, user, seq, open: new Set<Open>() }
    this.#byUser.set(key, listening)
    const stream = new PassThrough()
    const opened = { ...listener, stream }
    listening.open.add(opened)
    const [oldest] = listening.open
    if (oldest && listening.open.size > MOST_STREAMS) this.#end(oldest)
    stream.once('close', () => this.#remove(opened))
    listening.seq = Math.max(listening.seq, seq)
    stream.write(eventOf(listening.seq))
    return stream
  }

  changed(tenant: string, user: string, seq: number): void {
    const listening = this.#byUser.get(keyOf(tenant, user))
    if (!listening || listening.seq >= seq) return
    listening.seq = seq
    this.#send(listening, eventOf(seq))
  }

  /** Ends all streams when the server stops. Devices reconnect to another server. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const { open } of this.#byUser.values()) for (const each of [...open]) this.#end(each)
    await this.#stopHearing?.()
  }

  /** Starts listening when the first stream opens. Without streams, no connection is needed. */
  #hear(): void {
    this.#stopHearing ??= this.database.hear(CHANNEL, {
      heard: payload => {
        const [tenant, user, seq] = JSON.parse(payload) as [string, string, number]
        this.changed(tenant, user, seq)
      },
      connected: () => {
        this.#isHearing = true
        this.#mayHaveMissed = true
      },
      lost: () => {
        this.#isHearing = false
      },
    })
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#byUser.size === 0) return
    const [isEveryone, opened] = [!this.#isHearing || this.#mayHaveMissed, this.#opened]
    if (!isEveryone && opened.size === 0) return
    this.#isLooking = true
    // Reset before querying, so that changes during the query trigger another one.
    this.#mayHaveMissed = false
    this.#opened = new Set()
    const asked = [...this.#byUser].flatMap(([key, each]) => (isEveryone || opened.has(key) ? [each] : []))
    try {
      for (const [tenant, all] of grouped(asked, ({ tenant }) => tenant)) {
        const ids = all.map(({ user }) => user)
        const rows = await this.database.background.readBatch(tenant, scope =>
          findRows(scope, libraries, isIn(libraries.userId, ids)),
        )
        for (const { userId, seq } of rows) this.changed(tenant, userId, seq)
      }
    } catch (error) {
      this.#mayHaveMissed = true
      this.warn(error)
    } finally {
      this.#isLooking = false
    }
  }

  async #beat(): Promise<void> {
    // A connection may be lost without an error, so a notification may have been missed.
    this.#mayHaveMissed = true
    const now = this.now()
    for (const listening of this.#byUser.values()) {
      for (const each of [...listening.open]) if (each.until <= now) this.#end(each)
      this.#send(listening, ': \n\n')
    }
    try {
      for (const [tenant, all] of grouped(this.#byUser.values(), ({ tenant }) => tenant)) {
        const open = all.flatMap(listening => [...listening.open])
        const ids = [...new Set(open.map(({ session }) => session))]
        const live = await this.database.background.readBatch(tenant, scope =>
          liveSessionIds(scope, ids, now),
        )
        for (const each of open) if (!live.has(each.session)) this.#end(each)
      }
    } catch (error) {
      this.warn(error)
    }
  }

  #send({ open }: Listening, text: string): void {
    for (const { stream } of open) {
      if (stream.writableLength + stream.readableLength > MOST_WAITING) stream.destroy()
      else stream.write(text)
    }
  }

  /**
   * Removes the stream immediately. Otherwise, a client that isn't reading would count until its connection
   * is lost.
   */
  #end(each: Open): void {
    this.#remove(each)
    each.stream.end()
  }

  #remove(each: Open): void {
    const key = keyOf(each.tenant, each.user)
    const listening = this.#byUser.get(key)
    if (listening?.open.delete(each) && listening.open.size === 0) this.#byUser.delete(key)
  }
}

const keyOf = (tenant: string, user: string) => `${tenant}/${user}`
const eventOf = (seq: number) => `event: changed\ndata: {"seq":${seq}}\n\n`
