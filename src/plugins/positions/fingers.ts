/** How many fingers hold a chord. */
import { type GripSet, MOST_STRINGS } from './grips.js'

/** By string the fret that is held or played open there, -1 where the string is free. */
export type Held = Int8Array

const held: Held = new Int8Array(MOST_STRINGS)

/** What a grip holds, and on the other strings what was struck there before; good until the next call. */
export function heldBy(set: GripSet, g: number, others = 0, frets?: Uint8Array): Held {
  held.fill(-1)
  for (let rest = others, string = 0; rest !== 0; rest >>= 1, string += 1)
    if (rest & 1) held[string] = frets?.[string] ?? 0
  for (let i = 0; i < set.size; i += 1)
    held[set.string[g * set.size + i] ?? 0] = set.fret[g * set.size + i] ?? 0
  return held
}

/** One finger for each fretted string, but one for all of the lowest fret unless an open string lies between. */
export function fingersOf(held: Held): number {
  let fretted = 0
  let low = 0
  let onLow = 0
  let first = -1
  let last = -1
  for (let string = 0; string < held.length; string += 1) {
    const fret = held[string] as number
    if (fret <= 0) continue
    fretted += 1
    if (low > 0 && fret > low) continue
    if (fret !== low) onLow = 0
    if (onLow === 0) first = string
    low = fret
    onLow += 1
    last = string
  }
  if (onLow < 2) return fretted
  for (let string = first + 1; string < last; string += 1) if (held[string] === 0) return fretted
  return fretted - onLow + 1
}
