// Search for people by the beginnings of words, as index ranges that also work under row-level security.
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PublicProfile } from '../../src/core/api/users.js'
import type { ConnectionSql, Scope } from '../database/connection.js'
import { oncePer } from '../database/queries.js'
import { avatars, profiles, users, userWords } from '../database/schema.js'
import { asSeenBy, blockedBy, blockersOf, type Row, shown, suspendedIds } from './public-profiles.js'

export interface Found {
  /** Of this page, by the word that was found, then by id: the same order on every page. */
  readonly items: readonly PublicProfile[]
  /** Of all pages. */
  readonly total: number
  /** Whether there are people beyond those pages: another letter leads to them. */
  readonly more: boolean
}

/** So many are counted at most, in the order of their words: nobody leafs through more people. */
const MAX_HITS = 200

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
  const words = queryWords(query)
  if (words.length === 0) return { items: [], total: 0, more: false }
  const rows = await prepared(scope.sql, words.length).execute(valuesOf(scope.tenant, viewer, words, paging))
  const total = rows[0]?.total ?? 0
  return { items: shown(rows.filter(isSomebody)), total, more: total > MAX_HITS }
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
const statements = oncePer(
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
      AND user_id NOT IN (${blockersOf(within, viewer)})
      AND user_id NOT IN (${blockedBy(within, viewer)})`
  // Somebody with two words that begin so is found by the one that comes first among theirs (`split_part`).
  const nearest = (columns: SQL) =>
    sql`(SELECT ${columns} ${found} ORDER BY word, user_id LIMIT ${sql.raw(`${MAX_HITS + 1}`)}) AS nearest`
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

/** Beyond this, a word is found by its beginning only. */
const LONGEST_WORD = 40
/** A search for more words looks for the first ones. */
const MAX_WORDS = 8

/** @example searchWords('Ánna-Lu, Weiß') // ['anna', 'lu', 'weiss'] */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  return [...new Set(words.map(word => [...word].slice(0, LONGEST_WORD).join('')))]
}

/** What a search looks for. Where one word begins another, the longer one says it all. */
export function queryWords(query: string): string[] {
  const words = searchWords(query)
  return words
    .filter(word => !words.some(other => other !== word && other.startsWith(word)))
    .slice(0, MAX_WORDS)
}

/** The end of the range of all words that begin with `start`: bytes sort below the last code point's. */
export function rangeEnd(start: string): string {
  return `${start}\u{10ffff}`
}
