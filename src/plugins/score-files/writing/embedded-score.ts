/**
 * The complete score, in a form that other programs ignore. Valid only if the rest of the file is unchanged.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { exporter, type model, Settings } from '../engine.js'
import { writtenScore } from '../reading/written-score.js'

interface EmbeddedContent {
  readonly fingerprint: number
  readonly content: Record<string, unknown>
}

export function embeddedText(score: model.Score, rest: string): string {
  const own: EmbeddedContent = { fingerprint: fingerprint(rest), content: writtenScore(score, []).content }
  return JSON.stringify(own)
}

/** Returns `undefined` if another program has modified the rest of the file. */
export function embeddedContent(rest: string, text: string): EmbeddedContent['content'] | undefined {
  try {
    const own: Partial<EmbeddedContent> = JSON.parse(text)
    return own.fingerprint === fingerprint(rest) ? own.content : undefined
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** 32-bit FNV-1a hash: http://www.isthe.com/chongo/tech/comp/fnv/ */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

export const SCORE_ENTRY = 'Content/score.gpif'
export const OWN_ENTRY = 'Content/fretwork.json'

/** Writes a Guitar Pro 7 file. A private archive entry has the data that alphaTab's exporter omits. */
export function guitarPro(score: model.Score): Uint8Array {
  const entries = unzipSync(new exporter.Gp7Exporter().export(score, new Settings()))
  const gpif = entries[SCORE_ENTRY]
  if (!gpif) throw new Error(`alphaTab wrote no ${SCORE_ENTRY}.`)
  return zipSync({ ...entries, [OWN_ENTRY]: strToU8(embeddedText(score, strFromU8(gpif))) })
}
