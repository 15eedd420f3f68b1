import { Socket } from 'node:net'
import pg from 'pg'
import { urlsOf } from '../config.js'
import { HostClient } from './hosts.js'
import { DatabaseUnavailable, ignoreReported, isReadOnly, ofDatabase } from './unavailable.js'

/** How long a request waits for a connection, or for the database to accept one; after that it is answered 503. */
export const CONNECT_MS = 3000

export interface Pool {
  readonly pool: pg.Pool
  /** Tries each host of the URL. @throws DatabaseUnavailable */
  connect(): Promise<pg.PoolClient>
  /** Belong at the beginning of each transaction: none on connections that keep them. */
  readonly settings: string
  /** Once it is known that no pooler shares the connections: the next keep settings and statements (ADR 57). */
  setDirect(): void
}

const COMMAND = /^(BEGIN|COMMIT|ROLLBACK)\b/

/** Outside a transaction, a statement would see no rows, and have the rights of the connection's user. */
const OVER =
  'The transaction has ended. A batch sends all its statements together; use `readInTenant` for later ones.'

/** @param answerMs after which a connection counts as lost: longer than any statement may take */
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
  // Pipelined, the first statement of a transaction is sent together with its BEGIN.
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
  // Without listeners, losing the database would end the process: the pool's for idle connections, each connection's
  // for those in use, between two statements of a transaction.
  pool.on('error', onIdleError)
  pool.on('connect', client => {
    client.on('error', ignoreReported)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    // Without waiting: sent together with the first transaction, which sees it fail if the connection is lost.
    if (isDirect) query(settings.map(setting => `SET ${setting}`).join('; ')).catch(ignoreReported)
    let isOpen = false
    client.query = ((statement: unknown, ...rest: unknown[]) => {
      // Drizzle sends objects; our BEGIN, COMMIT and ROLLBACK are text.
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

/** Combines all writes of one event-loop turn: each write is a system call and wakes the database. */
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

/** We have about two hundred statements. Beyond this, they are sent unnamed. */
const MAX_NAMED_STATEMENTS = 1000
/** An insert of many rows is another statement for each number of rows. */
const FIRST_OF_MANY = '$33'

const names = new Map<string, string>()

/** With a name, a statement is parsed and planned once per connection. Without, also if Drizzle gave it one. */
function withName(statement: unknown, isNaming: boolean): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
  const { text } = statement as { text?: unknown }
  if (typeof text !== 'string') return statement
  return { ...statement, name: isNaming && !text.includes(FIRST_OF_MANY) ? nameOf(text) : undefined }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known
  const name = `named_${names.size}`
  names.set(text, name)
  return name
}
