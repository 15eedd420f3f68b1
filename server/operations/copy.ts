// PostgreSQL's COPY through the driver, which offers the messages and leaves the query to its user.
import { PassThrough, type Readable } from 'node:stream'
import type { ClientBase, Connection, Submittable } from 'pg'

/** Above it the driver's own buffer would grow with the table. */
const BUFFERED_BYTES = 1 << 20

/** What the driver hands to the query that it runs: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-COPY */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
  readonly stream: Readable & NodeJS.WritableStream & { readonly writableLength: number }
}

/** The rest of what the driver calls on a query. A COPY has nothing to do there. */
const NOTHING = {
  handleRowDescription: () => undefined,
  handleDataRow: () => undefined,
  handlePortalSuspended: () => undefined,
  handleEmptyQuery: () => undefined,
  handleCommandComplete: () => undefined,
}

/**
 * Runs `COPY … TO STDOUT`.
 * @returns its lines as they come, newlines included; it ends, or fails, with the statement.
 */
export function copyOut(client: ClientBase, statement: string): Readable {
  const out = new PassThrough({ highWaterMark: BUFFERED_BYTES })
  const query = {
    ...NOTHING,
    submit: (connection: Connection) => wire(connection).query(statement),
    handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection) {
      const { stream } = wire(connection)
      // Its own bytes: the driver's are a view of its buffer, which it writes over while rows wait here.
      if (out.write(Buffer.from(chunk)) || stream.isPaused()) return
      stream.pause()
      out.once('drain', () => stream.resume())
    },
    handleError: (error: Error) => out.destroy(error),
    handleReadyForQuery: () => out.end(),
  }
  client.query(query as unknown as Submittable)
  return out
}

/** Runs `COPY … FROM STDIN` on lines that end with a newline. Where `lines` fail, their error is the one thrown. */
export function copyIn(client: ClientBase, statement: string, lines: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed: { why?: unknown } = {}
    const query = {
      ...NOTHING,
      submit: (connection: Connection) => wire(connection).query(statement),
      handleCopyInResponse(connection: Connection) {
        sendAll(wire(connection), lines, () => 'why' in failed).catch(why => {
          failed.why ??= why
          // Answered with an error, which settles it.
          wire(connection).sendCopyFail('the lines broke off')
        })
      },
      handleError: (error: Error) => {
        failed.why ??= error
        reject(failed.why)
      },
      handleReadyForQuery: () => resolve(),
    }
    client.query(query as unknown as Submittable)
  })
}

async function sendAll(to: CopyConnection, lines: AsyncIterable<Buffer>, over: () => boolean): Promise<void> {
  for await (const line of lines) {
    if (over()) return
    to.sendCopyFromChunk(line)
    if (to.stream.writableLength > BUFFERED_BYTES) {
      await new Promise(resolve => to.stream.once('drain', resolve))
    }
  }
  to.endCopyFrom()
}

/** The driver's types leave out what a query needs of its connection. */
const wire = (connection: Connection) => connection as unknown as CopyConnection
