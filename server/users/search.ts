import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PublicProfile } from '../../src/core/contract/users.js'
import { avatars, profiles, users, userWords } from '../database/schema.js'
import { type ConnectionSql, oncePer, type Scope } from '../database/transactions.js'
import { asSeenBy, blockedBy, blockersOf, type Row, shown, suspendedIds } from './public-profiles.js'

export interface Found {
  /** Users on this page, sorted by matched word, then by ID, so that the order is stable across pages. */
  readonly items: PublicProfile[]
  readonly total: number
  readonly more: boolean
}

/** Maximum number of matches counted. Users don't read that far. */
const MAX_HITS = 200

export interface Paging {
  readonly page: number
  readonly pageSize: number
}

/** @returns an empty result if the query has no letters or digits, so that the search can't list everyone */
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
  return { items: shown(rows.filter(hasUser)), total, more: total > MAX_HITS }
}

function hasUser<R extends { id: string | null }>(row: R): row is R & Row {
  return row.id !== null
}

/** Statement parameters. `others` are the words after the first. */
type Values<V> = Record<'tenant' | 'viewer' | 'from' | 'to' | 'first' | 'limit' | 'offset', V> &
  Record<`other${number}`, V>

function valuesOf(
  tenant: string,
  viewer: string,
  words: readonly string[],
  { page, pageSize }: Paging,
): Values<string | number> {
  // The longest word is usually the rarest. Find its matches first and filter them by the other words.
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

/** Returns one row per user on the page, or a single row with the total if the page is empty. */
function peopleStatement(connection: ConnectionSql, words: number) {
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
  // `split_part` selects the first matching word, so that a user with two matches is found once.
  const nearest = (columns: SQL) =>
    sql`(SELECT ${columns} ${found} ORDER BY word, user_id LIMIT ${sql.raw(`${MAX_HITS + 1}`)}) AS nearest`
  // Run the query twice. Each run reads only as much of the index as it needs, which is cheaper than
  // materializing the result.
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

/**
 * Condition for words between a prefix and its `rangeEnd`.
 * @param name table alias
 */
export function begins(
  tenant: string | Placeholder,
  [from, to]: readonly [string | Placeholder, string | Placeholder],
  name: string,
): SQL {
  const of = (column: string) => sql`${sql.identifier(name)}.${sql.identifier(column)}`
  return sql`${of('tenant')} = ${tenant} AND ${of('word')} >= ${from} AND ${of('word')} < ${to}`
}

const MAX_WORD_LENGTH = 40
const MAX_WORDS = 8

/**
 * Splits text into words, ignoring case, accents and punctuation: 'Ánna-Lu, Weiß' becomes anna, lu, weiss.
 */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
  return [...new Set(words.map(word => [...word].slice(0, MAX_WORD_LENGTH).join('')))]
}

/** Returns the words of a query. If a word is a prefix of another, only the longer one is kept. */
export function queryWords(query: string): string[] {
  const words = searchWords(query)
  return words
    .filter(word => !words.some(other => other !== word && other.startsWith(word)))
    .slice(0, MAX_WORDS)
}

/** Returns the exclusive upper bound of words that start with `start`. */
export function rangeEnd(start: string): string {
  return `${start}\u{10ffff}`
}
