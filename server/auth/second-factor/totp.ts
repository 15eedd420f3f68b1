// Codes of authenticator apps (RFC 6238): SHA-1, 30 seconds, six digits. Twenty lines of node:crypto instead of a
// library, since the replay check needs the time step, which libraries do not give.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** RFC 4226, 4, R6. */
const SECRET_BYTES = 20
/** Steps before and after the current one, for clocks that differ. */
const WINDOW = [0, -1, 1]

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** @example stepAt(59_000) // 1 */
export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS)
}

/** The code of a time step (RFC 4226, 5.3). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/** @param now milliseconds since 1970. @returns the step that the code belongs to, or `undefined` if it is wrong. */
export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code)
  return WINDOW.map(offset => stepAt(now) + offset).find(step => {
    const right = Buffer.from(codeAt(secret, step))
    return right.length === given.length && timingSafeEqual(right, given)
  })
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** @example base32(Buffer.from('foobar')) // 'MZXW6YTBOI' (RFC 4648, without padding) */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map(group => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** What the QR code says (Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  // A colon separates the two.
  const [by, name] = [issuer, account].map(text => encodeURIComponent(text.replaceAll(':', ' ')))
  return `otpauth://totp/${by}:${name}?secret=${base32(secret)}&issuer=${by}`
}
