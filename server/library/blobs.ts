import { createHash } from 'node:crypto'
import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { LIBRARY_LIMITS } from '../../src/core/contract/library.js'
import { addRows, changeRows, deleteRows, isIn, ofTenant } from '../database/queries.js'
import { libraries, libraryBlobs, libraryChunks } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { answerRoom } from '../http/answer-page.js'
import { Problem } from '../http/problem.js'
import { limitsOf, lockedLibrary, MOST_FILES } from './limits.js'

export interface Piece {
  readonly hash: string
  readonly size: number
  readonly from: number
  readonly bytes: Buffer
}

/**
 * Stores file chunks. Files whose content doesn't match their hash are deleted.
 * @returns stored bytes for each chunk
 * @throws Problem `library_full`; nothing is stored in that case
 */
export async function takePieces(
  scope: Scope,
  userId: string,
  pieces: readonly Piece[],
  now: number,
): Promise<{ readonly received: number[]; readonly isMismatch: boolean }> {
  // Lock the library, so that two tabs can't start the same file or jointly exceed the limit.
  const before = await lockedLibrary(scope, userId)
  const there = await touched(scope, userId, pieces, now)
  const whole: Piece[] = []
  let { files, bytes: used } = before
  let isMismatch = false
  let isMore = false
  const received: number[] = []
  for (const piece of pieces) {
    const { hash, size, from, bytes } = piece
    const known = there.get(hash)
    const end = from + bytes.length
    if (isNext(piece, known)) {
      const isWhole = bytes.length === size
      if (!isWhole && end <= size) await append(scope, userId, piece, now)
      const isRight = isWhole
        ? createHash('sha256').update(bytes).digest('hex') === hash
        : end < size || (end === size && (await matches(scope, userId, hash)))
      if (isRight) there.set(hash, { size, received: end })
      else {
        there.delete(hash)
        await deleteRows(scope, libraryBlobs, isMine(userId, hash))
        isMismatch = true
      }
      if (isRight && isWhole) whole.push(piece)
      const added = Number(isRight) - Number(known !== undefined)
      files += added
      used += added * size
      isMore ||= added > 0
    }
    received.push(there.get(hash)?.received ?? 0)
  }
  await storeWhole(scope, userId, whole, now)
  const isFull = files > MOST_FILES || used > (await limitsOf(scope, userId, now)).byteLimit
  if (isMore && isFull) throw new Problem('library_full')
  if (files !== before.files || used !== before.bytes)
    await changeRows(scope, libraries, { files, bytes: used }, eq(libraries.userId, userId))
  return { received, isMismatch }
}

interface Known {
  readonly size: number
  readonly received: number
}

/**
 * Returns whether a chunk continues its file. Each chunk becomes a row, so short chunks are ignored unless
 * they are the last.
 */
function isNext({ size, from, bytes }: Piece, known: Known | undefined): boolean {
  const isLast = from + bytes.length >= size
  if (from >= size || bytes.length < (isLast ? 1 : LIBRARY_LIMITS.chunk)) return false
  return from === (known?.received ?? 0) && (known?.size ?? size) === size
}

/** Minimum interval between extensions of a file's retention, ms. Each extension writes a row. */
const TOUCH_MS = 60_000

/** Returns the number of stored bytes per file, and restarts the retention period of these files. */
async function touched(scope: Scope, userId: string, pieces: readonly Piece[], now: number) {
  const isAsked = isFileOf(
    userId,
    pieces.map(({ hash }) => hash),
  )
  await touchFiles(scope, now, isAsked)
  const { hash, size, received } = libraryBlobs
  const rows = await scope.sql
    .select({ hash, size, received })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isAsked))
  return new Map(rows.map(({ hash, ...known }): [string, Known] => [hash, known]))
}

export const isFileOf = (userId: string, hashes: readonly string[]) =>
  and(eq(libraryBlobs.userId, userId), isIn(libraryBlobs.hash, hashes))

export async function touchFiles(scope: Scope, now: number, isWanted: SQL | undefined): Promise<void> {
  const isLongAgo = or(isNull(libraryBlobs.touchedAt), lte(libraryBlobs.touchedAt, new Date(now - TOUCH_MS)))
  await changeRows(scope, libraryBlobs, { touchedAt: new Date(now) }, isWanted, isLongAgo)
}

async function storeWhole(scope: Scope, userId: string, pieces: readonly Piece[], now: number) {
  const touchedAt = new Date(now)
  const rows = pieces.map(({ hash, size, bytes }) => ({
    ...{ hash, size, bytes, received: size },
    ...{ userId, touchedAt },
  }))
  if (rows.length > 0) await addRows(scope, libraryBlobs, ...rows)
}

async function append(scope: Scope, userId: string, piece: Piece, now: number): Promise<void> {
  const { hash, size, from, bytes } = piece
  const received = from + bytes.length
  if (from === 0)
    await addRows(scope, libraryBlobs, { userId, hash, size, bytes, received, touchedAt: new Date(now) })
  else {
    await addRows(scope, libraryChunks, { userId, hash, start: from, bytes })
    await changeRows(scope, libraryBlobs, { received }, isMine(userId, hash))
  }
}

/** The complete file. Its first chunk is stored in the file's own row. */
export const ALL_BYTES = sql<Buffer>`library_blobs.bytes || coalesce((
  SELECT string_agg(chunk.bytes, '' ORDER BY chunk.start) FROM library_chunks AS chunk
  WHERE chunk.tenant = library_blobs.tenant AND chunk.user_id = library_blobs.user_id
    AND chunk.hash = library_blobs.hash), '')`

async function matches(scope: Scope, userId: string, hash: string): Promise<boolean> {
  const [row] = await scope.sql
    .select({ isRight: sql<boolean>`encode(sha256(${ALL_BYTES}), 'hex') = ${hash}` })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isMine(userId, hash)))
  return row?.isRight === true
}

const isMine = (userId: string, hash: string) =>
  and(eq(libraryBlobs.userId, userId), eq(libraryBlobs.hash, hash))

export const isComplete = eq(libraryBlobs.received, libraryBlobs.size)

/** Returns complete files, base64-encoded. */
export async function filesOf(scope: Scope, userId: string, hashes: readonly string[]) {
  const rows = await scope.sql
    .select({ hash: libraryBlobs.hash, bytes: ALL_BYTES })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isFileOf(userId, hashes), isComplete))
  return rows.map(({ hash, bytes }) => ({ hash, bytes: bytes.toString('base64') }))
}

export async function filesFor(scope: Scope, userId: string, hashes: readonly string[]) {
  const sizes = await scope.sql
    .select({ hash: libraryBlobs.hash, size: libraryBlobs.size })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isFileOf(userId, hashes), isComplete))
  const base64SizeOf = new Map(sizes.map(({ hash, size }) => [hash, 4 * Math.ceil(size / 3)]))
  const fits = answerRoom(LIBRARY_LIMITS.answer)
  const full = hashes.findIndex(hash => !fits(base64SizeOf.get(hash) ?? 0))
  const answered = full < 0 ? hashes.length : full
  return { blobs: await filesOf(scope, userId, hashes.slice(0, answered)), answered }
}
