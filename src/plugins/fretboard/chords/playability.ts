/**
 * How hard a voicing is to play, and with which fingers.
 *
 * The terms are from the literature: the number of fingers, the stretch between frets, a barre, and muted strings
 * between sounding ones (N. Smith, “CombinoChord”, 2016; C. Dahlgren, S. Grahn, “Ergonomic fingerings for guitar chord
 * sequences”, KTH 2014), and the bass note, which decides how the chord is heard. The weights are our own, chosen so
 * that the open chords that every beginner learns come first (docs/adr/0025-chord-finder.md).
 */

/** Frets string 1 first: 0 is open, `MUTED` is not played. */
export type Frets = ArrayLike<number>

export const MUTED = -1

/** Fingers of the fretting hand. */
export const FINGERS = 4

export const WEIGHTS = {
  /** Each finger; a barre counts as one. */
  finger: 1,
  /** Each fret between the lowest and the highest finger. */
  stretch: 0.5,
  /** A barre, in addition to its finger. */
  barre: 1,
  /** Each silent string below the sounding ones: the strum starts after it. */
  lowMute: 1,
  /** Each silent string above them: the strum has to stop before it. */
  highMute: 2.2,
  /** Each silent string between sounding ones: it must be muted while the strings next to it ring. */
  innerMute: 2.5,
  /** The lowest note is not the root. */
  bass: 3,
  /** The same in reentrant tunings such as ukulele or banjo, where the last string isn't the lowest. */
  reentrantBass: 0.4,
  /** Each optional tone that is left out. */
  leftOut: 0.3,
  /** Each fret up the neck. */
  height: 0.35,
} as const

export interface Barre {
  readonly fret: number
  /** Strings that it covers, lower number first. */
  readonly from: number
  readonly to: number
}

/** Number of fingers a voicing takes; more than `FINGERS` if it can't be played. */
export function fingersOf(frets: Frets): { readonly fingers: number; readonly barre: Barre | undefined } {
  let lowest = Number.POSITIVE_INFINITY
  let pressed = 0
  let first = -1
  let last = -1
  let atLowest = 0
  for (let index = 0; index < frets.length; index += 1) {
    const fret = frets[index] ?? MUTED
    if (fret <= 0) continue
    pressed += 1
    if (fret > lowest) continue
    if (fret < lowest) {
      lowest = fret
      first = index
      atLowest = 0
    }
    last = index
    atLowest += 1
  }
  if (atLowest < 2) return { fingers: pressed, barre: undefined }
  // The finger would cover a string that should be open or muted.
  for (let index = first; index <= last; index += 1) {
    if ((frets[index] ?? MUTED) <= 0) return { fingers: pressed, barre: undefined }
  }
  const barred = pressed - atLowest + 1
  // With enough fingers, most players use one per string.
  if (pressed < FINGERS && atLowest < 4) return { fingers: pressed, barre: undefined }
  return { fingers: barred, barre: { fret: lowest, from: first + 1, to: last + 1 } }
}

/**
 * @param leftOut number of chord tones that are left out
 * @param rootInBass whether the lowest note is the root, or the bass that the symbol names
 * @param reentrant see `WEIGHTS.reentrantBass`; all four strings of a ukulele are one stroke
 */
export function difficulty(frets: Frets, leftOut: number, rootInBass: boolean, reentrant: boolean): number {
  const { fingers, barre } = fingersOf(frets)
  let lowest = 0
  let highest = 0
  let firstSounding = -1
  let lastSounding = -1
  let sounding = 0
  for (let index = 0; index < frets.length; index += 1) {
    const fret = frets[index] ?? MUTED
    if (fret === MUTED) continue
    if (firstSounding < 0) firstSounding = index
    lastSounding = index
    sounding += 1
    if (fret === 0) continue
    if (lowest === 0 || fret < lowest) lowest = fret
    if (fret > highest) highest = fret
  }
  const inner = lastSounding - firstSounding + 1 - sounding
  return (
    WEIGHTS.finger * fingers +
    WEIGHTS.stretch * (highest - lowest) +
    (barre ? WEIGHTS.barre : 0) +
    WEIGHTS.highMute * firstSounding +
    (reentrant ? WEIGHTS.highMute : WEIGHTS.lowMute) * (frets.length - 1 - lastSounding) +
    WEIGHTS.innerMute * inner +
    (rootInBass ? 0 : reentrant ? WEIGHTS.reentrantBass : WEIGHTS.bass) +
    WEIGHTS.leftOut * leftOut +
    WEIGHTS.height * lowest
  )
}

/**
 * A finger for each string, string 1 first: 1 is the index finger, 0 where none is needed. The index finger has the
 * lowest fret; the others follow by fret and then from the lowest string, and skip a finger where a fret is skipped.
 *
 * @example fingering([0, 1, 0, 2, 3, -1]) // [0, 1, 0, 2, 3, 0]: an open C
 */
export function fingering(frets: Frets): readonly number[] {
  const { barre } = fingersOf(frets)
  const fingers = new Array<number>(frets.length).fill(0)
  const pressed = Array.from(frets)
    .map((fret, index) => ({ fret, index }))
    .filter(({ fret }) => fret > 0)
    .sort((a, b) => a.fret - b.fret || b.index - a.index)
  const lowest = pressed[0]?.fret ?? 0
  const alone = pressed.filter(({ fret, index }) => {
    if (barre?.fret !== fret) return true
    fingers[index] = 1
    return false
  })
  let next = barre ? 2 : 1
  for (const [done, { fret, index }] of alone.entries()) {
    const stillToCome = alone.length - done - 1
    const finger = Math.max(next, Math.min(fret - lowest + 1, FINGERS - stillToCome))
    fingers[index] = finger
    next = finger + 1
  }
  return fingers
}
