// Splits lists into pages of limited size. The next page starts after the last item that fit.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as z from 'zod/mini'
import { time } from '../../src/core/contract/endpoint.js'
import { Problem } from './problem.js'

/** Maximum total size of the items in a response, bytes of JSON. */
export const ANSWER_BYTES = 1024 * 1024

export const jsonBytes = (item: unknown): number => Buffer.byteLength(JSON.stringify(item))

/**
 * Returns a function that reports whether the next item fits, and counts it. The first item always fits, so
 * that every page makes progress.
 */
export function answerRoom(limit = ANSWER_BYTES): (bytes: number) => boolean {
  let used = 0
  return bytes => {
    if (used > 0 && used + bytes > limit) return false
    used += bytes
    return true
  }
}

interface PageParts<R, T> {
  readonly limit: number
  /** Returns the item for a row, or `undefined` to hide the row. */
  readonly shown: (row: R) => T | undefined
  /** Returns the values of the columns that the list is sorted by. */
  readonly position: (row: R) => readonly (string | number)[]
}

/**
 * Returns the rows that fit, and the cursor for the next page. If there are more rows, `rows` contains
 * `limit` + 1.
 */
export function pageOf<R, T>(rows: readonly R[], { limit, shown, position }: PageParts<R, T>) {
  const fits = answerRoom()
  const items: T[] = []
  let last: R | undefined
  for (const [index, row] of rows.entries()) {
    const item = shown(row)
    if (index >= limit || (item !== undefined && !fits(jsonBytes(item))))
      return { items, ...(last !== undefined && { next: cursorOf(position(last)) }) }
    if (item !== undefined) items.push(item)
    last = row
  }
  return { items }
}

const cursorOf = (position: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url')

/** @throws Problem `invalid_input` if the cursor belongs to another list */
export function positionOf<T>(cursor: string | undefined, schema: z.ZodMiniType<T>): T | undefined {
  if (cursor === undefined) return undefined
  const known = schema.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (known.success) return known.data
  throw new Problem('invalid_input', {
    errors: [{ path: 'query.cursor', message: 'is not a cursor of this list' }],
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid cursors are rejected by the schema below.
    return undefined
  }
}

/**
 * Builds the condition for rows after a position in a list. Either all columns are descending (`<`) or all
 * are ascending (`>`).
 */
export function isPast(
  columns: readonly PgColumn[],
  direction: '<' | '>',
  position: readonly (string | number)[] | undefined,
): SQL | undefined {
  if (!position) return undefined
  const values = position.map(value => sql`${value}`)
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(direction)} (${sql.join(values, sql`, `)})`
}

const timePosition = z.tuple([time, z.uuid()])

/**
 * Builds the cursor condition for a list sorted by time and ID.
 * @throws Problem `invalid_input`
 */
export const isInOrder = (
  columns: readonly [at: PgColumn, id: PgColumn],
  direction: '<' | '>',
  cursor: string | undefined,
) => isPast(columns, direction, positionOf(cursor, timePosition))

/**
 * Total size of all rows before each row, for a subquery with a LIMIT. The outer query reads only rows with
 * `bytesBefore <= ANSWER_BYTES`, at most one more than fits in a response.
 */
export const bytesBefore = (size: SQLWrapper, order: SQLWrapper) =>
  sql<number>`coalesce(sum(${size}) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)`
