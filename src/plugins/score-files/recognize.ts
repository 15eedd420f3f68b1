// Recognizes files by content, so that files with a wrong extension open as well.

/** Number of bytes at either end that identify a file. */
const LOOKED_THROUGH = 64 * 1024
const ZIP = 'PK\u0003\u0004'

/** Files of versions 3 to 5 begin with a length and this name, files of version 6 with their container. */
const OLD_GUITAR_PRO = /^.FICHIER GUITAR PRO/s
const GUITAR_PRO_6 = /^BCF[ZS]/

/** Files since version 7 are ZIP files with a score. */
export function isGuitarPro(bytes: Uint8Array): boolean {
  const head = headOf(bytes)
  return OLD_GUITAR_PRO.test(head) || GUITAR_PRO_6.test(head) || isZipWith('.gpif', bytes)
}

const ROOT = /<(?:[\w.-]+:)?score-(?:partwise|timewise)[\s>/]/

export function isMusicXml(bytes: Uint8Array): boolean {
  // Without its zero bytes, UTF-16 is readable as well.
  return ROOT.test(headOf(bytes).replaceAll('\0', '')) || ENTRIES.some(entry => isZipWith(entry, bytes))
}

/** The second entry identifies files whose program omitted the first. */
const ENTRIES = ['META-INF/container.xml', '.musicxml']

/**
 * Tune number (https://abcnotation.com/wiki/abc:standard:v2.1, 3.1), optionally after the byte order mark of
 * UTF-8.
 */
const ABC_NUMBER = /^(?:\u00ef\u00bb\u00bf)?X:[ \t]*\d/m
const ABC_KEY = /^K:/m
const UTF_16 = /^(?:\u00ff\u00fe|\u00fe\u00ff)/

/** Returns whether a tune begins with its number and its header ends with the key. */
export function isAbc(bytes: Uint8Array): boolean {
  const all = headOf(bytes)
  const head = UTF_16.test(all) ? all.slice(2).replaceAll('\0', '') : all
  const begins = head.search(ABC_NUMBER)
  return begins >= 0 && ABC_KEY.test(head.slice(begins)) && !head.includes('\0')
}

function headOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_THROUGH))
}

/** Searches both ends, because a ZIP file repeats the names of its entries at its end. */
function isZipWith(entry: string, bytes: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(bytes.subarray(-LOOKED_THROUGH))
  return headOf(bytes).startsWith(ZIP) && end.includes(entry)
}
