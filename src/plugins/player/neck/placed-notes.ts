import { getOrMake } from '../../../core/platform/store.js'
import { fretOf, MAX_FRET, type Position } from '../../../music/guitar/position.js'
import { TOGETHER } from '../../../music/song/tempo-map.js'
import type { ShownNote, SongPin } from '../tokens.js'
import type { ReachableNeck } from './lowest-frets.js'

export function pinnedNotes(
  notes: readonly ShownNote[],
  pins: readonly SongPin[],
): ReadonlyMap<number, number> {
  const strings = new Map<number, number>()
  if (pins.length === 0) return strings
  const byTrack = new Map<number, Map<number, number>>()
  for (const { track, note, string } of pins) {
    getOrMake(byTrack, track, () => new Map()).set(note, string)
  }
  for (const [index, { track, note }] of notes.entries()) {
    const string = byTrack.get(track)?.get(note)
    if (string !== undefined) strings.set(index, string)
  }
  return strings
}

/**
 * Ignores pins outside the current neck. If a chord has two
 * pins on one string, the first wins, as in the solver.
 */
export function pinnedPositions(
  notes: readonly ShownNote[],
  strings: ReadonlyMap<number, number>,
  { tuning, capo }: ReachableNeck,
): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>()
  let began = Number.NEGATIVE_INFINITY
  let taken = new Set<number>()
  for (const [index, string] of strings) {
    const { pitch = 0, onset = 0 } = notes[index] ?? {}
    const fret = fretOf(pitch, tuning, capo, string)
    if (!(fret >= 0 && fret <= MAX_FRET - capo)) continue
    if (onset - began >= TOGETHER) {
      began = onset
      taken = new Set()
    }
    if (taken.has(string)) continue
    taken.add(string)
    positions.set(index, { string, fret })
  }
  return positions
}

/**
 * Returns the file's positions that exist on the current neck, on the same strings
 * if transposed or with a different capo. Within a chord, pins keep their strings.
 */
export function writtenPositions(
  notes: readonly ShownNote[],
  byUser: ReadonlyMap<number, Position>,
  { tuning, capo }: ReachableNeck,
): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>()
  // Songs from MIDI files have no positions but up to a hundred thousand notes.
  if (!notes.some(({ written }) => written)) return positions
  let began = Number.NEGATIVE_INFINITY
  let taken = new Set<number>()
  for (const [index, { onset, written }] of notes.entries()) {
    if (onset - began >= TOGETHER) {
      began = onset
      taken = byUser.size > 0 ? pinnedStrings(notes, index, byUser) : new Set()
    }
    if (!written || byUser.has(index) || taken.has(written.string)) continue
    const { string, fretted, open } = written
    const fret = fretOf(fretted, tuning, capo, string)
    const fits = fret === written.fret || tuning.strings[string - 1] === open
    if (!(fits && fret >= 0 && fret <= MAX_FRET - capo)) continue
    taken.add(string)
    positions.set(index, { string, fret })
  }
  return positions
}

function pinnedStrings(
  notes: readonly ShownNote[],
  first: number,
  byUser: ReadonlyMap<number, Position>,
): Set<number> {
  const strings = new Set<number>()
  const began = notes[first]?.onset ?? 0
  for (let index = first; (notes[index]?.onset ?? Number.POSITIVE_INFINITY) - began < TOGETHER; index += 1) {
    const pinned = byUser.get(index)
    if (pinned) strings.add(pinned.string)
  }
  return strings
}

export function placedBy(
  byUser: ReadonlyMap<number, Position>,
  byFile: ReadonlyMap<number, Position>,
): ReadonlyMap<number, Position> {
  if (byFile.size === 0) return byUser
  if (byUser.size === 0) return byFile
  return new Map([...byUser, ...byFile].sort(([a], [b]) => a - b))
}
