import { SaxesParser } from 'saxes'
import { decodeAs } from '../../../../music/song/text-encoding.js'
import { ScoreError } from '../../score-error.js'

/** `name` has no namespace prefix. */
export interface Xml {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Xml[]
  /** Text directly inside the element, without its children's text. */
  readonly text: string
}

/** Maximum nesting depth. MusicXML files use about ten levels. */
const DEEPEST = 100
const BLANK = /^[\s\ufeff\0]+|\0+$/g
const LONE_AMPERSAND = /&(?!#?\w+;)/g

/** @throws ScoreError `score_cut`, `score_entities` */
export function parseXml(text: string): Xml {
  if (text.includes('<!ENTITY')) throw new ScoreError('score_entities')
  const open: { name: string; attributes: Record<string, string>; children: Xml[]; text: string }[] = []
  let root: Xml | undefined
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  const addText = (more: string) => {
    const last = open.at(-1)
    if (last) last.text += more
  }
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= DEEPEST) throw new ScoreError('score_cut')
    const made = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' }
    open.at(-1)?.children.push(made)
    open.push(made)
  })
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (open.length === 0) root ??= closed
  })
  parser.on('error', cause => {
    // Tolerates HTML entities, control characters, and content after the end, which some programs write.
    if (root || /entity|disallowed character/.test(cause.message)) return
    throw new ScoreError('score_cut', {}, { cause })
  })
  parser.write(withAmpersands(text.replace(BLANK, ''))).close()
  if (!root) throw new ScoreError('score_cut')
  return root
}

/** Escapes plain ampersands. XML only allows them in CDATA sections, but some programs write them anyway. */
function withAmpersands(text: string): string {
  const parts = text.split(CDATA).map((part, index) => {
    const end = index === 0 ? 0 : Math.max(0, part.indexOf(']]>'))
    return part.slice(0, end) + part.slice(end).replace(LONE_AMPERSAND, '&amp;')
  })
  return parts.join(CDATA)
}

const CDATA = '<![CDATA['

/** Returns whether the text starts with an element, optionally after a byte order mark and whitespace. */
export function isXml(bytes: Uint8Array): boolean {
  const first = bytes.find(byte => byte > 0x20)
  return first !== undefined && XML_BEGINS.includes(first)
}

const XML_BEGINS = [0xef, 0xfe, 0xff, 0x3c]
const DECLARED = /^[\s\0]*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/

/** Decodes by the byte order mark or, without one, the XML declaration (XML 1.0, section 4.3.3). */
export function decodedXml(bytes: Uint8Array): string {
  // The declared encoding may be unknown or wrong.
  return (
    decodeAs(encodingOf(bytes), bytes) ?? decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes) ?? ''
  )
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if (a === 0xef && b === 0xbb) return 'utf-8'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1000))
  const named = DECLARED.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  return /^(utf-?16|ucs|iso-10646)/.test(named) ? 'utf-8' : named
}

export function childrenOf(xml: Xml | undefined, name: string): readonly Xml[] {
  return xml?.children.filter(child => child.name === name) ?? []
}

export function childOf(xml: Xml | undefined, name: string): Xml | undefined {
  return xml?.children.find(child => child.name === name)
}

/** Returns a child element's text with collapsed whitespace; '' if the child is missing. */
export function textOf(xml: Xml | undefined, name: string): string {
  return plain(childOf(xml, name)?.text ?? '')
}

export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export function numberOf(xml: Xml | undefined, name: string): number | undefined {
  return toNumber(childOf(xml, name)?.text)
}

export function toNumber(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '')
  return Number.isFinite(value) ? value : undefined
}

/** Reads a one-based number, such as a staff's. Invalid numbers become 1. */
export function ordinal(text: string | undefined, most: number): number {
  return Math.min(most, Math.max(1, Math.trunc(toNumber(text) ?? 1)))
}
