// Time-based one-time passwords (RFC 6238): SHA-1, 30 seconds, six digits.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** Secret length, bytes (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20
/** Steps accepted before and after the current one to allow for clock drift. */
const WINDOW = 1

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

function totpOf(secret: Uint8Array, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  // Copy the secret, because small Buffers share their memory.
  const { buffer } = Uint8Array.from(secret)
  return new TOTP({
    ...names,
    secret: new Secret({ buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1000,
  })
}

export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS)
}

export function codeAt(secret: Uint8Array, step: number): string {
  return totpOf(secret).generate({ timestamp: step * STEP_MS })
}

export function stepOf(secret: Uint8Array, code: string, now: number): number | undefined {
  const steps = totpOf(secret).validate({ token: code, timestamp: now, window: WINDOW })
  return steps === null ? undefined : stepAt(now) + steps
}

export function base32(secret: Uint8Array): string {
  return totpOf(secret).secret.base32
}

/** Returns the URI for the QR code (Google Authenticator's Key Uri Format). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  // Remove colons, which separate the issuer from the account.
  const [by = '', name = ''] = [issuer, account].map(text => text.replaceAll(':', ' '))
  return totpOf(secret, { issuer: by, label: name }).toString()
}
