/** ABC information fields: https://abcnotation.com/wiki/abc:standard:v2.1#information_fields */

export interface Meter {
  readonly beats: number
  readonly unit: number
  /** True if the meter is written as `C` or `C|`. */
  readonly isCommon?: boolean
  readonly isFree?: boolean
}

const FREE: Meter = { beats: 4, unit: 4, isFree: true }

export function meterOf(text: string): Meter {
  const plain = text.trim()
  if (/^C\|/.test(plain)) return { beats: 2, unit: 2, isCommon: true }
  if (/^[Cc]/.test(plain)) return { beats: 4, unit: 4, isCommon: true }
  const [, above = '', below] = /^\(?([\d+\s.]+)\)?\s*\/\s*(\d+)/.exec(plain) ?? []
  const beats = (above.match(/\d+/g) ?? []).reduce((sum, number) => sum + Number(number), 0)
  const unit = Number(below)
  // Only powers of two up to 64 are note values.
  return beats > 0 && beats <= 64 && [1, 2, 4, 8, 16, 32, 64].includes(unit) ? { beats, unit } : FREE
}

/** Returns a length as a fraction of a whole note. */
export function unitOf(text: string, otherwise: number): number {
  const [, above, below = '1'] = /^\s*(\d+)(?:\s*\/\s*(\d+))?/.exec(text) ?? []
  const length = Number(above) / Number(below)
  return length > 0 && length <= 4 ? length : otherwise
}

/** Returns the default unit note length (section 3.1.7). */
export function usualUnit({ beats, unit, isFree }: Meter): number {
  return !isFree && beats / unit < 0.75 ? 1 / 16 : 1 / 8
}

export interface Tempo {
  /** Quarter notes per minute. */
  readonly bpm?: number
  readonly text: string
}

/** Common tempos for tempo words, which the standard doesn't define. */
const WORDS: readonly (readonly [RegExp, number])[] = [
  [/prestissimo/i, 200],
  [/presto/i, 184],
  [/vivac|lively|brisk/i, 160],
  [/allegretto/i, 112],
  [/allegro|fast|quick/i, 126],
  [/moderat/i, 108],
  [/andantino/i, 88],
  [/andante|walking/i, 80],
  [/adagio|slow/i, 68],
  [/larghetto/i, 60],
  [/lento|largo|grave/i, 48],
]

