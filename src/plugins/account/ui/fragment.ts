/** What the address names after its `#`: a part of the page. */

/** @returns it as it stands there, where it is not encoded as it should be: then no part is called so */
export function fragmentOf(hash: string): string {
  const written = hash.slice(1)
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}
