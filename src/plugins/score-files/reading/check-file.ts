import { strFromU8, unzipSync, zipSync } from 'fflate'
import { ScoreError } from '../score-error.js'
import { OWN_ENTRY, SCORE_ENTRY } from '../writing/guitar-pro.js'
import { ownScore } from '../writing/musicxml/write-music-xml.js'
import { ownContent } from '../writing/own-content.js'

/** Bytes; real scores unpack to less than a tenth. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024
const XML_BEGINS = [0xef, 0xfe, 0xff, 0x3c]
const MUSICXML = /<score-(partwise|timewise)[\s>]/
const MUSICXML_PART = /<part[\s>]/
const MUSICXML_END = /<\/score-(?:part|time)wise\s*>/
const COMPRESSED_GPX = 'BCFZ'
const ZIP = 'PK\u0003\u0004'

export interface CheckedFile {
  /** ZIP files are repacked, since the sizes they state can be wrong. */
  readonly bytes: Uint8Array
  readonly isMusicXml?: boolean
  readonly own?: Record<string, unknown> | undefined
}

/** Checks a file for alphaTab, which trusts it. @throws ScoreError if the file is too large, damaged, encrypted or empty */
export function checkFile(bytes: Uint8Array): CheckedFile {
  const head = String.fromCharCode(...bytes.subarray(0, 4))
  if (head === ZIP) return checkedEntries(unpacked(bytes))
  if (isXml(bytes)) return { bytes, ...checkedScore(checkedXml(bytes)) }
  if (head === COMPRESSED_GPX) checkPackedGpx(bytes)
  return { bytes }
}

type Entries = Readonly<Record<string, Uint8Array>>

function unpacked(bytes: Uint8Array): Entries {
  if ((bytes[FLAGS_AT] ?? 0) & ENCRYPTED) throw new ScoreError('score_locked')
  let left = MOST_UNPACKED
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        left -= originalSize
        if (left < 0) throw tooLarge()
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof ScoreError) throw cause
    throw new ScoreError('score_cut', {}, { cause })
  }
}

/** First entry of a ZIP file: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7 and 4.4.4. */
const FLAGS_AT = 6
const ENCRYPTED = 1

const tooLarge = () => new ScoreError('score_too_large', { limit: MOST_UNPACKED / MEGABYTE })

function checkedEntries(entries: Entries): CheckedFile {
  let found: Omit<CheckedFile, 'bytes'> = {}
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('.gpif') && !isXml(content)) throw new ScoreError('score_locked')
    if (!/\.(gpif|xml|musicxml)$/.test(name)) continue
    const text = checkedXml(content)
    if (MUSICXML.test(text)) found = checkedScore(text)
  }
  const { [SCORE_ENTRY]: score, [OWN_ENTRY]: own } = entries
  if (score && own) found = { own: ownContent(strFromU8(score), strFromU8(own)) }
  return { bytes: zipSync(entries, { level: 0 }), ...found }
}

function checkedScore(musicXml: string): Omit<CheckedFile, 'bytes'> {
  // MuseScore writes such files if it fails to read the original.
  if (MUSICXML_END.test(musicXml) && !MUSICXML_PART.test(musicXml)) throw new ScoreError('score_empty')
  return { isMusicXml: true, own: ownScore(musicXml) }
}

function isXml(content: Uint8Array): boolean {
  const first = content.find(byte => byte > 0x20)
  return first !== undefined && XML_BEGINS.includes(first)
}

function checkedXml(content: Uint8Array): string {
  const [a, b] = content
  const encoding = a === 0xfe && b === 0xff ? 'utf-16be' : a === 0xff && b === 0xfe ? 'utf-16le' : 'utf-8'
  // The text of a score would have to escape it.
  const text = new TextDecoder(encoding).decode(content)
  if (text.includes('<!ENTITY')) throw new ScoreError('score_entities')
  return text
}

/** The reader unpacks no more than the head says. */
function checkPackedGpx(bytes: Uint8Array): void {
  if (bytes.length < 8) throw new ScoreError('score_cut')
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  if (size > MOST_UNPACKED) throw tooLarge()
}
