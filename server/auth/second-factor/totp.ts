// Codes of authenticator apps (RFC 6238): SHA-1, 30 seconds, six digits.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** Bytes of a secret (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20
/** Accepted steps before and after the current one, because clocks differ. */
const WINDOW = 1

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

function totpOf(secret: Uint8Array, names: { readonly issuer?: string; readonly label?: string } = {}): TOTP {
  // Copies the secret, because a small Buffer shares its memory with others.
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

/** Returns the content of the QR code (Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  // A colon separates issuer and account.
  const [by = '', name = ''] = [issuer, account].map(text => text.replaceAll(':', ' '))
  return totpOf(secret, { issuer: by, label: name }).toString()
}
