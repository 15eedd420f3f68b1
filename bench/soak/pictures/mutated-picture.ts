// Pictures made unsound: bytes as disks and lines damage them, and chunks as an attacker writes them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { grayPng, IEND, idat, ihdr, type PngChunk, pngOf } from '../../../tests/server/pictures/png-files.js'
import { ROOT } from '../../support/harness.js'
import type { Random } from '../../support/random.js'

export interface PictureFile {
  readonly kind: 'PNG' | 'JPEG' | 'WebP'
  readonly bytes: Buffer
}

/** 12 × 8 pixels, as Chromium writes them at a quality of 0.3. */
const JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAIAAwDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAEE/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAIE/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAECAxH/2gAMAwEAAhEDEQA/AMCApoisBfJ6f//Z'
const WEBP = 'UklGRjQAAABXRUJQVlA4ICgAAABwAQCdASoMAAgABABoJbACdAFAAAD+65xz4y8BDt3vyhHLPUe4nQAA'
const LONGEST_PIECE = 64
/** The ends of seven and eight bits, and the start of a JPEG marker. */
const TELLING = [0, 1, 0x7f, 0x80, 0xd8, 0xff]
const SIZES = [0, 1, 2, 64, 256, 257, 6000, 30_000, 0x7fffffff, 0xffffffff]

/** Three PNG files for each other one: only they get past the first eight bytes. */
export function soundPictures(random: Random): PictureFile[] {
  const noise = new PNG({ width: 200, height: 200 })
  for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = random.below(256)
  const colors = pngOf(
    ihdr(16, 4, { color: 3, depth: 2 }),
    ['PLTE', Buffer.alloc(12, 90)],
    ['tRNS', Buffer.alloc(4)],
    idat(Buffer.alloc(4 * 5)),
    IEND,
  )
  const deep = pngOf(ihdr(50, 50, { color: 6, depth: 16 }), idat(Buffer.alloc(50 * 401)), IEND)
  const icon = (name: string) => readFileSync(join(ROOT, 'public', 'icons', name))
  const png = [
    PNG.sync.write(noise),
    colors,
    deep,
    grayPng(1, 1),
    icon('icon-192.png'),
    icon('apple-180.png'),
  ]
  return [
    ...png.map((bytes): PictureFile => ({ kind: 'PNG', bytes })),
    { kind: 'JPEG', bytes: Buffer.from(JPEG, 'base64') },
    { kind: 'WebP', bytes: Buffer.from(WEBP, 'base64') },
  ]
}

/** 16 MB of rows in 16 KB, and 50,000 blocks of a stream that hold nothing. */
const BOMBS = [
  deflateSync(Buffer.alloc(16 * 1024 * 1024)),
  Buffer.concat([Buffer.from([0x78, 0x9c]), Buffer.alloc(250_000, Buffer.from([0, 0, 0, 0xff, 0xff]))]),
]

type ChunkMutation = (chunks: readonly PngChunk[], random: Random) => PngChunk[]

const at = (list: readonly unknown[], random: Random) => random.below(list.length + 1)

function anyHeader(random: Random): PngChunk {
  const fields = {
    depth: random.of([1, 2, 4, 8, 16, 3]),
    color: random.of([0, 2, 3, 4, 6, 5]),
    compression: random.of([0, 0, 0, 1]),
    filter: random.of([0, 0, 0, 1]),
    interlace: random.of([0, 0, 1, 2]),
  }
  return ihdr(random.of(SIZES), random.of(SIZES), fields)
}

const CHUNK_MUTATIONS: readonly ChunkMutation[] = [
  (chunks, random) => [anyHeader(random), ...chunks.slice(1)],
  (chunks, random) => chunks.toSpliced(at(chunks, random), 0, anyHeader(random)),
  (chunks, random) => chunks.toSpliced(at(chunks, random), 0, random.of(chunks)),
  (chunks, random) => chunks.toSpliced(at(chunks, random), 1),
  (chunks, random) => random.shuffled(chunks),
  (chunks, random) => {
    const empty: PngChunk = [random.of(['IDAT', 'teSt', 'TeSt', 'zTXt']), Buffer.alloc(0)]
    return chunks.toSpliced(at(chunks, random), 0, ...Array(random.of([1, 200, 5000])).fill(empty))
  },
  (chunks, random) => {
    const first = chunks.findIndex(([name]) => name === 'IDAT')
    return first < 0 ? [...chunks] : chunks.toSpliced(first, 1, ['IDAT', random.of(BOMBS)])
  },
  (chunks, random) =>
    chunks.toSpliced(at(chunks, random), 0, [
      'iCCP',
      Buffer.concat([Buffer.from('a\0\0'), random.of(BOMBS)]),
    ]),
  // Damage that the checksum does not give away.
  (chunks, random) => {
    const hit = random.below(chunks.length)
    return chunks.map(([name, content], index) => [name, index === hit ? damaged(content, random) : content])
  },
]

function damaged(bytes: Buffer, random: Random): Buffer {
  const [from, length] = [random.below(bytes.length + 1), 1 + random.below(LONGEST_PIECE)]
  const before = bytes.subarray(0, from)
  switch (random.below(5)) {
    case 0:
      return before
    case 1:
      return Buffer.concat([before, bytes.subarray(from + length)])
    case 2:
      return Buffer.concat([bytes, bytes.subarray(from, from + length)])
    case 3:
      return Buffer.concat([before, Buffer.from([random.of(TELLING)]), bytes.subarray(from + 1)])
    default:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(from + 1)])
  }
}

function chunksOf(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = []
  for (let start = 8; start < png.length; ) {
    const end = start + 12 + png.readUInt32BE(start)
    chunks.push([png.toString('latin1', start + 4, start + 8), png.subarray(start + 8, end - 4)])
    start = end
  }
  return chunks
}

/** One to four mutations of one of the files. */
export function mutated(files: readonly PictureFile[], random: Random): PictureFile {
  const { kind, bytes } = random.of(files)
  const count = 1 + random.below(4)
  if (kind === 'PNG' && random.below(4) > 0) {
    let chunks = chunksOf(bytes)
    for (let n = 0; n < count; n += 1)
      if (chunks.length > 0) chunks = random.of(CHUNK_MUTATIONS)(chunks, random)
    return { kind, bytes: pngOf(...chunks) }
  }
  let result = bytes
  for (let n = 0; n < count; n += 1) result = damaged(result, random)
  // Two formats in one file, in either order.
  if (random.below(8) === 0) result = Buffer.concat(random.shuffled([result, random.of(files).bytes]))
  return { kind, bytes: result }
}
