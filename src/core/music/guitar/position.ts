/** From a position on the neck to the pitch that sounds there, and back. */

export interface Position {
  /** 1 is the first string: the highest on a guitar. */
  readonly string: number
  /** Counted from the capo: 0 is the open string, or the string at the capo. */
  readonly fret: number
}

export interface NeckReach {
  /** Fret at which the capo sits; 0 is none. Frets are counted from it, pitches are what sounds. */
  readonly capo?: number
  /** Lowest and highest fret to look at, from the capo. */
  readonly fretMin?: number
  readonly fretMax?: number
}

/**
 * Frets of the longest neck drawn.
 * @example const isOnNeck = (fret: number) => fret <= MAX_FRET
 */
export const MAX_FRET = 24

/** Open strings, string 1 first, and where strings begin that do not begin at the nut. */
export interface StrungNeck {
  /** MIDI note of each open string. */
  readonly strings: readonly number[]
  /** Fret at which each string begins, counted from the nut: 5 for the short string of a banjo. */
  readonly begins?: readonly number[] | undefined
}

/**
 * MIDI note that sounds at a position: open string + capo + fret. `undefined` where there is no such string, where
 * the fret or the capo is negative or fractional, or the note is above 127.
 *
 * A short string sounds its open note at fret 0; up to the fret where it begins there is nothing to press, and a
 * capo below that fret does not touch it.
 *
 * @since 1.1.0
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
 * Every position where a pitch can be played, string 1 first; one per string at most. Without limits the neck
 * runs from the capo to its 24th fret.
 *
 * @since 1.1.0
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

/** The fret, from the capo, where a string sounds a pitch; below 0 or NaN where it has none. */
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
