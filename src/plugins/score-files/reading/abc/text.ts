import { decodeAs } from '../../../../music/song/text-encoding.js'

/**
 * Combining marks for characters that follow a backslash:
 * https://abcnotation.com/wiki/abc:standard:v2.1#text_strings
 */
const MARKS: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '"': '\u0308', c: '\u0327', v: '\u030c' },
  ...{ u: '\u0306', H: '\u030b', '=': '\u0304', ';': '\u0328', '.': '\u0307' },
}
const NAMED_MARKS: Readonly<Record<string, string>> = {
  ...{ grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', cedil: '\u0327' },
  ...{ caron: '\u030c', breve: '\u0306', dblac: '\u030b', ring: '\u030a', macr: '\u0304', ogon: '\u0328' },
}
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', aa: 'å', AA: 'Å', dh: 'ð', DH: 'Ð', th: 'þ', TH: 'Þ' },
  ...{ '/o': 'ø', '/O': 'Ø', '/d': 'đ', '/D': 'Đ', '/l': 'ł', '/L': 'Ł' },
}
const ENTITIES: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
  },
  ...{
    szlig: 'ß',
    aelig: 'æ',
    AElig: 'Æ',
    oelig: 'œ',
    OElig: 'Œ',
    eth: 'ð',
    ETH: 'Ð',
    thorn: 'þ',
    THORN: 'Þ',
  },
  ...{
    oslash: 'ø',
    Oslash: 'Ø',
    lslash: 'ł',
    Lslash: 'Ł',
    lstrok: 'ł',
    Lstrok: 'Ł',
    iexcl: '¡',
    iquest: '¿',
  },
  ...{
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
  },
  ...{
    sharp: '♯',
    flat: '♭',
    natural: '♮',
    pound: '£',
    euro: '€',
    sect: '§',
    frac12: '½',
    frac14: '¼',
    middot: '·',
  },
}

/** Replaces mnemonics and entities, and removes font changes. */
export function plainText(text: string): string {
  return text
    .replace(/\\(?:u([\da-f]{4})|U([\da-f]{8}))/gi, (all, four, eight) =>
      letterOf(Number.parseInt(four ?? eight, 16), all),
    )
    .replace(/\\(ss|ae|AE|oe|OE|aa|AA|dh|DH|th|TH|\/[oOdDlL])/g, (_, letters) => LETTERS[letters] ?? '')
    .replace(/\\([`'^~"cvuH=;.])([A-Za-z])/g, (_, mark, letter) => letter + MARKS[mark])
    .replace(/\\([%&\\])/g, (_, letter) => (letter === '&' ? '&amp;' : letter))
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
      name ? (entityOf(name) ?? all) : letterOf(Number.parseInt(decimal ?? hex, decimal ? 10 : 16), all),
    )
    .replace(/\$[0-4]/g, '')
    .normalize('NFC')
    .trim()
}

function entityOf(name: string): string | undefined {
  const mark = NAMED_MARKS[name.slice(1)]
  return ENTITIES[name] ?? (mark && name.charAt(0) + mark)
}

function letterOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise
}

/** Decodes a file according to `%%abc-charset` (section 8.1). Older files use a Windows code page. */
export function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 64 * 1024))
  const named = /^(?:%%|I:)abc-charset[ \t]+([\w-]+)/m.exec(head)?.[1]
  const marked = head.startsWith('\u00ff\u00fe') ? 'utf-16le' : head.startsWith('\u00fe\u00ff') && 'utf-16be'
  const text =
    decodeAs(marked || named || 'utf-8', bytes) ?? decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes)
  return (text ?? '').replace(/\r\n?/g, '\n')
}

export interface Field {
  /** Field letter; `%` for directives. */
  readonly letter: string
  readonly text: string
}

export interface Tune {
  /** Fields of the file header, followed by those of the tune header. */
  readonly header: readonly Field[]
  /** Fields and music lines; music lines have an empty `letter`. */
  readonly body: readonly Field[]
}

const NUMBER = /^X:[ \t]*\d/gm
/** Matches a field or a directive (`%%`). Within a tune, other letters may be notes before a repeat sign. */
const FIELD = /^(?:([A-Za-z]):|%%)[ \t]*(.*)$/
const BODY_FIELD = /^(?:([IKLMmNPQRrsTUVWw]):|%%)[ \t]*(.*)$/
const LONGEST_FIELD = 500
const LONGEST_LINE = 20_000
const MOST_MACROS = 50
const KEY = /^K:.*$/m

export function firstTune(book: string): { readonly tune: Tune; readonly tunes: number } | undefined {
  const [begins, ...others] = [...book.matchAll(NUMBER)].map(({ index }) => index)
  const text = begins === undefined ? '' : book.slice(begins, others[0])
  const key = KEY.exec(text)
  if (!key || begins === undefined) return undefined
  const end = key.index + key[0].length
  const [body = ''] = text
    .slice(end)
    .trimStart()
    .split(/\n[ \t]*\n/)
  const ofFile = fieldsOf(book.slice(0, begins), FIELD).filter(
    ({ letter }) => letter !== '' && !'TKVPwWsX'.includes(letter),
  )
  const header = [...ofFile, ...fieldsOf(text.slice(0, end), FIELD)]
  return {
    tune: { header, body: withoutMacros(fieldsOf(body, BODY_FIELD), header) },
    tunes: 1 + others.length,
  }
}

function fieldsOf(text: string, field: RegExp): Field[] {
  let isTypeset = false
  const lines = text.replace(/\n\+:/g, ' ').split('\n')
  return lines.flatMap(line => {
    if (/^%%(?:begin|end)(?:text|ps|svg|js)/.test(line)) isTypeset = line.startsWith('%%begin')
    if (isTypeset) return []
    const bare = line.replace(line.startsWith('%%') ? /(?!)/ : /(?<!\\)%.*$/, '').trimEnd()
    const [all, letter = '%', rest = ''] = field.exec(bare) ?? []
    const most = letter === 'w' ? undefined : LONGEST_FIELD
    if (all !== undefined)
      return [{ letter: letter === 'I' ? '%' : letter, text: rest.replace(/\\$/, '').slice(0, most) }]
    return bare === '' ? [] : [{ letter: '', text: bare }]
  })
}

/** Expands macros (`m:`, section 9), except transposing ones (with `n`), which are rare. */
function withoutMacros(body: readonly Field[], header: readonly Field[]): readonly Field[] {
  const macros = header
    .flatMap(({ letter, text }) => {
      const [, from, to] = (letter === 'm' && /^(\S+)\s*=\s*(.*)$/.exec(text)) || []
      return from && to && !from.includes('n') ? [[from, to] as const] : []
    })
    .slice(0, MOST_MACROS)
  const played = (line: string) =>
    macros.reduce((text, [from, to]) => (text.length > LONGEST_LINE ? text : text.replaceAll(from, to)), line)
  return body.map(line => (line.letter === '' ? { ...line, text: played(line.text) } : line))
}
