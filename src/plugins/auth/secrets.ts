/** Secrets of an external sign-in, and what may be shown of them. */
import { FretworkError } from '../../core/platform/fretwork-error.js'

const BYTES = 32

/** 256 bits in 43 characters: enough for a state, a nonce, and a verifier (RFC 7636, 4.1). */
export function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(BYTES)))
}

/**
 * What stands for a verifier until it is shown itself (RFC 7636, 4.2, method S256).
 * @throws FretworkError `page_insecure` where the browser has no cryptography to offer
 */
export async function challengeOf(verifier: string): Promise<string> {
  // Browsers leave it out on a page that did not come by https or from this machine.
  const subtle: typeof crypto.subtle | undefined = crypto.subtle
  if (!subtle) {
    throw new FretworkError('page_insecure', 'This page did not come by https; open it at its https address.')
  }
  return base64url(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
