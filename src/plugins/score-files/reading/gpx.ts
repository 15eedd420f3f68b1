import { ScoreError } from '../score-error.js'

const MEGABYTE = 1024 * 1024
const SECTOR = 4096
/** Type of a file sector, and offsets of its fields. */
const FILE = 2
const NAME_AT = 4
const LONGEST_NAME = 127
const SIZE_AT = 140
const SECTORS_AT = 148

/**
 * Unpacks the Guitar Pro 6 container. alphaTab may loop endlessly on a damaged one.
 *
 * @param most maximum size in bytes
 * @throws ScoreError `score_cut`, `score_too_large`
 */
export function gpxEntries(bytes: Uint8Array, most: number): Record<string, Uint8Array> {
  if (bytes.length < 8) throw new ScoreError('score_cut')
  const data = bytes[3] === PACKED ? unpacked(bytes, most) : bytes.subarray(4)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const entries: Record<string, Uint8Array> = {}
  const used = new Set<number>()
  for (let sector = 1; (sector + 1) * SECTOR <= data.length; sector += 1) {
    const at = sector * SECTOR
    if (used.has(sector) || view.getInt32(at, true) !== FILE) continue
    const name = data.subarray(at + NAME_AT, at + NAME_AT + LONGEST_NAME)
    const size = view.getUint32(at + SIZE_AT, true)
    if (size > data.length) throw new ScoreError('score_cut')
    const content = new Uint8Array(size)
    let filled = 0
    for (let place = at + SECTORS_AT; filled < size && place + 4 <= data.length; place += 4) {
      const index = view.getUint32(place, true)
      if (index === 0) break
      used.add(index)
      const part = data.subarray(
        index * SECTOR,
        Math.min((index + 1) * SECTOR, index * SECTOR + size - filled),
      )
      content.set(part, filled)
      filled += part.length
      if (part.length === 0) throw new ScoreError('score_cut')
    }
    const end = name.indexOf(0)
    entries[String.fromCharCode(...name.subarray(0, end < 0 ? name.length : end))] = content
  }
  return entries
}

/** The Z in `BCFZ`, the signature of compressed files. */
const PACKED = 0x5a

/**
 * Bit stream, highest bit first. A block is 0, a length and bytes, or 1 and the distance back to bytes to
 * repeat.
 */
function unpacked(bytes: Uint8Array, most: number): Uint8Array {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  if (size > most) throw new ScoreError('score_too_large', { limit: most / MEGABYTE })
  const result = new Uint8Array(size)
  let filled = 0
  let bit = 8 * 8
  const last = bytes.length * 8
  const next = () => {
    const value = ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
    bit += 1
    return value
  }
  const number = (bits: number) => {
    let value = 0
    for (let place = bits - 1; place >= 0; place -= 1) value |= next() << place
    return value
  }
  const reversed = (bits: number) => {
    let value = 0
    for (let place = 0; place < bits; place += 1) value |= next() << place
    return value
  }
  while (filled < size && bit < last) {
    if (next() === 0) {
      for (let left = reversed(2); left > 0 && filled < size; left -= 1) result[filled++] = number(8)
      continue
    }
    const bits = number(4)
    const back = reversed(bits)
    const length = Math.min(reversed(bits), back, size - filled)
    if (back > filled) throw new ScoreError('score_cut')
    result.copyWithin(filled, filled - back, filled - back + length)
    filled += length
  }
  // The unpacked data starts with a four-byte name.
  return result.subarray(4, filled)
}
