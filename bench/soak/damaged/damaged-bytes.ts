import { readChunks } from '../../../src/plugins/midi-file/reading/read-midi-file.js'
import type { Random } from '../../support/random.js'

const MUTATIONS_AT_MOST = 5
const LONGEST_PIECE = 64
/** Significant bytes: status bytes, meta events, 7-bit and 8-bit limits, and track header letters. */
const TELLING = [0x00, 0x01, 0x2f, 0x4d, 0x51, 0x58, 0x7f, 0x80, 0x90, 0xb0, 0xc0, 0xe0, 0xf0, 0xf7, 0xff]

type Mutation = (bytes: number[], random: Random) => number[]

function piece(bytes: readonly number[], random: Random): { at: number; length: number } {
  return { at: random.below(bytes.length + 1), length: 1 + random.below(LONGEST_PIECE) }
}

function put(bytes: number[], at: number, ...values: number[]): number[] {
  return at < bytes.length ? bytes.toSpliced(at, values.length, ...values) : bytes
}

const MUTATIONS: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const at = random.below(bytes.length + 1)
    return put(bytes, at, (bytes[at] ?? 0) ^ (1 << random.below(8)))
  },
  function tellingByte(bytes, random) {
    return put(bytes, random.below(bytes.length + 1), random.of(TELLING))
  },
  function anyByte(bytes, random) {
    return put(bytes, random.below(bytes.length + 1), random.below(256))
  },
  function headerByte(bytes, random) {
    return put(bytes, random.below(24), random.of(TELLING))
  },
  function longestDelta(bytes, random) {
    return put(bytes, random.below(bytes.length + 1), 0xff, 0xff, 0xff, 0x7f)
  },
  function cutOff(bytes, random) {
    return bytes.slice(0, random.below(bytes.length + 1))
  },
  function takeOut(bytes, random) {
    const { at, length } = piece(bytes, random)
    return bytes.toSpliced(at, length)
  },
  function putIn(bytes, random) {
    const { at, length } = piece(bytes, random)
    return bytes.toSpliced(at, 0, ...Array.from({ length }, () => random.below(256)))
  },
  function repeat(bytes, random) {
    const { at, length } = piece(bytes, random)
    const repeated = bytes.slice(at, at + length)
    const times = 1 + random.below(40)
    return bytes.toSpliced(at, 0, ...Array.from({ length: times }, () => repeated).flat())
  },
]

/** Changes bytes but keeps chunk lengths correct. */
function changedInside(
  bytes: readonly number[],
  random: Random,
  change: (track: number[]) => number[],
): number[] {
  const { tracks } = readChunks(Uint8Array.from(bytes))
  const chosen = random.below(tracks.length)
  const header = bytes.slice(0, (tracks[0]?.start ?? 8) - 8)
  const chunks = tracks.map(({ start, end }, index) => {
    const old = bytes.slice(start, end)
    return trackChunk(index === chosen ? change(old) : old)
  })
  return [header, ...chunks].flat()
}

function trackChunk(events: readonly number[]): number[] {
  const { length } = events
  const lengthBytes = [length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255]
  return [0x4d, 0x54, 0x72, 0x6b, ...lengthBytes, ...events]
}

function isFramed(bytes: readonly number[]): boolean {
  try {
    return readChunks(Uint8Array.from(bytes)).tracks.length > 0
  } catch {
    return false // some of the originals are corrupt on purpose, and one is JSON
  }
}

export function damagedBytes(bytes: readonly number[], random: Random): number[] {
  let after = [...bytes]
  for (let left = 1 + random.below(MUTATIONS_AT_MOST); left > 0; left -= 1)
    after = random.of(MUTATIONS)(after, random)
  return after
}

/**
 * Usually corrupts bytes inside a valid track, because a file with a corrupt chunk header is rejected before
 * any event is read.
 */
export function damagedMidi(bytes: readonly number[], random: Random): number[] {
  const inside = random.below(4) > 0 && isFramed(bytes)
  const damage = (before: readonly number[]) => damagedBytes(before, random)
  return inside ? changedInside(bytes, random, damage) : damage(bytes)
}
