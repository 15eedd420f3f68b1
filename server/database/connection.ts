import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { StartFailure, systemCode } from '../failure.js'
import { Slots } from '../slots.js'
import { connectClient, HostClient } from './hosts.js'
import { APP_ROLE } from './migrate.js'
import { CONNECT_MS, newPool, type Pool } from './pool.js'
import { beginner, type Topic, type Transactions, transactions } from './transactions.js'
import { DatabaseUnavailable, ignoreReported } from './unavailable.js'

/** Average delay before reconnecting, ms. It is randomized, so that servers don't all reconnect at once. */
const AGAIN_MS = 1000

interface Hearing {
  readonly heard: (payload: string) => void
  /** Called when listening starts. Earlier notifications may have been missed. */
  readonly connected: () => void
  readonly lost: () => void
}

function hear(
  config: pg.ClientConfig,
  channel: string,
  { heard, connected, lost }: Hearing,
): () => Promise<void> {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let current: HostClient | undefined
  const connect = () => {
    const client = new HostClient({ connectionTimeoutMillis: CONNECT_MS, keepAlive: true, ...config })
    current = client
    let isOver = false
    const over = () => {
      if (isOver) return
      isOver = true
      lost()
      if (!isStopped) timer = setTimeout(connect, AGAIN_MS * (0.5 + Math.random())).unref()
    }
    client.on('error', ignoreReported)
    client.on('notification', ({ payload = '' }) => heard(payload))
    client.once('end', over)
    const ready = client.connect().then(() => client.query(`LISTEN ${channel}`))
    ready.then(connected, () => {
      client.end().catch(ignoreReported)
      over()
    })
  }
  connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await current?.end().catch(ignoreReported)
  }
}

