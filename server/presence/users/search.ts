// Search by the beginnings of words, as ranges that an index serves under row-level security.
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PublicProfile } from '../../../src/core/api/users.js'
import type { ConnectionSql, Scope } from '../../database/connection.js'
import { onceFor } from '../../database/once-for.js'
import { avatars, profiles, users, userWords } from '../../database/schema.js'
import { rangeEnd, wantedWords } from './folded-words.js'
import { asSeenBy, type Row, shown } from './public-profiles.js'
import { blockedBy, suspendedIds, whoBlock } from './visibility.js'

export interface Found {
  /** Of this page, by the word that was found, then by id: the same order on every page. */
  readonly items: readonly PublicProfile[]
  /** Of all pages. */
  readonly total: number
  /** Whether there are people beyond those pages: another letter leads to them. */
  readonly more: boolean
}

/** So many are counted at most, in the order of their words: nobody leafs through more people. */
const MOST_HITS = 200

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
  if (words.length === 0) return { items: [], total: 0, more: false }
  const rows = await prepared(scope.sql, words.length).execute(valuesOf(scope.tenant, viewer, words, paging))
  const total = rows[0]?.total ?? 0
  return { items: shown(rows.filter(isSomebody)), total, more: total > MOST_HITS }
}

/** In place of nobody there is a row without a person. */
function isSomebody<R extends { id: string | null }>(row: R): row is R & Row {
  return row.id !== null
}

/** What the statement is given; `others` are of the words after the first. */
type Values<V> = Record<'tenant' | 'viewer' | 'from' | 'to' | 'first' | 'limit' | 'offset', V> &
  Record<`other${number}`, V>

/** @param words folded, and at least one. */
export function valuesOf(
  tenant: string,
  viewer: string,
  words: readonly string[],
  { page, pageSize }: Paging,
): Values<string | number> {
  // The longest word is the rarest, as a rule: its users are found first, and then asked for the other words.
  const [first = '', ...others] = [...words].sort((a, b) => b.length - a.length)
  const also = others.map((word, index) => [`other${index}`, ` ${word}`] as const)
  const offset = (page - 1) * pageSize
  const range = { from: first, to: rangeEnd(first), first: ` ${first}` }
  return { tenant, viewer, ...range, limit: pageSize, offset, ...Object.fromEntries(also) }
}

const prepared = (connection: ConnectionSql, words: number) => {
  const byCount = statements(connection)
  const known = byCount.get(words) ?? peopleStatement(connection, words).prepare(`people_by_${words}_words`)
  byCount.set(words, known)
  return known
}
const statements = onceFor(
  (_: ConnectionSql) => new Map<number, ReturnType<ReturnType<typeof peopleStatement>['prepare']>>(),
)

/** One row for each person of the page; where there is none, one that has the total alone. */
export function peopleStatement(connection: ConnectionSql, words: number) {
  const of = (name: keyof Values<unknown>) => sql.placeholder(name)
  const [within, viewer] = [{ tenant: of('tenant') }, of('viewer')]
  const others = Array.from({ length: words - 1 }, (_, index) => of(`other${index}`))
  const found = sql`FROM ${userWords} found
    WHERE ${begins(within.tenant, [of('from'), of('to')], 'found')} AND public
      ${sql.join(
        others.map(other => sql`AND strpos(words, ${other}) > 0`),
        sql` `,
      )}
      AND split_part(substr(words, strpos(words, ${of('first')}) + 1), ' ', 1) = word
      AND user_id NOT IN (${suspendedIds(within)})
      AND user_id NOT IN (${whoBlock(within, viewer)})
      AND user_id NOT IN (${blockedBy(within, viewer)})`
  // Somebody with two words that begin so is found by the one that comes first among theirs (`split_part`).
  const nearest = (columns: SQL) =>
    sql`(SELECT ${columns} ${found} ORDER BY word, user_id LIMIT ${sql.raw(`${MOST_HITS + 1}`)}) AS nearest`
  // Each reads the index in its order, as far as it needs: that is cheaper than to keep what one of them has read.
  const counted = sql`(SELECT count(*)::int AS total FROM ${nearest(sql`1`)}) AS counted`
  const page = sql`(SELECT user_id, word FROM ${nearest(sql`user_id, word`)}
    LIMIT ${of('limit')} OFFSET ${of('offset')}) AS page`
  return connection
    .select({ total: sql<number>`counted.total`, ...asSeenBy(within, viewer) })
    .from(counted)
    .leftJoin(page, sql`true`)
    .leftJoin(users, and(eq(users.tenant, within.tenant), eq(users.id, sql`page.user_id`)))
    .leftJoin(profiles, and(eq(profiles.tenant, within.tenant), eq(profiles.userId, sql`page.user_id`)))
    .leftJoin(avatars, and(eq(avatars.tenant, within.tenant), eq(avatars.userId, sql`page.user_id`)))
    .orderBy(sql`page.word, page.user_id`)
}

/** True for words of the table, under its name in the statement, from a beginning up to its `rangeEnd`. */
export function begins(
  tenant: string | Placeholder,
  [from, to]: readonly [string | Placeholder, string | Placeholder],
  name: string,
): SQL {
  const of = (column: string) => sql`${sql.identifier(name)}.${sql.identifier(column)}`
  return sql`${of('tenant')} = ${tenant} AND ${of('word')} >= ${from} AND ${of('word')} < ${to}`
}
