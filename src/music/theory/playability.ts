/** By string, string 1 first. 0 is open, `MUTED` is not played. */
export type Frets = ArrayLike<number>

export const MUTED = -1

export const FINGERS = 4

/**
 * Strings that one finger presses at one fret, lower number first. `from` equals `to` for a single string.
 */
export interface Barre {
  readonly fret: number
  readonly from: number
  readonly to: number
}

export interface Grip {
  readonly fingers: number
  readonly barre: Barre | undefined
}

const ONE_EACH: readonly Grip[] = Array.from({ length: FINGERS }, (_, fingers) => ({
  fingers,
  barre: undefined,
}))

/**
 * If four or more strings are pressed, the first finger bars if possible. Strings in between may be fretted
 * higher, but not open or muted. If that isn't enough, another finger bars three adjacent strings, as in
 * x35555, or two of the first three.
 */
export function fingersOf(frets: Frets): Grip {
  let lowest = Number.POSITIVE_INFINITY
  let highest = 0
  let pressed = 0
  let atLowest = 0
  for (let index = 0; index < frets.length; index += 1) {
    const fret = frets[index] ?? MUTED
    if (fret <= 0) continue
    pressed += 1
    if (fret > highest) highest = fret
    if (fret > lowest) continue
    if (fret < lowest) atLowest = 0
    lowest = fret
    atLowest += 1
  }
  if (pressed < FINGERS) return ONE_EACH[pressed] ?? { fingers: pressed, barre: undefined }
  const barre = atLowest > 1 ? widestBarre(frets, lowest, true) : undefined
  const isUsual = barre && (barre.strings === atLowest || isWide(barre))
  const fingers = isUsual ? pressed - barre.strings + 1 : pressed
  if (fingers <= FINGERS) return { fingers, barre: isUsual ? barre : undefined }
  for (let fret = lowest + 1; fret <= highest; fret += 1) {
    const other = widestBarre(frets, fret, false)
    if (!other || !isWide(other)) continue
    const left = pressed - other.strings + 1
    if (left <= FINGERS) return { fingers: left, barre: other }
  }
  return { fingers, barre: undefined }
}

/** A narrower barre on low strings would need a finger lying flat across the neck. */
function isWide({ strings, from }: WideBarre): boolean {
  return strings > 2 || from <= 2
}

interface WideBarre extends Barre {
  readonly strings: number
}

function widestBarre(frets: Frets, at: number, over: boolean): WideBarre | undefined {
  let best: WideBarre | undefined
  let from = 0
  let to = 0
  let strings = 0
  for (let string = 1; string <= frets.length + 1; string += 1) {
    const fret = frets[string - 1] ?? MUTED
    if (fret === at) {
      if (strings === 0) from = string
      to = string
      strings += 1
    } else if (!over || fret <= 0) {
      if (strings > 1 && strings > (best?.strings ?? 0)) best = { fret: at, from, to, strings }
      strings = 0
    }
  }
  return best
}

/**
 * The index finger (1) takes the lowest fret, and each skipped fret skips a finger. Next to open strings, one
 * or two notes at a single fret use that fret's finger.
 *
 * @example fingering([0, 1, 0, 2, 3, -1]) // [0, 1, 0, 2, 3, 0]: an open C
 */
export function fingering(frets: Frets): readonly number[] {
  const { barre } = fingersOf(frets)
  const fingers = new Array<number>(frets.length).fill(0)
  const single = Array.from(frets, (fret, index) => ({ fret, from: index + 1, to: index + 1 })).filter(
    ({ fret, from }) => fret > 0 && !(barre?.fret === fret && from >= barre.from && from <= barre.to),
  )
  const pressed = [...(barre ? [barre] : []), ...single].sort((a, b) => a.fret - b.fret || b.to - a.to)
  const lowest = pressed[0]?.fret ?? 0
  let next = isAtNut(frets, pressed) ? lowest : 1
  for (const [done, { fret, from, to }] of pressed.entries()) {
    const stillToCome = pressed.length - done - 1
    const finger = Math.max(next, Math.min(fret - lowest + 1, FINGERS - stillToCome))
    for (let string = from; string <= to; string += 1)
      if (frets[string - 1] === fret) fingers[string - 1] = finger
    next = finger + 1
  }
  return fingers
}

/** Includes open Em and A7. */
function isAtNut(frets: Frets, pressed: readonly Barre[]): boolean {
  const lowest = pressed[0]?.fret ?? 0
  const isOneFret = pressed.every(({ fret, from, to }) => fret === lowest && from === to)
  return isOneFret && pressed.length <= 2 && lowest > 0 && lowest < FINGERS && Array.from(frets).includes(0)
}
