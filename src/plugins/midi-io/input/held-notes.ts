/** What the held notes of one port have become, and what keeps each of those sounding. */
import type { MidiFilter } from '../tokens.js'

/** A note that a held one has become. Channel from 0 × 128 + note. */
export interface MadeNote {
  readonly note: number
  readonly string?: number
}

/** A note that was played, or sent later by a filter, until all that it has become has ended. */
export interface HeldNote {
  readonly note: number
  /** When it began. */
  readonly at: number
  /** When it was released. */
  endedAt?: number
  /** The note-ons that each filter got: it gets their note-offs too. */
  readonly asked: { readonly filter: MidiFilter; readonly note: number }[]
  readonly made: Set<MadeNote>
  /** What filters have sent for it, later than it began. */
  readonly sent: Set<SentNote>
}

export interface SentNote extends HeldNote {
  readonly by: MidiFilter
  readonly from: HeldNote
}

export class HeldNotes {
  /** By input note. */
  readonly held = new Map<number, HeldNote>()
  readonly sent = new Set<SentNote>()
  /** By note: what keeps it sounding. */
  private readonly keeping = new Map<number, Map<MadeNote, HeldNote>>()

  get size(): number {
    return this.held.size + this.keeping.size
  }

  add(held: HeldNote, made: MadeNote): void {
    held.made.add(made)
    const all = this.keeping.get(made.note) ?? new Map<MadeNote, HeldNote>()
    this.keeping.set(made.note, all.set(made, held))
  }

  /** @returns whether the note ends with it: nothing else keeps it sounding */
  remove(made: MadeNote): boolean {
    const all = this.keeping.get(made.note)
    const held = all?.get(made)
    if (!all || !held) return false
    held.made.delete(made)
    all.delete(made)
    if (all.size > 0) return false
    this.keeping.delete(made.note)
    return true
  }

  isKept(note: number): boolean {
    return this.keeping.has(note)
  }
}

export function beginNote(bytes: ArrayLike<number>, at: number): HeldNote {
  return { note: noteKey(bytes), at, asked: [], made: new Set(), sent: new Set() }
}

export function noteKey(bytes: ArrayLike<number>): number {
  return ((bytes[0] ?? 0) & 15) * 128 + (bytes[1] ?? 0)
}

export function endOf(note: number, velocity = 64): number[] {
  return [0x80 | (note >> 7), note & 127, velocity]
}
