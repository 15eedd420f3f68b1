import { Socket } from 'node:net'
import pg from 'pg'
import { urlsOf } from '../config.js'
import { HostClient } from './hosts.js'
import { DatabaseUnavailable, ignoreReported, isReadOnly, ofDatabase } from './unavailable.js'

/** Connection timeout, ms. After that, the request fails with 503. */
export const CONNECT_MS = 3000

export interface Pool {
  readonly pool: pg.Pool
  /**
   * Connects to one of the URL's hosts.
   * @throws DatabaseUnavailable
   */
  connect(): Promise<pg.PoolClient>
  /** SQL run at the start of each transaction; empty if the connection keeps its settings. */
  readonly settings: string
  /**
   * Marks new connections as direct. Without a pooler, connections keep settings and prepared statements (ADR
   * 57).
   */
  setDirect(): void
}

const COMMAND = /^(BEGIN|COMMIT|ROLLBACK)\b/

/** Outside a transaction, a statement would see no rows and run with the rights of the connection's user. */
const OVER =
  'The transaction has ended. A batch sends all its statements together; use `readInTenant` for later ones.'

/** @param answerMs time after which a connection is considered lost; must exceed all statement timeouts */
export function newPool(
  config: pg.PoolConfig,
  {
    max,
    connectMs,
    answerMs,
    settings,
  }: { max: number; connectMs: number; answerMs: number; settings: readonly string[] },
  onIdleError: (error: Error) => void,
): Pool {
  let isDirect = false
  // Pipelining sends a transaction's first statement together with its BEGIN.
  const pool = new pg.Pool({
    pipeline: true,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    stream: () => new BatchingSocket(),
    Client: HostClient,
    onConnect: client => (client as HostClient).checkHost(),
    ...config,
    max,
  })
  // Without error listeners, losing the database would crash the process. The pool's listener covers idle
  // connections; each connection's listener covers the time between two statements of a transaction.
  pool.on('error', onIdleError)
  pool.on('connect', client => {
    client.on('error', ignoreReported)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    // The settings are sent with the first transaction, which fails anyway if the connection is lost.
    if (isDirect) query(settings.map(setting => `SET ${setting}`).join('; ')).catch(ignoreReported)
    let isOpen = false
    client.query = ((statement: unknown, ...rest: unknown[]) => {
      // Drizzle passes objects; BEGIN, COMMIT and ROLLBACK are strings.
      const command = typeof statement === 'string' ? COMMAND.exec(statement)?.[0] : undefined
      if (command !== undefined) isOpen = command === 'BEGIN'
      else if (!isOpen) return Promise.reject(new Error(OVER))
      return query(withName(statement, isDirect), ...rest).catch(rethrow)
    }) as typeof client.query
  })
  const hosts = urlsOf(config.connectionString ?? '').length
  return {
    pool,
    async connect() {
      for (let tried = 1; ; tried += 1) {
        try {
          return await pool.connect()
        } catch (error) {
          if (tried === hosts) throw isReadOnly(error) ? new DatabaseUnavailable(error) : ofDatabase(error)
        }
      }
    },
    get settings() {
      return isDirect ? '' : settings.map(setting => `; SET LOCAL ${setting}`).join('')
    },
    setDirect() {
      isDirect = true
    },
  }
}

function rethrow(error: unknown): never {
  throw ofDatabase(error)
}

/** Combines all writes of an event-loop turn, because each write is a system call and wakes the database. */
class BatchingSocket extends Socket {
  #isCorked = false

  override write(...given: unknown[]): boolean {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.uncork()
      })
    }
    return super.write(...(given as Parameters<Socket['write']>))
  }
}

/** Maximum number of named statements; others are sent unnamed. The server has about two hundred. */
const MAX_NAMED_STATEMENTS = 1000
/**
 * Statements with this many parameters insert many rows. They are unnamed, because each row count is a
 * different statement.
 */
const FIRST_OF_MANY = '$33'

const names = new Map<string, string>()

/**
 * Names a statement, so that it is parsed and planned once per connection, or removes the name that Drizzle
 * assigned.
 */
function withName(statement: unknown, isNaming: boolean): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
  const { text } = statement as { text?: unknown }
  if (typeof text !== 'string') return statement
  return { ...statement, name: isNaming && !text.includes(FIRST_OF_MANY) ? statementName(text) : undefined }
}

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = `named_${names.size}`
  names.set(text, name)
  return name
}
