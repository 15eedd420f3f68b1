// Recovery codes: generated in sets of ten, shown once, stored as hashes, and valid once each.
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { addRows, deleteRows } from '../../database/queries.js'
import { recoveryCodes } from '../../database/schema.js'
import type { Scope } from '../../database/transactions.js'
import { hashOf } from '../secrets.js'

const CODES = 10
const GROUPS = 4
const GROUP_LENGTH = 4
/** Crockford's base 32 alphabet, without i, l, o and u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Generates 80 random bits, enough to prevent guessing from the hash.
 * @example 'k3mw-8d0q-x7ta-p2ne'
 */
function newCode(): string {
  const letters = [...randomBytes(GROUPS * GROUP_LENGTH)].map(byte => ALPHABET[byte % ALPHABET.length])
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}

function normalized(code: string): string {
  return code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

export async function renewRecoveryCodes(scope: Scope, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  await deleteRows(scope, recoveryCodes, eq(recoveryCodes.userId, userId))
  await addRows(scope, recoveryCodes, ...codes.map(code => ({ userId, hash: hashOf(normalized(code)) })))
  return codes
}

export async function useRecoveryCode(scope: Scope, userId: string, code: string): Promise<boolean> {
  const isIt = eq(recoveryCodes.hash, hashOf(normalized(code)))
  return (await deleteRows(scope, recoveryCodes, eq(recoveryCodes.userId, userId), isIt)) === 1
}
