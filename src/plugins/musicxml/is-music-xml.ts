/** Whether a file is MusicXML, by its content: its root element, or the container of a compressed one. */

const ROOT = /<score-(partwise|timewise)[\s>]/
const ZIP = 'PK\u0003\u0004'
const CONTAINER = 'META-INF/container.xml'
/** Bytes, before which the root begins, and within which a container lists its files. */
const LOOKED_THROUGH = 64 * 1024

export function isMusicXml(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  const wide = first === 0xfe ? 'utf-16be' : first === 0xff ? 'utf-16le' : 'latin1'
  const head = new TextDecoder(wide).decode(bytes.subarray(0, LOOKED_THROUGH))
  if (ROOT.test(head)) return true
  const end = new TextDecoder('latin1').decode(bytes.subarray(-LOOKED_THROUGH))
  return head.startsWith(ZIP) && end.includes(CONTAINER)
}
