import { getOrMake } from '../../../core/platform/store.js'
import {
  fretOf,
  MAX_FRET,
  type Position,
  positionsOf,
  type StrungNeck,
} from '../../../music/guitar/position.js'
import type { Song } from '../../../music/song/song.js'
import { CHORD_SPREAD } from '../../../music/song/song-time.js'
import type { ShownNote, SongPin } from '../../player/tokens.js'

export interface PinnedNeck {
  readonly tuning: StrungNeck
  readonly capo: number
}

export function pinOf(pins: readonly SongPin[], note: ShownNote | undefined): number | undefined {
  return pins.find(pin => pin.track === note?.track && pin.note === note.note)?.string
}

/** Returns a note's positions, lowest open string first. Omits strings used by pins in the same chord. */
export function positionsFor(
  notes: readonly ShownNote[],
  index: number,
  pins: readonly SongPin[],
  neck: PinnedNeck,
): readonly Position[] {
  const { tuning, capo } = neck
  const note = notes[index]
  if (!note) return []
  const taken = takenStrings(notes, index, pins, neck)
  const openOf = ({ string }: Position) => tuning.strings[string - 1] ?? 0
  return positionsOf(note.pitch, tuning, { capo, fretMax: MAX_FRET - capo })
    .filter(({ string }) => !taken.has(string))
    .sort((a, b) => openOf(a) - openOf(b) || b.string - a.string)
}

function takenStrings(
  notes: readonly ShownNote[],
  index: number,
  pins: readonly SongPin[],
  { tuning, capo }: PinnedNeck,
): Set<number> {
  const taken = new Set<number>()
  const at = notes[index]?.onset
  if (pins.length === 0 || at === undefined) return taken
  const isNear = (other: number) => Math.abs((notes[other]?.onset ?? Number.NaN) - at) < CHORD_SPREAD
  const take = (other: number) => {
    const note = notes[other]
    const string = pinOf(pins, note)
    if (!note || string === undefined) return
    const fret = fretOf(note.pitch, tuning, capo, string)
    if (fret >= 0 && fret <= MAX_FRET - capo) taken.add(string)
  }
  for (let other = index - 1; isNear(other); other -= 1) take(other)
  for (let other = index + 1; isNear(other); other += 1) take(other)
  return taken
}

/** Wraps around. Without a current string, returns the first or last position. */
export function nextPosition(
  positions: readonly Position[],
  string: number | undefined,
  by: 1 | -1,
): Position | undefined {
  const now = positions.findIndex(position => position.string === string)
  if (now < 0) return by === 1 ? positions[0] : positions.at(-1)
  return positions[(now + by + positions.length) % positions.length]
}

/** @param string string number; `undefined` unpins the note */
export function withPin(
  pins: readonly SongPin[],
  { track, note }: Pick<SongPin, 'track' | 'note'>,
  string: number | undefined,
): readonly SongPin[] {
  const others = pins.filter(pin => pin.track !== track || pin.note !== note)
  return string === undefined ? others : [...others, { track, note, string }]
}

/**
 * Identifies a pinned note after a reload: track, note, pitch, onset in quarter notes,
 * and number of earlier notes with the same pitch.
 */
export type PinMark = readonly [track: number, note: number, pitch: number, quarter: number, place: number]

function marksByTrack({ header, tracks }: Song): (track: number) => readonly PinMark[] {
  const known = new Map<number, readonly PinMark[]>()
  const make = (track: number) => {
    const places = new Map<number, number>()
    return (tracks[track]?.notes ?? []).map(({ midi, ticks }, note): PinMark => {
      const place = places.get(midi) ?? 0
      places.set(midi, place + 1)
      return [track, note, midi, Math.round((1000 * ticks) / header.ppq) / 1000, place]
    })
  }
  return track => getOrMake(known, track, () => make(track))
}

export function marksOf(pins: readonly SongPin[], song: Song): readonly PinMark[] {
  const marksIn = marksByTrack(song)
  return pins.flatMap(({ track, note }) => marksIn(track).slice(note, note + 1))
}

/** `PinMark` fields to compare, strictest first: onset and order, onset only, order only. */
const SIGNS = [
  [2, 3, 4],
  [2, 3],
  [2, 4],
] as const

/** Finds pinned notes in a reloaded song. Drops pins whose notes no longer exist. */
export function pinsIn(song: Song, pins: readonly SongPin[], marks: readonly PinMark[]): readonly SongPin[] {
  const marksIn = marksByTrack(song)
  const found = new Map<SongPin, SongPin>()
  const taken = new Set<PinMark>()
  const byNote = new Map(marks.map(mark => [`${mark[0]} ${mark[1]}`, mark]))
  const markOf = ({ track, note }: SongPin) => byNote.get(`${track} ${note}`)
  for (const signs of SIGNS) {
    for (const pin of pins) {
      const mark = markOf(pin)
      if (!mark || found.has(pin)) continue
      const isIt = (each: PinMark) => signs.every(sign => each[sign] === mark[sign]) && !taken.has(each)
      const now = marksIn(pin.track).find(isIt)
      if (now) found.set(pin, { ...pin, note: now[1] })
      if (now) taken.add(now)
    }
  }
  return pins.flatMap(pin => found.get(pin) ?? (markOf(pin) ? [] : pin))
}