export interface Database extends Transactions {
  /** For login requests, which get a connection even if all other requests are waiting for a lock. */
  readonly login: Transactions
  /** For token refreshes, which must not delay logins. */
  readonly refresh: Transactions
  /** For background work. Statements may take longer, because no request waits for them. */
  readonly background: Transactions
  /** For `/ready`, which must not wait for a busy connection. */
  readonly ready: Transactions
  /**
   * Calls `listener` with the tenant after each commit that notified `topic`.
   * @returns function that unsubscribes
   */
  on(topic: Topic, listener: (tenant: string) => void): () => void
  /**
   * Listens for `NOTIFY` from any server. Poolers don't forward notifications.
   * @returns function that stops listening
   */
  hear(channel: string, hearing: Hearing): () => Promise<void>
  onWait(listener: (seconds: number) => void): void
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

export interface DatabaseAddress {
  readonly owner: pg.ClientConfig
  readonly app: pg.PoolConfig
}

/**
 * @param migrationUrl URL for the owner, if `connectionString` points to a pooler or to a user who can't
 * alter tables
 */
export function addressOfUrl(connectionString: string, migrationUrl = connectionString): DatabaseAddress {
  return { owner: { connectionString: migrationUrl }, app: { connectionString } }
}

export function addressOfSocket(host: string, owner: string, database: string): DatabaseAddress {
  return { owner: { host, user: owner, database }, app: { host, user: APP_ROLE, database } }
}

/** Connection limits by purpose. Two are reserved for logins when all other requests wait for a lock. */
const CONNECTIONS = { total: 9, requests: 6, refreshes: 1, background: 2, ready: 1 } as const
/** Lock timeout, ms. The server's own transactions hold locks for only a few milliseconds. */
const LOCK_MS = 2000
/** Statement timeouts, ms. Housekeeping has a longer one, because it may delete years of data. */
const STATEMENT_MS = { requests: 10_000, background: 60_000 } as const
/**
 * Time to wait for a response after the statement timeout, ms. After that, the database or the network is
 * considered down.
 */
const SILENCE_MS = 5000

/**
 * @param patience factor for all timeouts, used by tests
 * @throws StartFailure `database_role` if row-level security doesn't apply
 */
export async function openDatabase(
  address: DatabaseAddress,
  onIdleError: (error: Error) => void,
  patience = 1,
): Promise<Database> {
  let isClosed = false
  const poolFor = (max: number, statementMs: number) =>
    newPool(
      address.app,
      {
        max,
        connectMs: CONNECT_MS * patience,
        answerMs: (statementMs + SILENCE_MS) * patience,
        settings: settingsFor(statementMs * patience, LOCK_MS * patience),
      },
      error => {
        // The pool closes before its connections do; the embedded database closes the remaining ones.
        if (!isClosed) onIdleError(error)
      },
    )
  const usual = poolFor(CONNECTIONS.total, STATEMENT_MS.requests)
  const background = poolFor(CONNECTIONS.background, STATEMENT_MS.background)
  const ready = poolFor(CONNECTIONS.ready, STATEMENT_MS.requests)
  const pools = [usual.pool, background.pool, ready.pool]
  const hearings = new Set<() => Promise<void>>()
  const close = async () => {
    isClosed = true
    await Promise.all([...pools.map(pool => pool.end()), ...[...hearings].map(stop => stop())])
  }
  let isDirect = false
  try {
    isDirect = await checkConnection(usual)
    if (isDirect) for (const pool of [usual, background, ready]) pool.setDirect()
  } catch (error) {
    await close()
    throw error
  }
  const events = new EventEmitter<Record<Topic, [tenant: string]>>()
  const emit = (topic: Topic, tenant: string) => void events.emit(topic, tenant)
  const laneOf = (connections: number) =>
    new Slots(connections, {
      waitMs: CONNECT_MS * patience,
      busy: () => new DatabaseUnavailable(`No connection was free within ${CONNECT_MS * patience} ms.`),
    })
  const [requests, refreshes] = [laneOf(CONNECTIONS.requests), laneOf(CONNECTIONS.refreshes)]
  let listener: (seconds: number) => void = () => undefined
  const waited = (seconds: number) => listener(seconds)
  return {
    ...transactions(usual, emit, waited, requests),
    login: transactions(usual, emit, waited),
    refresh: transactions(usual, emit, waited, refreshes),
    background: transactions(background, emit, () => undefined),
    ready: transactions(ready, emit, () => undefined),
    hear(channel, hearing) {
      if (!isDirect) return async () => undefined
      const stop = hear(address.app, channel, hearing)
      hearings.add(stop)
      return async () => {
        hearings.delete(stop)
        await stop()
      }
    },
    onWait(heard) {
      listener = heard
    },
    on(topic, listener) {
      events.on(topic, listener)
      return () => events.off(topic, listener)
    },
    connections: () => ({
      total: sum(pools, pool => pool.totalCount),
      idle: sum(pools, pool => pool.idleCount),
      waiting: sum(pools, pool => pool.waitingCount) + requests.load.waiting + refreshes.load.waiting,
    }),
    close,
  }
}

const sum = (pools: readonly pg.Pool[], count: (pool: pg.Pool) => number) =>
  pools.reduce((total, pool) => total + count(pool), 0)

export async function asOwner<T>(address: DatabaseAddress, work: (owner: HostClient) => Promise<T>) {
  const owner = await connectClient({ connectionTimeoutMillis: CONNECT_MS, ...address.owner })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/**
 * Checks that row-level security applies.
 * @returns whether the connection is direct: a pooler reports its own process ID
 */
async function checkConnection(connections: Pool): Promise<boolean> {
  // Don't reuse this connection: a pooler requires different connection settings.
  const client = await connections.connect()
  try {
    await beginner(connections)(client, 'BEGIN READ ONLY', undefined)
    const text =
      'SELECT rolsuper OR rolbypassrls AS bypasses, pg_backend_pid() AS process FROM pg_roles WHERE rolname = current_user'
    const answer = await client.query<{ bypasses: boolean; process: number }>({ text })
    await client.query('COMMIT')
    const [role] = answer.rows
    if (role?.bypasses === false) return (client as { processID?: number | null }).processID === role.process
  } catch (cause) {
    // The user is not a member of the role, or the role doesn't exist.
    if (!['42501', '22023'].includes(systemCode(cause) ?? '')) throw cause
    const message = `The user of DATABASE_URL may not act as ${APP_ROLE}; run this once as the owner of the tables: GRANT ${APP_ROLE} TO <the user of DATABASE_URL>.`
    throw new StartFailure('database_role', message, { cause })
  } finally {
    client.release(true)
  }
  const message = `The role ${APP_ROLE} bypasses row-level security; remove SUPERUSER and BYPASSRLS from it.`
  throw new StartFailure('database_role', message)
}

/**
 * Forces generic plans and index scans. Otherwise PostgreSQL plans every call, or scans tables that were
 * small when it last analyzed them (ADR 20).
 */
function settingsFor(statementMs: number, lockMs: number): readonly string[] {
  return [
    'plan_cache_mode = force_generic_plan',
    'enable_seqscan = off',
    `lock_timeout = ${lockMs}`,
    `statement_timeout = ${statementMs}`,
  ]
}