/** Reads a tempo (section 3.1.8). In older forms (10.1), `Q:120` and `Q:C3=40` count unit notes. */
export function tempoOf(field: string, unit: number): Tempo {
  const text = (field.match(/"[^"]*"/g) ?? []).map(each => each.slice(1, -1)).join(' ')
  const [, beat, number] =
    /^(.*?)=?\s*(?:ca?\.?\s*)?(\d+(?:\.\d+)?)\s*(?:[-–].*)?$/.exec(field.replace(/"[^"]*"/g, ' ').trim()) ??
    []
  const fractions = [...(beat ?? '').matchAll(/(\d+)\s*\/\s*(\d+)/g)]
  const times = Number(/^C(\d+)/.exec(beat ?? '')?.[1] ?? 1)
  const whole =
    fractions.reduce((sum, [, above, below]) => sum + Number(above) / Number(below), 0) || times * unit
  const bpm = number === undefined ? WORDS.find(([word]) => word.test(text))?.[1] : Number(number) * whole * 4
  return bpm !== undefined && bpm >= 1 && bpm <= 2000 ? { bpm, text } : { text }
}

export interface Key {
  /** Number of sharps; negative for flats. */
  readonly fifths: number
  readonly isMinor: boolean
  /** Accidental of each letter, in semitones. */
  readonly altered: Readonly<Record<string, number>>
}

const FIFTHS: Readonly<Record<string, number>> = { F: -1, C: 0, G: 1, D: 2, A: 3, E: 4, B: 5 }
const MODES: Readonly<Record<string, number>> = {
  ...{ maj: 0, ion: 0, m: -3, min: -3, aeo: -3, dor: -2, phr: -4, lyd: 1, mix: -1, loc: -5 },
}
const ORDER = 'FCGDAEB'
export const NO_KEY: Key = { fifths: 0, isMinor: false, altered: {} }
export const ACCIDENTALS: Readonly<Record<string, number>> = { '^^': 2, '^': 1, '=': 0, _: -1, __: -2 }

/** @returns `undefined` if the field only changes the clef */
export function keyOf(field: string): Key | undefined {
  const text = field.trim()
  if (text === '' || /^none(?!\s*=)/i.test(text)) return onlyOf(explicitOf(text))
  if (/^HP/.test(text)) return NO_KEY
  if (/^Hp/.test(text)) return { fifths: 2, isMinor: false, altered: { F: 1, C: 1 } }
  const [all, letter = '', sign, mode = ''] =
    /^([A-G])([#b♯♭]?)\s*(maj|ion|min|aeo|dor|phr|lyd|mix|loc|m(?![a-z]))?[a-z]*(?![a-z=])/i.exec(text) ?? []
  if (all === undefined || !(letter in FIFTHS)) {
    const altered = explicitOf(text)
    return Object.keys(altered).length > 0 ? onlyOf(altered) : undefined
  }
  const offset = MODES[mode.toLowerCase()] ?? 0
  const found = (FIFTHS[letter] ?? 0) + offset + (sign ? ('#♯'.includes(sign) ? 7 : -7) : 0)
  const fifths = Math.max(-7, Math.min(7, found))
  const explicit = explicitOf(text.slice(all.length))
  if (/\bexp\b/.test(text)) return onlyOf(explicit)
  return { fifths, isMinor: offset === -3, altered: { ...signed(fifths), ...explicit } }
}

/** Approximates the key by the standard signature with the same number of accidentals. */
function onlyOf(altered: Key['altered']): Key {
  const sum = Object.values(altered).reduce((all, each) => all + each, 0)
  return { fifths: Math.max(-7, Math.min(7, sum)), isMinor: false, altered }
}

function signed(fifths: number): Record<string, number> {
  const letters = fifths < 0 ? [...ORDER].reverse().slice(0, -fifths) : [...ORDER].slice(0, fifths)
  return Object.fromEntries(letters.map(letter => [letter, Math.sign(fifths)]))
}

function explicitOf(text: string): Record<string, number> {
  const found = [...text.matchAll(/(?:^|\s)(\^\^|\^|=|__|_)\s?([A-Ga-g])(?=\s|$|[\^_=])/g)]
  return Object.fromEntries(
    found.map(([, sign = '', letter = '']) => [letter.toUpperCase(), ACCIDENTALS[sign] ?? 0]),
  )
}

export interface Clef {
  /** Clef name: `treble`, `bass`, `alto`, `tenor` or `perc`. */
  readonly name: string
  /** Octaves by which the sounding note differs from the written one. */
  readonly octave: number
}

const CLEFS: Readonly<Record<string, string>> = { G: 'treble', F: 'bass', C: 'alto', P: 'perc' }

/** Reads a clef (section 4.6): `[clef=]name[line][+8 | -8]`. */
export function clefOf(field: string): Clef | undefined {
  const text = field.replace(/n(?:a?me?|m)\s*=\s*"[^"]*"/g, '').replaceAll('"', '')
  const [, name = '', line, shift] =
    /(?:^|\s)(?:cl(?:ef)?=)?(treble|bass|alto|tenor|perc|none|(?<=cl(?:ef)?=)[GFCP])([1-5]?)[,']*([+-](?:8|15))?(?=\s|$|[\^_])/i.exec(
      text,
    ) ?? []
  if (name === '') return undefined
  const octave = shift ? Math.sign(Number(shift)) * (shift.endsWith('15') ? 2 : 1) : 0
  const known = CLEFS[name] ?? name.toLowerCase()
  return { name: known === 'alto' && line === '4' ? 'tenor' : known, octave }
}

/** Returns a clef or voice property such as `octave=-1` or `name="First Flute"`. */
export function settingOf(field: string, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const [, quoted, plain] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|(\\S+))`).exec(field) ?? []
    if (quoted !== undefined || plain !== undefined) return quoted ?? plain
  }
  return undefined
}

/** Reads an integer from −`most` to `most`. */
export function wholeOf(text: string | undefined, most: number): number | undefined {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) && Math.abs(number) <= most ? number : undefined
}
