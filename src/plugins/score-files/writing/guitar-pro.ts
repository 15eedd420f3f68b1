/** Writes Guitar Pro 7 files. Data that alphaTab's exporter omits is stored in a private archive entry. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { exporter, type model, Settings } from '../engine.js'
import { embeddedText } from './embedded-score.js'

export const SCORE_ENTRY = 'Content/score.gpif'
export const OWN_ENTRY = 'Content/fretwork.json'

export function guitarPro(score: model.Score): Uint8Array {
  const entries = unzipSync(new exporter.Gp7Exporter().export(score, new Settings()))
  const gpif = entries[SCORE_ENTRY]
  if (!gpif) throw new Error(`alphaTab wrote no ${SCORE_ENTRY}.`)
  return zipSync({ ...entries, [OWN_ENTRY]: strToU8(embeddedText(score, strFromU8(gpif))) })
}
