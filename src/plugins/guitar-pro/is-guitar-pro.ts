/** Whether a file is of Guitar Pro, by its content: versions 3 to 5, 6, and from 7 on. */

/** Versions 3 to 5 begin with a length and this name; 6 with the name of its container. */
const OLD_NAME = 'FICHIER GUITAR PRO'
const CONTAINERS = ['BCFZ', 'BCFS']
const ZIP = 'PK\u0003\u0004'
/** In the names of the entries of a ZIP file, which it holds unpacked. */
const SCORE_ENTRY = '.gpif'
/** The names come again at the end of a ZIP file, so that its ends are enough. */
const LOOKED_THROUGH = 64 * 1024

export function isGuitarPro(bytes: Uint8Array): boolean {
  const head = textOf(bytes.subarray(0, 32))
  if (head.slice(1).startsWith(OLD_NAME) || CONTAINERS.some(name => head.startsWith(name))) return true
  return head.startsWith(ZIP) && textOf(bytes.subarray(-LOOKED_THROUGH)).includes(SCORE_ENTRY)
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}
