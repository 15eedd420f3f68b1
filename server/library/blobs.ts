import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { LIBRARY_LIMITS } from '../../src/core/api/library.js'
import { addRows, changeRows, deleteRows, findRows, ofTenant } from '../database/queries.js'
import { libraryBlobs } from '../database/schema.js'
import type { Scope } from '../database/transactions.js'
import { Problem } from '../http/problem.js'
import { bytesOf, limitsOf } from './limits.js'
import { lockedHead } from './writes.js'

export interface Piece {
  readonly hash: string
  readonly size: number
  readonly from: number
  readonly bytes: Buffer
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Deletes a file not of its hash. @returns bytes by piece @throws Problem `library_full`, with nothing taken */
export async function takePieces(
  scope: Scope,
  userId: string,
  pieces: readonly Piece[],
  now: number,
): Promise<{ readonly received: number[]; readonly isMismatch: boolean }> {
  // Two tabs may begin the same file, and together exceed the limit.
  await lockedHead(scope, userId)
  const there = await touched(scope, userId, pieces, now)
  const whole: Piece[] = []
  let isMismatch = false
  let isMore = false
  const received: number[] = []
  for (const piece of pieces) {
    const { hash, size, from, bytes } = piece
    const known = there.get(hash)
    if (bytes.length > 0 && from === (known?.received ?? 0) && (known?.size ?? size) === size) {
      const end = from + bytes.length
      const isWhole = bytes.length === size
      if (!isWhole && end <= size) await append(scope, userId, piece, now)
      const isRight = isWhole
        ? sha256(bytes) === hash
        : end < size || (end === size && (await matches(scope, userId, hash)))
      if (isRight) there.set(hash, { size, received: end })
      else {
        there.delete(hash)
        await deleteRows(scope, libraryBlobs, isMine(userId, hash))
        isMismatch = true
      }
      if (isRight && isWhole) whole.push(piece)
      isMore ||= isRight && !known
    }
    received.push(there.get(hash)?.received ?? 0)
  }
  await storeWhole(scope, userId, whole, now)
  if (isMore && (await bytesOf(scope, userId)) > (await limitsOf(scope, userId, now)).byteLimit)
    throw new Problem('library_full')
  return { received, isMismatch }
}

/** What there is of the files. From now on, they are kept for another day without a song. */
async function touched(scope: Scope, userId: string, pieces: readonly Piece[], now: number) {
  const hashes = [...new Set(pieces.map(({ hash }) => hash))]
  const rows = await scope.sql
    .update(libraryBlobs)
    .set({ touchedAt: new Date(now) })
    .where(ofTenant(scope, libraryBlobs, eq(libraryBlobs.userId, userId), inArray(libraryBlobs.hash, hashes)))
    .returning({ hash: libraryBlobs.hash, size: libraryBlobs.size, received: libraryBlobs.received })
  return new Map(rows.map(({ hash, size, received }) => [hash, { size, received }]))
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
    const longer = { bytes: sql`${libraryBlobs.bytes} || ${bytes}`, received }
    await changeRows(scope, libraryBlobs, longer, isMine(userId, hash))
  }
}

async function matches(scope: Scope, userId: string, hash: string): Promise<boolean> {
  const [row] = await scope.sql
    .select({ isRight: sql<boolean>`encode(sha256(${libraryBlobs.bytes}), 'hex') = ${hash}` })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, isMine(userId, hash)))
  return row?.isRight === true
}

const isMine = (userId: string, hash: string) =>
  and(eq(libraryBlobs.userId, userId), eq(libraryBlobs.hash, hash))

export async function filesFor(scope: Scope, userId: string, hashes: readonly string[]) {
  const mine = [eq(libraryBlobs.userId, userId), eq(libraryBlobs.received, libraryBlobs.size)]
  const sizes = await scope.sql
    .select({ hash: libraryBlobs.hash, size: libraryBlobs.size })
    .from(libraryBlobs)
    .where(ofTenant(scope, libraryBlobs, ...mine, inArray(libraryBlobs.hash, [...hashes])))
  const sizeOf = new Map(sizes.map(({ hash, size }) => [hash, size]))
  let bytes = 0
  let answered = 0
  for (const hash of hashes) {
    bytes += sizeOf.get(hash) ?? 0
    if (bytes > LIBRARY_LIMITS.answer && answered > 0) break
    answered += 1
  }
  const given = hashes.slice(0, answered)
  const rows =
    given.length > 0 ? await findRows(scope, libraryBlobs, ...mine, inArray(libraryBlobs.hash, given)) : []
  return { blobs: rows.map(row => ({ hash: row.hash, bytes: row.bytes.toString('base64') })), answered }
}
