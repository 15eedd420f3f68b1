/** What a ZIP file holds, unpacked no further than allowed: its own figures can lie. */
import { NotationError } from '../notation-error.js'

/** Bytes: real scores unpack to less than a tenth of it. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024
const SIGNATURE = { entry: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 } as const
const END_LENGTH = 22
const LONGEST_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= END_LENGTH && viewOf(bytes).getUint32(0, true) === SIGNATURE.entry
}

/**
 * @throws NotationError `score_cut` where it is damaged, `score_locked` where it is encrypted, `score_too_large`
 */
export async function zipEntries(bytes: Uint8Array): Promise<ZipEntry[]> {
  const view = viewOf(bytes)
  const entries: ZipEntry[] = []
  let left = MOST_UNPACKED
  try {
    for (const { name, flags, method, size, at } of directory(bytes, view)) {
      if (flags & ENCRYPTED) throw new NotationError('score_locked')
      const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
      const packed = bytes.subarray(begin, begin + size)
      if (packed.length < size) throw new NotationError('score_cut')
      const content = method === STORED ? packed : await inflated(packed, left)
      if (method !== STORED && method !== DEFLATED) throw new NotationError('score_cut')
      left -= content.length
      if (left < 0) throw tooLarge()
      entries.push({ name, content })
    }
  } catch (cause) {
    // The one thing that a view throws: a place outside of the file.
    if (cause instanceof RangeError) throw new NotationError('score_cut', {}, { cause })
    throw cause
  }
  return entries
}

function* directory(bytes: Uint8Array, view: DataView) {
  const end = endOf(bytes, view)
  const count = view.getUint16(end + 10, true)
  let place = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(place, true) !== SIGNATURE.directory) throw new NotationError('score_cut')
    const nameLength = view.getUint16(place + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + nameLength))
    yield {
      name,
      flags: view.getUint16(place + 8, true),
      method: view.getUint16(place + 10, true),
      size: view.getUint32(place + 20, true),
      at: view.getUint32(place + 42, true),
    }
    place += 46 + nameLength + view.getUint16(place + 30, true) + view.getUint16(place + 32, true)
  }
}

/** Where the record is that ends the file: only a comment can follow it. */
function endOf(bytes: Uint8Array, view: DataView): number {
  const first = Math.max(0, bytes.length - END_LENGTH - LONGEST_COMMENT)
  for (let at = bytes.length - END_LENGTH; at >= first; at -= 1) {
    if (view.getUint32(at, true) === SIGNATURE.end) return at
  }
  throw new NotationError('score_cut')
}

async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new NotationError('score_cut', {}, { cause })
    })
    if (done) break
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function tooLarge() {
  return new NotationError('score_too_large', { limit: MOST_UNPACKED / MEGABYTE })
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
