// Recognizes files by content, so that files with a wrong extension can be opened too.

/** Bytes searched at either end of a file. */
const SEARCHED_BYTES = 64 * 1024

type Container = 'guitar-pro-5' | 'guitar-pro-6' | 'zip'

/**
 * Text at the start of each container, and its offset. Guitar Pro 3 to 5 put the length of the text first.
 */
const CONTAINERS: readonly (readonly [Container, text: string, at: number])[] = [
  ['guitar-pro-5', 'FICHIER GUITAR PRO', 1],
  ['guitar-pro-6', 'BCFZ', 0],
  ['guitar-pro-6', 'BCFS', 0],
  ['zip', 'PK\u0003\u0004', 0],
]

export function containerOf(bytes: Uint8Array): Container | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 32))
  return CONTAINERS.find(([, text, at]) => start.startsWith(text, at))?.[0]
}

/** From version 7 on, Guitar Pro files are ZIP files that contain a score. */
export function isGuitarPro(bytes: Uint8Array): boolean {
  return containerOf(bytes)?.startsWith('guitar-pro') === true || isZipWith('.gpif', bytes)
}

const ROOT = /<(?:[\w.-]+:)?score-(?:partwise|timewise)[\s>/]/

export function isMusicXml(bytes: Uint8Array): boolean {
  // Removes zero bytes, so that UTF-16 also matches.
  return ROOT.test(headOf(bytes).replaceAll('\0', '')) || ENTRIES.some(entry => isZipWith(entry, bytes))
}

/** Entries that identify a compressed file. Some programs omit the first one. */
const ENTRIES = ['META-INF/container.xml', '.musicxml']

/** Tune number (https://abcnotation.com/wiki/abc:standard:v2.1, section 3.1), perhaps after a UTF-8 BOM. */
const ABC_NUMBER = /^(?:\u00ef\u00bb\u00bf)?X:[ \t]*\d/m
const ABC_KEY = /^K:/m
const UTF_16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/

/** Returns whether the file has a tune number followed by a key, which ends the tune header. */
export function isAbc(bytes: Uint8Array): boolean {
  const all = headOf(bytes)
  const head = UTF_16.test(all) ? all.slice(2).replaceAll('\0', '') : all
  const begins = head.search(ABC_NUMBER)
  return begins >= 0 && ABC_KEY.test(head.slice(begins)) && !head.includes('\0')
}

function headOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED_BYTES))
}

/** A ZIP file lists its entry names at the end. */
function isZipWith(entry: string, bytes: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(bytes.subarray(-SEARCHED_BYTES))
  return containerOf(bytes) === 'zip' && end.includes(entry)
}
