import { getOrMake } from '../../../core/platform/store.js'
import { bitOf, lowestFretPositions } from '../../../music/guitar/lowest-fret.js'
import { fretOf, MAX_FRET, type Position, type StrungNeck } from '../../../music/guitar/position.js'
import { TOGETHER } from '../../../music/song/song-time.js'
import type { ShownNote, SongPin } from '../tokens.js'

export interface ReachableNeck {
  readonly tuning: StrungNeck
  readonly capo: number
  readonly fretMin: number
  readonly fretMax: number
}

export interface TimedNote {
  readonly onset: number
  readonly duration: number
  readonly pitch: number
}

const LOOK_BACK = 64

const NO_PINS: ReadonlyMap<number, Position> = new Map()

/**
 * Gives each note of a chord its own string: within the visible frets, then anywhere, then on a string
 * that is still sounding. Notes make room for pins and follow the nearest pin of the same pitch.
 *
 * @param notes sorted by onset
 * @param pinned positions by note index
 */
export function lowestFrets(
  notes: readonly TimedNote[],
  neck: ReachableNeck,
  pinned: ReadonlyMap<number, Position> = NO_PINS,
) {
  const found = new Map<number, Position | undefined>(pinned)
  const shared = new Map<number, Position>()
  const nearestPin = nearestPins(notes, pinned)
  const onsetOf = (index: number) => notes[index]?.onset

  const heldAt = (first: number) => {
    let bits = 0
    for (let index = first - 1; index >= Math.max(0, first - LOOK_BACK); index -= 1) {
      const note = notes[index]
      if (note && note.onset + note.duration > (onsetOf(first) ?? 0)) bits |= bitOf(found.get(index))
    }
    return bits
  }

  const findChord = (index: number) => {
    let first = index
    while (first > 0 && onsetOf(first - 1) === onsetOf(index)) first -= 1
    let end = index + 1
    while (end < notes.length && onsetOf(end) === onsetOf(index)) end += 1
    const pitches = notes.slice(first, end).map(({ pitch }) => pitch)
    const given = pitches.map((_, offset) => pinned.get(first + offset))
    for (const [offset, position] of given.entries()) {
      const wished = position ? undefined : nearestPin(first + offset)
      if (wished && !given.some(other => other?.string === wished.string)) given[offset] = wished
    }
    const positions = chordPositions(pitches, neck, heldAt(first), given)
    for (const [offset, pitch] of pitches.entries()) {
      found.set(
        first + offset,
        positions[offset] ?? positions[pitches.findIndex((each, at) => each === pitch && positions[at])],
      )
    }
    const left = pitches.flatMap((pitch, offset) =>
      found.get(first + offset) ? [] : [{ pitch, index: first + offset }],
    )
    const crowded = left.map(({ pitch }) => pitch)
    for (const [at, position] of lowestFretPositions(crowded, neck.tuning, { capo: neck.capo }).entries()) {
      const note = left[at]
      if (position && note) shared.set(note.index, position)
    }
  }

  const positionOf = (index: number) => {
    if (!found.has(index) && notes[index]) findChord(index)
    return found.get(index)
  }
  return {
    /** Returns `undefined` if the note isn't on the neck or no string is free. */
    positionOf,
    /** Shares a string if necessary, so that every note on the neck lights up. */
    litPositionOf: (index: number): Position | undefined => positionOf(index) ?? shared.get(index),
  }
}

export type LowestFrets = ReturnType<typeof lowestFrets>

function chordPositions(
  pitches: readonly number[],
  { tuning, capo, fretMin, fretMax }: ReachableNeck,
  held: number,
  wished: readonly (Position | undefined)[],
): (Position | undefined)[] {
  const attempts = [
    { reach: { capo, fretMin, fretMax }, sounding: held },
    { reach: { capo }, sounding: held },
    { reach: { capo }, sounding: 0 },
  ]
  const given = [...wished]
  for (const { reach, sounding } of attempts) {
    const open = [...given.keys()].filter(index => !given[index])
    if (open.length === 0) break
    const used = given.reduce((bits, position) => bits | bitOf(position), sounding)
    const positions = lowestFretPositions(
      open.map(index => pitches[index] ?? 0),
      tuning,
      reach,
      used,
    )
    for (const [at, index] of open.entries()) given[index] = positions[at]
  }
  return given
}

/** Finds the nearest pin of the same pitch; the earlier one if two are equally near. */
function nearestPins(
  notes: readonly TimedNote[],
  pinned: ReadonlyMap<number, Position>,
): (index: number) => Position | undefined {
  const pinsOf = new Map<number, number[]>()
  for (const index of [...pinned.keys()].sort((a, b) => a - b)) {
    const pitch = notes[index]?.pitch
    if (pitch !== undefined) getOrMake(pinsOf, pitch, () => []).push(index)
  }
  return index => {
    const pins = pinsOf.get(notes[index]?.pitch ?? Number.NaN) ?? []
    const nearest = pins.reduce<number | undefined>(
      (best, pin) => (best === undefined || Math.abs(pin - index) < Math.abs(best - index) ? pin : best),
      undefined,
    )
    return nearest === undefined ? undefined : pinned.get(nearest)
  }
}

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
