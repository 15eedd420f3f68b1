import { type Held, heldBy } from './fingers.js'
import { type GripSet, MOST_STRINGS } from './grips.js'
import type { Memory } from './memory.js'
import { TABLE_AT as AT, type Observed } from './tables.js'

const BROKEN_CHORD_BEATS = 1.05 // longest broken chord
const SLOWLY_BROKEN = 2.05
const FORGOTTEN = 4.1
const SILENT = 0.05

const ringClass = (beats: number) =>
  beats <= 0.3 ? 0 : beats <= 0.6 ? 1 : beats <= 1.1 ? 2 : beats <= 2.1 ? 3 : 4

export class Strings {
  length = 0
  readonly rings = new Int8Array(MOST_STRINGS) // by string: remaining duration, as a class; -1 if silent
  readonly struck = new Int8Array(MOST_STRINGS) // by string: time since struck, as a class; -1 if long ago
  recent = 0
  recentSlowly = 0
  ringing = 0
  fret: Uint8Array = new Uint8Array()

  look({ ringsTo, ringFret, struckAt }: Memory, at: number): void {
    this.length = Math.min(ringsTo.length, MOST_STRINGS)
    this.fret = ringFret
    this.recent = 0
    this.recentSlowly = 0
    this.ringing = 0
    for (let string = 0; string < this.length; string += 1) {
      const left = (ringsTo[string] ?? 0) - at
      if (left > SILENT) this.ringing |= 1 << string
      this.rings[string] = left > SILENT ? ringClass(left) : -1
      const age = at - (struckAt[string] ?? 0)
      this.struck[string] = age > FORGOTTEN ? -1 : ringClass(age)
      if (age <= BROKEN_CHORD_BEATS) this.recent |= 1 << string
      if (age <= SLOWLY_BROKEN) this.recentSlowly |= 1 << string
    }
  }
}

/** Observes ringing strings. A new note on one cuts off the old note, and a held note needs a finger. */
export function observeRinging(strings: Strings, set: GripSet, g: number, hand: number, into: Observed) {
  const taken = set.taken[g] ?? 0
  const high = set.high[g] ?? 0
  for (let rest = strings.ringing, string = 0; rest !== 0; rest >>= 1, string += 1) {
    if ((rest & 1) === 0) continue
    const length = strings.rings[string] ?? 0
    if (taken & (1 << string)) {
      into.add(AT.ringing + length)
      continue
    }
    const fret = strings.fret[string] ?? 0
    if (fret > 0 && high > 0 && (fret < hand || fret > Math.max(hand + 4, high)))
      into.add(AT.ringingReach + length)
  }
}

/**
 * Classes: 0 none, 1 from open, 2 to open, 3 far up, 4 far down, 5 one up, 6 a little up, 7 a little down.
 */
function fretChangeOf(was: number, fret: number): number {
  const moved = fret - was
  if (moved === 0) return 0
  if (was === 0) return 1
  if (fret === 0) return 2
  if (moved > 3) return 3
  if (moved < -3) return 4
  return moved < 0 ? 7 : moved === 1 ? 5 : 6
}

const stringDistanceOf = (apart: number) => (apart < 0 ? Math.max(0, apart + 3) : Math.min(5, apart + 2))

export function observeRecent(strings: Strings, set: GripSet, g: number, into: Observed): void {
  const { size } = set
  const single = size === 1 ? 0 : 1
  const taken = set.taken[g] ?? 0
  const others = strings.recent & ~taken
  const slowly = strings.recentSlowly & ~taken
  if (slowly !== 0) observeTogether(strings, others, slowly, set, g, into)
  for (let i = 0; i < size; i += 1) {
    const string = set.string[g * size + i] ?? 0
    const fret = set.fret[g * size + i] ?? 0
    const struck = strings.struck[string] ?? -1
    if (struck >= 0)
      into.add(AT.reuse + (struck * 8 + fretChangeOf(strings.fret[string] ?? 0, fret)) * 2 + single)
    observeBeside(strings, others, string, fret, single === 0 ? AT.broken : AT.brokenChord, into)
  }
}

/**
 * Observes the hand as if it still held recent notes.
 *
 * @param others bit mask of strings struck within a beat
 * @param slowly bit mask of strings struck within two beats
 */
function observeTogether(
  strings: Strings,
  others: number,
  slowly: number,
  set: GripSet,
  g: number,
  into: Observed,
): void {
  const slow = togetherClass(heldBy(set, g, slowly, strings.fret), set)
  into.add(AT.slowWindow + slow.spread)
  into.add(AT.slowFingers + slow.fingers)
  if (others === 0) return
  const fast = others === slowly ? slow : togetherClass(heldBy(set, g, others, strings.fret), set)
  into.add(AT.window + fast.spread)
  into.add(AT.windowFingers + fast.fingers)
}

function togetherClass(held: Held, { size }: GripSet): { readonly spread: number; readonly fingers: number } {
  const { low, high } = held
  const where = (low <= 4 ? 0 : low <= 9 ? 1 : 2) * 2 + (size === 1 ? 0 : 1)
  return { spread: Math.min(high - low, 10) * 6 + where, fingers: Math.min(held.fingers(), 7) * 6 + where }
}

function observeBeside(
  strings: Strings,
  others: number,
  string: number,
  fret: number,
  table: number,
  into: Observed,
): void {
  for (let rest = others, other = 0; rest !== 0; rest >>= 1, other += 1) {
    if ((rest & 1) === 0) continue
    const otherFret = strings.fret[other] ?? 0
    const opened = (otherFret === 0 ? 1 : 0) + (fret === 0 ? 2 : 0)
    const apart = Math.max(-5, Math.min(5, fret - otherFret))
    into.add(table + (stringDistanceOf(string - other) * 11 + apart + 5) * 4 + opened)
  }
}
