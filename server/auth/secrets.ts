// Secrets for sessions, links and cookies: random, and stored as hashes. Only a token's bearer can decrypt
// its successor.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Uses a plain hash: 256 random bits can't be guessed. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Encrypts `successor` with `token`, which is not in the database. */
export function seal(successor: string, token: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv)
  return Buffer.concat([iv, cipher.update(successor, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

export function unseal(sealed: string, token: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'fretwork refresh successor', 32))
}

const SECRET = /^[\w-]{43}$/

export function secretIn(cookies: string, name: string): string | undefined {
  const start = `${name}=`
  const value = cookies
    .split(/;\s*/)
    .find(pair => pair.startsWith(start))
    ?.slice(start.length)
  return value !== undefined && SECRET.test(value) ? value : undefined
}

/** Builds a cookie for sign-up and login calls. Scripts can't read it and other sites can't send it. */
export function secretCookie(name: string, secret: string, seconds: number): string {
  return `${name}=${secret}; Path=/presence/api/v1/auth/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
}
