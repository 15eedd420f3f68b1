// Search by the beginnings of words, as ranges that an index serves under row-level security.
import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../database/connection.js'
import { userWords } from '../../database/schema.js'
import { rangeEnd, wantedWords } from './folded-words.js'
import { blockedBy, suspendedIds, whoBlock } from './visibility.js'

export interface Found {
  /** Of this page, by the word that was found, then by id: the same order on every page. */
  readonly ids: readonly string[]
  /** Of all pages. */
  readonly total: number
}

export interface Paging {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** @returns nobody where the query has no letter or digit: a search is no list of everyone. */
export async function findPeople(
  scope: Scope,
  viewer: string,
  query: string,
  paging: Paging,
): Promise<Found> {
  const statement = peopleStatement(scope, viewer, query, paging)
  if (!statement) return { ids: [], total: 0 }
  const { rows } = await scope.sql.execute<{ ids: string[]; total: string }>(statement)
  return { ids: rows[0]?.ids ?? [], total: Number(rows[0]?.total ?? 0) }
}

/** The statement by itself, for whoever wants to see its plan. */
export function peopleStatement(
  scope: Scope,
  viewer: string,
  query: string,
  { page, pageSize }: Paging,
): SQL | undefined {
  const [first, ...others] = wantedWords(query)
  if (first === undefined) return undefined
  const also = others.map(
    word => sql`AND user_id IN (SELECT user_id FROM ${userWords} WHERE ${begins(scope, word)} AND public)`,
  )
  return sql`
    WITH hits AS MATERIALIZED (
      SELECT user_id, min(word) AS word FROM ${userWords}
      WHERE ${begins(scope, first)} AND public ${sql.join(also, sql` `)}
        AND user_id NOT IN (${suspendedIds(scope)})
        AND user_id NOT IN (${whoBlock(scope, viewer)})
        AND user_id NOT IN (${blockedBy(scope, viewer)})
      GROUP BY user_id
    )
    SELECT (SELECT count(*) FROM hits) AS total,
      ARRAY(SELECT user_id::text FROM hits ORDER BY word, user_id
        LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS ids`
}

/** True for words that begin with `start`. */
export function begins(scope: Scope, start: string): SQL {
  return sql`tenant = ${scope.tenant} AND word >= ${start} AND word < ${rangeEnd(start)}`
}
