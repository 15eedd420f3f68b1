// A picture from outside becomes one of ours: measured before it is opened, decoded, and encoded anew.
import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { PICTURE_BYTES, PICTURE_PIXELS } from '../../../src/core/api/account.js'
import { Problem } from '../../http/problem.js'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature, then IHDR: length, name, width, height, depth, colour, compression, filter, interlace (PNG, 11.2.1). */
const HEADER_BYTES = 29

export interface Picture {
  /** A PNG as base64. */
  readonly picture: string
  readonly version: string
}

/**
 * Nothing of the given file is kept but its pixels: no text, no place, no foreign bytes behind its end.
 * @throws Problem `picture_refused`, with what is wrong
 */
export function pictureOf(base64: string): Picture {
  const given = Buffer.from(base64, 'base64')
  measure(given)
  const bytes = encoded(given)
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  return { picture: bytes.toString('base64'), version }
}

/** By the header alone: how much memory it would take is known before any is taken. */
function measure(given: Buffer): void {
  if (given.length > PICTURE_BYTES) throw refused(`has more than ${PICTURE_BYTES / 1024} KB`)
  const isPng = given.length > HEADER_BYTES && given.subarray(0, 8).equals(SIGNATURE)
  if (!isPng || given.toString('latin1', 12, 16) !== 'IHDR') throw refused('is no PNG')
  const [width, height] = [given.readUInt32BE(16), given.readUInt32BE(20)]
  if (width < 1 || height < 1 || width > PICTURE_PIXELS || height > PICTURE_PIXELS)
    throw refused(`has ${width} × ${height} pixels; ${PICTURE_PIXELS} × ${PICTURE_PIXELS} are the most`)
  // Of these the library does not limit how far they unfold.
  if (given[28] !== 0) throw refused('is interlaced')
}

function encoded(given: Buffer): Buffer {
  try {
    const { width, height, data } = PNG.sync.read(given)
    const copy = new PNG({ width, height })
    data.copy(copy.data)
    return PNG.sync.write(copy)
  } catch {
    // Whatever the library stumbles over, a checksum or a missing end, says the same to who sent it.
    throw refused('is damaged')
  }
}

function refused(message: string): Problem {
  return new Problem('picture_refused', { errors: [{ path: 'body.picture', message }] })
}
