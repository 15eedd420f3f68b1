import { CHORD_SPREAD } from '../song/song-time.js'
import type { PositionNote } from './fingering.js'
import { type GripSet, gripsOf, type Neck, positionsOn } from './grips.js'

export interface Onset {
  readonly at: number
  readonly grips: GripSet
  /** Indices of the input notes, in pitch order. */
  readonly notes: readonly number[]
  readonly ends: readonly number[]
  readonly allowed?: readonly number[]
}

type Unplaced = 'out_of_range' | 'no_string_left' | 'not_a_note'

/** Pinned strings (from 0) by note index. */
export type Pinned = ReadonlyMap<number, number>

const NO_PINS: Pinned = new Map()

export interface Onsets {
  readonly onsets: readonly Onset[]
  readonly unplaced: ReadonlyMap<number, Unplaced>
  /** Maps a note that shares a string to the note that is played instead. */
  readonly doubles: ReadonlyMap<number, number>
}

/** Grips by chord. A piece has a few hundred distinct chords. */
export type GripCache = Map<string, GripSet>

/**
 * Groups notes into onsets. Two voices on the same pitch use two strings if enough are free, otherwise one.
 */
export function onsetsOf(
  notes: readonly PositionNote[],
  neck: Neck,
  cache: GripCache = new Map(),
  pinned: Pinned = NO_PINS,
): Onsets {
  const unplaced = new Map<number, Unplaced>()
  const doubles = new Map<number, number>()
  const order: number[] = []
  for (const [index, { onset, duration, pitch }] of notes.entries()) {
    if (!Number.isFinite(onset) || !Number.isFinite(duration) || !Number.isInteger(pitch))
      unplaced.set(index, 'not_a_note')
    else if (positionsOn(neck, pitch).length === 0) unplaced.set(index, 'out_of_range')
    else order.push(index)
  }
  const onsetOf = (index: number) => notes[index]?.onset ?? 0
  const pitchOf = (index: number) => notes[index]?.pitch ?? 0
  order.sort((a, b) => onsetOf(a) - onsetOf(b) || a - b)

  const onsets: Onset[] = []
  for (let from = 0; from < order.length; ) {
    const at = onsetOf(order[from] ?? 0)
    let to = from + 1
    while (to < order.length && onsetOf(order[to] ?? 0) - at < CHORD_SPREAD) to += 1
    const together = order.slice(from, to).sort((a, b) => pitchOf(b) - pitchOf(a) || a - b)
    const tried =
      together.length > neck.strings.length ? fewerNotes(together, pitchOf, neck, pinned) : together
    const pitches = tried.map(pitchOf)
    const key = pitches.join()
    let grips = cache.get(key)
    if (!grips) {
      grips = gripsOf(pitches, neck)
      cache.set(key, grips)
    }
    let held = matchHeld(tried, pitchOf, grips.pitches)
    let allowed: number[] | undefined
    if (pinned.size > 0 && tried.some(index => pinned.has(index))) {
      allowed = gripsThatHold(grips, held, pinned)
      if (allowed.length === 0 || tried.some(index => pinned.has(index) && !held.includes(index))) {
        const forced = forcedGrips(tried, pitchOf, pinned, neck)
        grips = forced.grips
        held = forced.held
        allowed = undefined
      }
    }
    if (held.length < together.length) {
      const kept = new Set(held)
      const byPitch = new Map(held.map(index => [pitchOf(index), index]))
      for (const index of together) {
        if (kept.has(index)) continue
        const same = byPitch.get(pitchOf(index))
        if (same === undefined) unplaced.set(index, 'no_string_left')
        else doubles.set(index, same)
      }
    }
    if (held.length > 0) {
      const ends = held.map(index => onsetOf(index) + Math.max(0, notes[index]?.duration ?? 0))
      onsets.push({ at, grips, notes: held, ends, ...(allowed ? { allowed } : {}) })
    }
    from = to
  }
  return { onsets, unplaced, doubles }
}

function gripsThatHold(grips: GripSet, held: readonly number[], pinned: Pinned): number[] {
  const isHeld = (g: number, i: number, string: number | undefined) =>
    string === undefined || grips.string[g * grips.size + i] === string
  return Array.from({ length: grips.count }, (_, g) => g).filter(g =>
    held.every((index, i) => isHeld(g, i, pinned.get(index))),
  )
}

function forcedGrips(
  tried: readonly number[],
  pitchOf: (index: number) => number,
  pinned: Pinned,
  neck: Neck,
): { readonly grips: GripSet; readonly held: number[] } {
  const taken = new Set<number>()
  const kept = tried.filter(index => {
    const string = pinned.get(index)
    if (string === undefined) return true
    if (taken.has(string)) return false
    taken.add(string)
    return true
  })
  const room = neck.strings.length - taken.size
  const free = kept.filter(index => !pinned.has(index)).slice(0, room)
  let tries = kept.filter(index => pinned.has(index) || free.includes(index))
  for (;;) {
    const strings = tries.map(index => pinned.get(index) ?? -1)
    const grips = gripsOf(tries.map(pitchOf), neck, strings)
    if (grips.size === tries.length) return { grips, held: tries }
    const last = tries.findLastIndex(index => !pinned.has(index))
    if (last < 0) return { grips, held: [] }
    tries = tries.toSpliced(last, 1)
  }
}

function matchHeld(tried: readonly number[], pitchOf: (index: number) => number, held: readonly number[]) {
  if (held.length === tried.length) return [...tried]
  const matched: number[] = []
  for (const index of tried) if (held[matched.length] === pitchOf(index)) matched.push(index)
  return matched
}

/**
 * Keeps as many notes as there are strings: pinned notes first, then each pitch once, outer notes before
 * inner ones (augmenting paths: H. W. Kuhn, The Hungarian Method for the Assignment Problem, 1955).
 *
 * @param together note indices, from high to low
 */
function fewerNotes(
  together: readonly number[],
  pitchOf: (index: number) => number,
  neck: Neck,
  pinned: ReadonlyMap<number, number>,
): number[] {
  const kept = new Set<number>()
  const holders = new Map<number, number>()
  for (const index of together) {
    const string = pinned.get(index)
    if (string === undefined) continue
    kept.add(index)
    holders.set(string, index)
  }
  const finds = (index: number, looked: Set<number>): boolean => {
    for (const { string } of positionsOn(neck, pitchOf(index))) {
      if (looked.has(string)) continue
      looked.add(string)
      const holder = holders.get(string)
      const isFree = holder === undefined || (!pinned.has(holder) && finds(holder, looked))
      if (!isFree) continue
      holders.set(string, index)
      return true
    }
    return false
  }
  const heard = new Set([...kept].map(pitchOf))
  for (const index of outermostFirst(together)) {
    if (holders.size >= neck.strings.length) break
    if (heard.has(pitchOf(index))) continue
    heard.add(pitchOf(index))
    if (finds(index, new Set())) kept.add(index)
  }
  return together.filter(index => kept.has(index))
}

function* outermostFirst(indices: readonly number[]): Generator<number> {
  let [first, last] = [0, indices.length - 1]
  while (first <= last) {
    yield indices[first++] as number
    if (first <= last) yield indices[last--] as number
  }
}
