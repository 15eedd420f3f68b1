/** What is looked at before a file is given to alphaTab, which trusts it. */
import { NotationError } from '../notation-error.js'
import { OWN_ENTRY, ownContent, SCORE_ENTRY } from '../writing/guitar-pro.js'
import { isZip, type ZipEntry, zipEntries } from './zip-entries.js'

const MOST_UNPACKED_GPX = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024
/** A byte order mark, or `<`. */
const XML_BEGINS = [0xef, 0xfe, 0xff, 0x3c]
const MUSICXML = /<score-(partwise|timewise)[\s>]/
const MUSICXML_PART = /<part[\s>]/
const MUSICXML_END = /<\/score-(?:part|time)wise\s*>/
const COMPRESSED_GPX = 'BCFZ'

export interface CheckedFile {
  /** The text of MusicXML. */
  readonly musicXml?: string
  /** What Fretwork put next to a Guitar Pro score. */
  readonly own?: Record<string, unknown> | undefined
}

/**
 * @throws NotationError for a file that unpacks to too much, is encrypted, damaged or empty, or whose XML declares entities
 */
export async function checkFile(bytes: Uint8Array): Promise<CheckedFile> {
  if (isZip(bytes)) return checkedEntries(await zipEntries(bytes))
  if (isXml(bytes)) return { musicXml: withParts(checkedXml(bytes)) }
  if (String.fromCharCode(...bytes.subarray(0, 4)) === COMPRESSED_GPX) checkPackedGpx(bytes)
  return {}
}

function checkedEntries(entries: readonly ZipEntry[]): CheckedFile {
  let checked: CheckedFile = {}
  for (const { name, content } of entries) {
    if (name.endsWith('.gpif') && !isXml(content)) throw new NotationError('score_locked')
    if (!/\.(gpif|xml|musicxml)$/.test(name)) continue
    const musicXml = checkedXml(content)
    if (MUSICXML.test(musicXml)) checked = { musicXml: withParts(musicXml) }
  }
  const [score, own] = [SCORE_ENTRY, OWN_ENTRY].map(wanted => entries.find(({ name }) => name === wanted))
  return score && own ? { own: ownContent(score.content, own.content) } : checked
}

/** MuseScore writes such files where it could not read the one that it was given. */
function withParts(musicXml: string): string {
  if (MUSICXML_END.test(musicXml) && !MUSICXML_PART.test(musicXml)) throw new NotationError('score_empty')
  return musicXml
}

function isXml(content: Uint8Array): boolean {
  const first = content.find(byte => byte > 0x20)
  return first !== undefined && XML_BEGINS.includes(first)
}

function checkedXml(content: Uint8Array): string {
  const [a, b] = content
  const encoding = a === 0xfe && b === 0xff ? 'utf-16be' : a === 0xff && b === 0xfe ? 'utf-16le' : 'utf-8'
  // Named nowhere but in the part that declares it; in the text of a score it would have to be escaped.
  const text = new TextDecoder(encoding).decode(content)
  if (text.includes('<!ENTITY')) throw new NotationError('score_entities')
  return text
}

/** Its head says how much it unpacks to, and its reader unpacks no more. */
function checkPackedGpx(bytes: Uint8Array): void {
  if (bytes.length < 8) throw new NotationError('score_cut')
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  if (size > MOST_UNPACKED_GPX) {
    throw new NotationError('score_too_large', { limit: MOST_UNPACKED_GPX / MEGABYTE })
  }
}
