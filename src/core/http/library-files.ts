import { LIBRARY_LIMITS } from '../contract/library.js'

export interface BlobPiece {
  readonly hash: string
  readonly size: number
  readonly from: number
  readonly bytes: string
}

export interface BlobServer {
  send(pieces: readonly BlobPiece[]): Promise<readonly number[]>
  fetch(hashes: readonly string[]): Promise<{
    readonly blobs: readonly { readonly hash: string; readonly bytes: string }[]
    readonly answered: number
  }>
}

const CALL_BYTES = 2_500_000
const MOST_CALLS_WITHOUT_PROGRESS = 3

export async function sendBlobs(server: Pick<BlobServer, 'send'>, files: ReadonlyMap<string, Uint8Array>) {
  const sent = new Map([...files.keys()].map(hash => [hash, 0]))
  let stuck = 0
  while (sent.size > 0) {
    const pieces = nextPieces(files, sent)
    const received = await server.send(pieces)
    let isProgress = false
    for (const [index, { hash, size }] of pieces.entries()) {
      const there = received[index] ?? 0
      if (there !== sent.get(hash)) isProgress = true
      if (there >= size) sent.delete(hash)
      else sent.set(hash, there)
    }
    stuck = isProgress ? 0 : stuck + 1
    if (stuck >= MOST_CALLS_WITHOUT_PROGRESS) throw new Error('The server stopped accepting the upload.')
  }
}

function nextPieces(files: ReadonlyMap<string, Uint8Array>, sent: ReadonlyMap<string, number>): BlobPiece[] {
  const pieces: BlobPiece[] = []
  let room = CALL_BYTES
  for (const [hash, from] of sent) {
    const bytes = files.get(hash)
    if (!bytes || room < LIBRARY_LIMITS.chunk || pieces.length >= LIBRARY_LIMITS.writes) break
    const piece = bytes.subarray(from, from + Math.min(LIBRARY_LIMITS.piece, room))
    room -= piece.length
    pieces.push({ hash, size: bytes.length, from, bytes: toBase64(piece) })
  }
  return pieces
}

/** Downloads files. Omits files that are missing on the server or don't match their hash. */
export async function fetchBlobs(server: Pick<BlobServer, 'fetch'>, hashes: readonly string[]) {
  const found = new Map<string, Uint8Array>()
  const half = Math.ceil(hashes.length / 2)
  await Promise.all([
    fetchInto(found, server, hashes.slice(0, half)),
    fetchInto(found, server, hashes.slice(half)),
  ])
  return found
}

async function fetchInto(
  found: Map<string, Uint8Array>,
  server: Pick<BlobServer, 'fetch'>,
  hashes: readonly string[],
): Promise<void> {
  for (let from = 0; from < hashes.length; ) {
    const { blobs, answered } = await server.fetch(hashes.slice(from, from + LIBRARY_LIMITS.writes))
    const check = async ({ hash, bytes }: { readonly hash: string; readonly bytes: string }) => {
      const file = fromBase64(bytes)
      if ((await hashOf(file)) === hash) found.set(hash, file)
    }
    await Promise.all(blobs.map(check))
    // Prevents an endless loop if the server returns 0.
    from += Math.max(1, answered)
  }
}

export async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Encodes bytes as base64, with a fallback for engines older than 2025. */
export function toBase64(bytes: Uint8Array & { toBase64?(): string }): string {
  const native = bytes.toBase64?.()
  if (native !== undefined) return native
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += 32_768)
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 32_768)))
  return btoa(parts.join(''))
}

export function fromBase64(text: string): Uint8Array {
  const { fromBase64: native } = Uint8Array as { fromBase64?(text: string): Uint8Array }
  return native ? native.call(Uint8Array, text) : Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
}
