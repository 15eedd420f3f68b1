// Subresource integrity (W3C SRI): `sha384-…`, the form in which HTML names the hash of a file.
import { createHash } from 'node:crypto'
import { Refusal } from './refusal.js'

/** @param kind `sha256`, `sha384` or `sha512` */
export function integrityOf(bytes: Uint8Array, kind = 'sha384'): string {
  return `${kind}-${createHash(kind).update(bytes).digest('base64')}`
}

/** @throws Refusal `plugin_hash_refused`, with both hashes: the operator may want to take over the new one. */
export function checkIntegrity(bytes: Uint8Array, expected: string, file: string, named: string): void {
  const found = integrityOf(bytes, expected.split('-', 1)[0])
  if (found === expected) return
  throw new Refusal(
    'plugin_hash_refused',
    `The hash of ${file} is ${found}, and ${named} allows ${expected} only: it was changed. Get the file that was meant, or allow the new one.`,
  )
}
