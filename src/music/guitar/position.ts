export interface Position {
  /** String number; 1 is the highest string on a guitar. */
  readonly string: number
  readonly fret: number
}

export interface NeckReach {
  /** Fret of the capo, or 0. Fret numbers count from the capo; pitches are sounding pitches. */
  readonly capo?: number
  readonly fretMin?: number
  readonly fretMax?: number
}

/** Number of frets on the longest supported neck. */
export const MAX_FRET = 24

export interface StrungNeck {
  readonly strings: readonly number[]
  /** Fret at which each string begins, counted from the nut: 5 for a banjo's short string. */
  readonly begins?: readonly number[] | undefined
}

export interface PlayableNeck extends StrungNeck {
  readonly capo: number
  readonly lastFret: number
}

/** Whether two necks have the same open strings. */
export function hasStrings({ strings }: StrungNeck, other: StrungNeck): boolean {
  return `${strings}` === `${other.strings}`
}

/**
 * Returns the MIDI note at a position: open string + capo + fret. Returns `undefined` if the string or fret
 * does not exist, or the note is above 127. At fret 0, a short string plays its open note; a capo below its
 * first fret does not affect it.
 * @example
 * const standard = { strings: [64, 59, 55, 50, 45, 40] }
 * pitchAt(standard, 0, 1, 3) // 67: third fret of the high E string is G4
 * @example pitchAt(standard, 2, 6, 0) // 42: the low E string at a capo on fret 2
 * @example pitchAt(banjo, 0, 5, 7) // 69: the short G4 begins at fret 5, so fret 7 is A4
 */
export function pitchAt(
  { strings, begins }: StrungNeck,
  capo: number,
  string: number,
  fret: number,
): number | undefined {
  const open = strings[string - 1]
  if (open === undefined || !isFret(fret) || !isFret(capo)) return undefined
  const begin = begins?.[string - 1] ?? 0
  if (fret > 0 && capo + fret <= begin) return undefined
  const pitch = open + Math.max(0, capo + fret - begin)
  return pitch <= 127 ? pitch : undefined
}

/**
 * Returns all positions of a pitch, at most one per string, string 1 first.
 * @example
 * const standard = { strings: [64, 59, 55, 50, 45, 40] }
 * positionsOf(64, standard, { fretMax: 5 }) // string 1 fret 0, string 2 fret 5
 */
export function positionsOf(
  pitch: number,
  neck: StrungNeck,
  { capo = 0, fretMin = 0, fretMax = MAX_FRET - capo }: NeckReach = {},
): Position[] {
  const positions: Position[] = []
  for (let string = 1; string <= neck.strings.length; string += 1) {
    const fret = fretOf(pitch, neck, capo, string)
    if (fret >= fretMin && fret <= fretMax && isFret(fret)) positions.push({ string, fret })
  }
  return positions
}

/**
 * Returns the fret counted from the capo. Returns a negative number or NaN if the pitch is not on the string.
 */
export function fretOf(pitch: number, { strings, begins }: StrungNeck, capo: number, string: number): number {
  const begin = begins?.[string - 1] ?? 0
  const above = pitch - (strings[string - 1] ?? Number.NaN)
  if (begin <= capo) return above + begin - capo
  if (above === 0) return 0
  return above > 0 ? above + begin - capo : -1
}

export function isSamePosition(a: Position, b: Position | undefined): boolean {
  return a.string === b?.string && a.fret === b.fret
}

function isFret(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}
