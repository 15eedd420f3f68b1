// The statements of a glance as one round: the tenant first, and one Sync at the end, which is where PostgreSQL ends
// such a transaction by itself. Nothing is begun or committed, and the database wakes and answers once.
// Source: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
import pg from 'pg'
import { named } from './sparing-connection.js'

/** What the driver calls while the answer comes in; its types name the beginning only. */
interface Statement extends pg.Query {
  readonly name?: string
  readonly text?: string
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
  handleEmptyQuery(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
  handleReadyForQuery(connection: pg.Connection): void
}

/** Its record of what has been sent to be read, by the names of the statements. */
interface Knowing extends pg.Connection {
  readonly submittedNamedStatements: Record<string, string>
}

const TENANT = {
  name: 'round_of_tenant',
  text: "SELECT set_config('fretwork.tenant', $1, true), set_config('transaction_read_only', 'on', true)",
}

/** For the driver a single query. */
export class Round extends pg.Query {
  /** Of the statement that is answered now: the driver remembers which ones the database has read. */
  declare name: string | undefined
  declare text: string | undefined
  readonly #statements: Statement[] = []
  #answered = 0
  #isRefused = false

  constructor(key: string) {
    super(TENANT)
    this.add(TENANT, [key]).catch(toldByTheOthers)
  }

  /** As `client.query`; the answer comes once the round has been given to a client. */
  add(config: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined, result: unknown) =>
        error ? reject(error) : resolve(result as pg.QueryResult)
      this.#statements.push(new pg.Query(config as pg.QueryConfig, values, settle) as Statement)
    })
  }

  /** Whether there is a statement besides that of the tenant. */
  get asks(): boolean {
    return this.#statements.length > 1
  }

  get #current(): Statement | undefined {
    return this.#statements[this.#answered]
  }

  override submit = (connection: pg.Connection): void => {
    const withoutSync = Object.create(connection, { sync: { value: () => undefined } }) as pg.Connection
    for (const statement of this.#statements) statement.submit(withoutSync)
    connection.sync()
  }

  handleRowDescription(message: unknown): void {
    this.#current?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#current?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#current?.handleCommandComplete(message, connection)
    this.#goOn()
  }

  handleEmptyQuery(connection: pg.Connection): void {
    this.#current?.handleEmptyQuery(connection)
    this.#goOn()
  }

  #goOn(): void {
    this.#answered += 1
    this.name = this.#current?.name
    this.text = this.#current?.text
  }

  /** One that fails ends the transaction, so all fail: the database skips what comes after it. */
  handleError(error: Error, connection: pg.Connection): void {
    if (this.#isRefused) return
    this.#isRefused = true
    for (const { name } of this.#statements.slice(this.#answered)) {
      if (name) delete (connection as Knowing).submittedNamedStatements[name]
    }
    for (const statement of this.#statements) statement.handleError(error, connection)
  }

  handleReadyForQuery(connection: pg.Connection): void {
    for (const statement of this.#statements) statement.handleReadyForQuery(connection)
  }
}

/** The rounds of one connection, one after another. */
export class Rounds {
  readonly #client: pg.PoolClient
  #gathered: Round | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** Takes statements as the connection itself does, and adds them to the round that is gathered. */
  get asClient(): pg.PoolClient {
    const query = async (config: string | pg.QueryConfig, values?: unknown[]) => {
      if (!this.#gathered) throw tooLate()
      return this.#gathered.add(named(config), values)
    }
    return Object.create(this.#client, { query: { value: query } })
  }

  begin(key: string): Round {
    this.#gathered = new Round(key)
    return this.#gathered
  }

  /** @throws Error where `round` has gone out. */
  refuseUnlessGathering(round: Round): void {
    if (this.#gathered !== round) throw tooLate()
  }

  send(round: Round): void {
    if (this.#gathered !== round) return
    this.#gathered = undefined
    if (round.asks) this.#client.query(round)
  }
}

/** It would be answered outside of the tenant, where no row is seen. */
function tooLate(): Error {
  return new Error('A glance asks for everything at once; use `reading` for what comes later.')
}

/** Whoever waits for the round waits for a statement of it, and hears the same. */
const toldByTheOthers = () => undefined
