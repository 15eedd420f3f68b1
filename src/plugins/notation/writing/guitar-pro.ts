/**
 * A score as a Guitar Pro 7 file. What alphaTab's exporter leaves out follows in an entry of its own, which Guitar Pro
 * has no use for, and which Fretwork reads as long as the score next to it is the one that was written.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { exporter, type model, Settings } from '../engine.js'
import { writtenScore } from '../reading/written-score.js'

export const SCORE_ENTRY = 'Content/score.gpif'
export const OWN_ENTRY = 'Content/fretwork.json'

interface OwnEntry {
  /** Of the score that was written. */
  readonly fingerprint: number
  readonly content: Record<string, unknown>
}

export function guitarPro(score: model.Score): Uint8Array {
  const entries = unzipSync(new exporter.Gp7Exporter().export(score, new Settings()))
  const gpif = entries[SCORE_ENTRY]
  if (!gpif) throw new Error(`alphaTab wrote no ${SCORE_ENTRY}.`)
  const own: OwnEntry = { fingerprint: fingerprint(gpif), content: writtenScore(score, []).content }
  return zipSync({ ...entries, [OWN_ENTRY]: strToU8(JSON.stringify(own)) })
}

/** @returns what was written, `undefined` where another program has changed the score since */
export function ownContent(gpif: Uint8Array, entry: Uint8Array): OwnEntry['content'] | undefined {
  try {
    const own: Partial<OwnEntry> = JSON.parse(strFromU8(entry))
    return own.fingerprint === fingerprint(gpif) ? own.content : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
function fingerprint(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
