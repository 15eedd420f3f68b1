// PNG files built chunk by chunk, both valid and malicious.
import { crc32, deflateSync } from 'node:zlib'

/** Chunk type and data. */
export type PngChunk = readonly [string, Buffer]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface HeaderFields {
  readonly depth?: number
  readonly color?: number
  readonly compression?: number
  readonly filter?: number
  readonly interlace?: number
}

export function ihdr(width: number, height: number, fields: HeaderFields = {}): PngChunk {
  const { depth = 8, color = 0, compression = 0, filter = 0, interlace = 0 } = fields
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  content.set([depth, color, compression, filter, interlace], 8)
  return ['IHDR', content]
}

export const idat = (rows: Buffer): PngChunk => ['IDAT', deflateSync(rows)]

export const IEND: PngChunk = ['IEND', Buffer.alloc(0)]

/** Builds a PNG with the correct length and checksum for each chunk. */
export function pngOf(...chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks.map(framed)])
}

function framed([name, content]: PngChunk): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Builds a grayscale picture with unfiltered rows. */
export function grayPng(width: number, height: number): Buffer {
  return pngOf(ihdr(width, height), idat(Buffer.alloc(height * (width + 1))), IEND)
}

/** Builds a 93-byte PNG with two headers. The first header has two pixels; some decoders use the second. */
export function twoHeaders(second: PngChunk): Buffer {
  return pngOf(ihdr(2, 1), second, idat(Buffer.from([0, 1, 2])), IEND)
}
