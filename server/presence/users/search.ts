// Search by the beginnings of words, as ranges that an index serves under row-level security.
import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../database/connection.js'
import { namedRows } from '../../database/named-rows.js'
import { userWords } from '../../database/schema.js'
import { rangeEnd, wantedWords } from './folded-words.js'
import { blockedBy, suspendedIds, whoBlock } from './visibility.js'

export interface Found {
  /** Of this page, by the word that was found, then by id: the same order on every page. */
  readonly ids: readonly string[]
  /** Of all pages. */
  readonly total: number
  /** Whether there are people beyond those pages: another letter leads to them. */
  readonly more: boolean
}

/** So many words are read at most, in their order: nobody leafs through more people, and counting them all is dear. */
const MOST_HITS = 500

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
  const words = wantedWords(query)
  const statement = peopleStatement(scope, viewer, words, paging)
  if (!statement) return { ids: [], total: 0, more: false }
  const name = `people_by_${words.length}_words`
  const [row] = await namedRows<{ ids: string[]; total: number; more: boolean }>(scope, name, statement)
  return row ?? { ids: [], total: 0, more: false }
}

/** The statement by itself, for whoever wants to see its plan. */
export function peopleStatement(
  scope: Scope,
  viewer: string,
  words: readonly string[],
  { page, pageSize }: Paging,
): SQL | undefined {
  // The longest word is the rarest, as a rule: its users are found first, and then asked for the other words.
  const [first, ...others] = [...words].sort((a, b) => b.length - a.length)
  if (first === undefined) return undefined
  const also = others.map(word => sql`AND strpos(words, ${` ${word}`}) > 0`)
  return sql`
    WITH nearest AS MATERIALIZED (
      SELECT user_id, word FROM ${userWords} found
      WHERE ${begins(scope, first, 'found')} AND public ${sql.join(also, sql` `)}
        AND user_id NOT IN (${suspendedIds(scope)})
        AND user_id NOT IN (${whoBlock(scope, viewer)})
        AND user_id NOT IN (${blockedBy(scope, viewer)})
      ORDER BY word, user_id LIMIT ${sql.raw(`${MOST_HITS + 1}`)}
    ),
    hits AS MATERIALIZED (SELECT user_id, min(word) AS word FROM nearest GROUP BY user_id)
    SELECT (SELECT count(*)::int FROM hits) AS total,
      (SELECT count(*) FROM nearest) > ${sql.raw(`${MOST_HITS}`)} AS more,
      ARRAY(SELECT user_id::text FROM hits ORDER BY hits.word, hits.user_id
        LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS ids`
}

/** True for words of the table, under its name in the statement, that begin with `start`. */
export function begins(scope: Scope, start: string, name: string): SQL {
  const of = (column: string) => sql`${sql.identifier(name)}.${sql.identifier(column)}`
  return sql`${of('tenant')} = ${scope.tenant} AND ${of('word')} >= ${start} AND ${of('word')} < ${rangeEnd(start)}`
}
