// Failover for a DATABASE_URL with several hosts, as in libpq: uses the first reachable host that accepts
// writes.
import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { urlsOf } from '../config.js'
import { ignoreReported, READ_ONLY } from './unavailable.js'

/**
 * Server parameters that rule out a host if they are on, keyed by `target_session_attrs`. PostgreSQL 14 and
 * newer report them.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  any: [],
  primary: ['in_hot_standby'],
  'read-write': ['in_hot_standby', 'default_transaction_read_only'],
}

/** Several hosts imply `read-write`, because every server needs to write. */
function refusedBy(url: string, hosts: number): readonly string[] {
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1]
  return REFUSED[attributes ?? (hosts > 1 ? 'read-write' : 'any')] ?? []
}

/** Number of failures per URL. It determines which host the next connection uses. */
const failures = new Map<string, number>()

export class HostClient extends pg.Client {
  readonly hosts: number
  /** Opens a second connection to the same database. */
  readonly another: () => Promise<HostClient>
  #isReadOnly = false

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? ''
    const urls = urlsOf(url)
    const failed = failures.get(url) ?? 0
    super(urls.length > 1 ? { ...config, connectionString: urls[failed % urls.length] } : config)
    this.hosts = urls.length
    this.another = () => connectClient(config)
    const refused = refusedBy(url, urls.length)
    const { connection } = this as unknown as { connection: EventEmitter }
    const skip = () => {
      // Count one failure, no matter how many connections to this host fail.
      if ((failures.get(url) ?? 0) === failed) failures.set(url, failed + 1)
    }
    connection.once('error', skip).once('end', skip)
    connection.on('parameterStatus', ({ parameterName = '', parameterValue = '' }) => {
      if (refused.includes(parameterName)) this.#isReadOnly ||= parameterValue === 'on'
    })
    connection.once('readyForQuery', () => {
      connection.off('error', skip).off('end', skip)
      if (this.#isReadOnly) skip()
    })
  }

  /** @throws Error if the host is read-only but has to be writable */
  checkHost(): void {
    if (this.#isReadOnly)
      throw Object.assign(new Error(`The database at ${this.host} is read-only.`), { code: READ_ONLY })
  }
}

/** Tries each host once and returns the connected client. */
export async function connectClient(config: pg.ClientConfig): Promise<HostClient> {
  for (let tried = 1; ; tried += 1) {
    const client = new HostClient(config)
    client.on('error', ignoreReported)
    try {
      await client.connect()
      client.checkHost()
      return client
    } catch (error) {
      await client.end().catch(ignoreReported)
      if (tried === client.hosts) throw error
    }
  }
}
