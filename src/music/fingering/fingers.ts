import type { GripSet } from './grips.js'

export class Held {
  /** Lowest fretted position; 0 if all strings are open. */
  low = 0
  high = 0
  private fretted = 0
  private onLow = 0
  private open = 0

  clear(): void {
    this.low = 0
    this.high = 0
    this.fretted = 0
    this.onLow = 0
    this.open = 0
  }

  add(string: number, fret: number): void {
    const bit = 1 << string
    if (fret === 0) {
      this.open |= bit
      return
    }
    this.fretted += 1
    if (fret > this.high) this.high = fret
    if (this.low === 0 || fret < this.low) {
      this.low = fret
      this.onLow = bit
    } else if (fret === this.low) this.onLow |= bit
  }

  /** A barre at the lowest fret counts as one finger, unless it would cover an open string. */
  fingers(): number {
    const first = this.onLow & -this.onLow
    if (first === this.onLow) return this.fretted
    const last = 1 << (31 - Math.clz32(this.onLow))
    if (this.open & (last - 1) & ~(first - 1)) return this.fretted
    let barred = -1
    for (let rest = this.onLow; rest !== 0; rest &= rest - 1) barred += 1
    return this.fretted - barred
  }
}

const held = new Held()

/** Returns a grip combined with earlier notes (bit mask). The next call overwrites the result. */
export function heldBy(set: GripSet, g: number, others = 0, frets?: Uint8Array): Held {
  held.clear()
  for (let rest = others & ~(set.taken[g] ?? 0); rest !== 0; rest &= rest - 1) {
    const string = 31 - Math.clz32(rest & -rest)
    held.add(string, frets?.[string] ?? 0)
  }
  const { size } = set
  for (let i = g * size; i < (g + 1) * size; i += 1) held.add(set.string[i] ?? 0, set.fret[i] ?? 0)
  return held
}
