// A backup file: gzip over lines. A header, then each table as PostgreSQL's COPY writes it, then a footer.
import * as z from 'zod/mini'

/** Alone on a line after the rows of a table; COPY writes no row like it, since it doubles backslashes. */
export const END_OF_TABLE = '\\.'

export const header = z.object({
  format: z.literal('fretwork-backup'),
  /** Of this file's form. */
  formatVersion: z.literal(1),
  /** Of the server that wrote it. */
  version: z.string(),
  made: z.string(),
  /** Those that had run, in their order. */
  migrations: z.array(z.object({ id: z.string(), hash: z.string() })),
  tenants: z.array(z.string()),
})
export type Header = z.infer<typeof header>

export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })

/** Tells a whole file from one that was cut off. */
export const footer = z.object({ end: z.literal(true), rows: z.number() })

const NEWLINE = 10

/**
 * Lines with their newline. By bytes: what else a text library takes for a line's end may stand within a row.
 */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let rest: Buffer[] = []
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      rest.push(chunk.subarray(from, at + 1))
      yield rest.length === 1 ? (rest[0] as Buffer) : Buffer.concat(rest)
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
