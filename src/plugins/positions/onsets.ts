/** Notes as a hand meets them: by onset, each with the grips that hold what begins there. */
import { type GripSet, gripsOf, type Neck } from './grips.js'

/** A note as it is to be placed. Times are in quarter notes. */
export interface SolvableNote {
  readonly onset: number
  /** 0 for what is only struck. */
  readonly duration: number
  /** MIDI note, 0–127. */
  readonly pitch: number
}

export interface Onset {
  /** In quarter notes. */
  readonly at: number
  readonly grips: GripSet
  /** Which note of the input each pitch of the grips is. */
  readonly notes: readonly number[]
  /** When each of them ends. */
  readonly ends: readonly number[]
}

/** Notes of the input that stand in no grip, with the reason. */
export type Unplaced = 'out_of_range' | 'no_string_left' | 'not_a_note'

export interface Onsets {
  readonly onsets: readonly Onset[]
  readonly unplaced: ReadonlyMap<number, Unplaced>
}

/** Less than a thirty-second apart is struck at once: nobody plays two notes so fast with one hand. */
const TOGETHER = 0.03

/** Grips by chord: a piece has a few hundred chords, however long it is. */
export type GripCache = Map<string, GripSet>

export function onsetsOf(notes: readonly SolvableNote[], neck: Neck, cache: GripCache = new Map()): Onsets {
  const unplaced = new Map<number, Unplaced>()
  const low = Math.min(...neck.strings) + neck.capo
  const high = Math.max(...neck.strings) + neck.capo + neck.top
  const order: number[] = []
  for (const [index, { onset, duration, pitch }] of notes.entries()) {
    if (!Number.isFinite(onset) || !Number.isFinite(duration) || !Number.isInteger(pitch))
      unplaced.set(index, 'not_a_note')
    else if (pitch < low || pitch > high || !isInReach(pitch, neck)) unplaced.set(index, 'out_of_range')
    else order.push(index)
  }
  const onsetOf = (index: number) => notes[index]?.onset ?? 0
  const pitchOf = (index: number) => notes[index]?.pitch ?? 0
  order.sort((a, b) => onsetOf(a) - onsetOf(b) || a - b)

  const onsets: Onset[] = []
  for (let from = 0; from < order.length; ) {
    const at = onsetOf(order[from] ?? 0)
    let to = from + 1
    while (to < order.length && onsetOf(order[to] ?? 0) - at < TOGETHER) to += 1
    const together = order.slice(from, to).sort((a, b) => pitchOf(b) - pitchOf(a) || a - b)
    const tried = together.length > neck.strings.length ? thinned(together, pitchOf, neck) : together
    const pitches = tried.map(pitchOf)
    const key = pitches.join()
    let grips = cache.get(key)
    if (!grips) {
      grips = gripsOf(pitches, neck)
      cache.set(key, grips)
    }
    const held = matchHeld(tried, pitchOf, grips.pitches)
    if (held.length < together.length) {
      const kept = new Set(held)
      for (const index of together) if (!kept.has(index)) unplaced.set(index, 'no_string_left')
    }
    if (held.length > 0) {
      const ends = held.map(index => onsetOf(index) + Math.max(0, notes[index]?.duration ?? 0))
      onsets.push({ at, grips, notes: held, ends })
    }
    from = to
  }
  return { onsets, unplaced }
}

function isInReach(pitch: number, { strings, capo, top }: Neck): boolean {
  return strings.some(open => pitch >= open + capo && pitch <= open + capo + top)
}

/** As many notes as there are strings: each pitch once, and of these the outermost, which the ear misses first. */
function thinned(together: readonly number[], pitchOf: (index: number) => number, neck: Neck): number[] {
  const once = together.filter((index, at) => at === 0 || pitchOf(index) !== pitchOf(together[at - 1] ?? 0))
  const room = neck.strings.length
  if (once.length <= room) return once
  const above = Math.ceil(room / 2)
  return [...once.slice(0, above), ...once.slice(once.length - (room - above))]
}

function matchHeld(
  tried: readonly number[],
  pitchOf: (index: number) => number,
  held: readonly number[],
): number[] {
  if (held.length === tried.length) return [...tried]
  const matched: number[] = []
  for (const index of tried) if (held[matched.length] === pitchOf(index)) matched.push(index)
  return matched
}
