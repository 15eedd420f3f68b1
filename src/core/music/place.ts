/** From a place on the neck to the pitch that sounds there, and back. */

export interface Place {
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

/** Frets of the longest neck drawn. */
export const MAX_FRET = 24

/**
 * MIDI note that sounds at a place: open string + capo + fret. `undefined` where there is no such string, where
 * the fret or the capo is negative or fractional, or where the note lies above 127.
 *
 * @example pitchAt(standard, 0, 1, 3) // 67: third fret of the high E string is G4
 * @example pitchAt(standard, 2, 6, 0) // 42: the low E string at a capo on fret 2
 */
export function pitchAt(
  tuning: { readonly strings: readonly number[] },
  capo: number,
  string: number,
  fret: number,
): number | undefined {
  const open = tuning.strings[string - 1]
  if (open === undefined || !isFret(fret) || !isFret(capo)) return undefined
  const pitch = open + capo + fret
  return pitch <= 127 ? pitch : undefined
}

/**
 * Every place where a pitch can be played, string 1 first; one per string at most. Without limits the neck
 * runs from the capo to its 24th fret.
 *
 * @example placesOf(64, standard, { fretMax: 5 }) // string 1 fret 0, string 2 fret 5
 */
export function placesOf(
  pitch: number,
  tuning: { readonly strings: readonly number[] },
  { capo = 0, fretMin = 0, fretMax = MAX_FRET - capo }: NeckReach = {},
): Place[] {
  const places: Place[] = []
  for (const [index, open] of tuning.strings.entries()) {
    const fret = pitch - open - capo
    if (fret >= fretMin && fret <= fretMax && isFret(fret)) places.push({ string: index + 1, fret })
  }
  return places
}

function isFret(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}
