import { shallow } from 'zustand/shallow'
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { atOnce, ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import { type Disposable, getOrMake, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import { fretOf, MAX_FRET, type Position, type ReachableNeck } from '../../../music/guitar/position.js'
import { channelsOf, type Song, type SongNote, type Track } from '../../../music/song/song.js'
import { EMPTY_SCORE, type SongScore } from '../../../music/song/song-events.js'
import { CHORD_SPREAD } from '../../../music/song/song-time.js'
import type { NeckMark } from '../../fretboard/tokens.js'
import type { Stretch } from '../playback/song-cursor.js'
import { type SongMix, soundingPitch } from '../session/playback-settings.js'
import type { SessionFingering, SongPlaybackSettings } from '../session/session-services.js'
import { isShown } from '../session/shown-tracks.js'
import type { ShownNote, SongPin, SongView } from '../tokens.js'

export interface ShownNotes {
  readonly notes: readonly ShownNote[]
  /** Onset of each note, in ms of song time. */
  readonly times: Float64Array
  /** Converts a score note number to an index in `notes`; −1 if the note is hidden. */
  indexOf(number: number): number
  readonly moments: readonly number[]
}

export const NO_NOTES: ShownNotes = { notes: [], times: new Float64Array(), indexOf: () => -1, moments: [] }

export interface ShownNotesParts {
  readonly song: Song
  readonly score: SongScore
  readonly mix: SongMix
  readonly isShown: (track: number) => boolean
}

export function shownNotes(parts: ShownNotesParts): ShownNotes {
  return atOnce(shownNoteSteps(parts))
}

export function* shownNoteSteps({ song, score, mix, isShown }: ShownNotesParts): Steps<ShownNotes> {
  const { ppq } = song.header
  const notes: ShownNote[] = []
  const times: number[] = []
  const moments: number[] = []
  const indices = new Int32Array(score.notes.length).fill(-1)
  for (const [number, { track, note, channel, pitch, atMs }] of score.notes.entries()) {
    if (number % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield number / score.notes.length
    const written = song.tracks[track]?.notes[note]
    const sounds = soundingPitch(mix, channel, pitch)
    if (!written || sounds === undefined || !isShown(track)) continue
    indices[number] = notes.length
    notes.push({
      track,
      note,
      onset: written.ticks / ppq,
      duration: written.durationTicks / ppq,
      pitch: sounds,
      ...writtenPosition(song.tracks[track], written, sounds - written.midi),
    })
    times.push(atMs)
    if (moments.at(-1) !== atMs) moments.push(atMs)
  }
  return { notes, times: Float64Array.from(times), moments, indexOf: number => indices[number] ?? -1 }
}

function writtenPosition(
  { tuning, capo = 0 }: Pick<Track, 'tuning' | 'capo'> = {},
  { string, fret }: SongNote,
  transposed: number,
): Pick<ShownNote, 'written'> {
  const open = string === undefined ? undefined : tuning?.[string - 1]
  if (string === undefined || fret === undefined || open === undefined) return {}
  return { written: { string, fret, open, fretted: open + capo + fret + transposed } }
}

export function pitchesAt({ times, notes }: ShownNotes, atMs: number): Set<number> {
  const pitches = new Set<number>()
  for (let index = firstNotBelow(times, atMs); times[index] === atMs; index += 1) {
    const note = notes[index]
    if (note) pitches.add(note.pitch)
  }
  return pitches
}

export interface NeckNotesParts {
  readonly view: Pick<ReadonlyStore<SongView>, 'getState'>
  readonly playback: Pick<SongPlaybackSettings, 'view'>
  readonly fingering: Pick<SessionFingering, 'show'>
}

export function createNeckNotes({ view, playback, fingering }: NeckNotesParts) {
  let score = EMPTY_SCORE
  let shown = NO_NOTES
  let channels: ReadonlySet<number> = new Set()

  const shows = (track: number) => {
    const { song, shown: tracks } = view.getState()
    return song !== undefined && isShown(song, tracks, track)
  }

  const take = (notes: ShownNotes) => {
    shown = notes
    const tracks = view.getState().song?.song.tracks ?? []
    channels = new Set(tracks.filter((_, track) => shows(track)).flatMap(channelsOf))
    fingering.show(shown.notes)
  }

  const workedOut = () => {
    const { song } = view.getState()
    return song
      ? shownNotes({ song: song.song, score, mix: playback.view.getState(), isShown: shows })
      : NO_NOTES
  }

  return {
    /**
     * Loads another song, or an empty score.
     * @param ready the visible notes, if already computed
     */
    load(next: SongScore, ready?: ShownNotes) {
      score = next
      take(ready ?? workedOut())
    },
    refresh: () => take(workedOut()),
    shows,
    get score() {
      return score
    },
    get shown() {
      return shown
    },
    get channels() {
      return channels
    },
  }
}

export type NeckNotes = ReturnType<typeof createNeckNotes>

export interface Upcoming {
  /** Ascending onsets, in ms of song time. */
  readonly times: ArrayLike<number>
  positionOf(index: number): Position | undefined
  readonly positionMs: number
  readonly waiting?: boolean
  /** Returns whether a note of an awaited chord has already been played. */
  isPlayed?(index: number): boolean
  /** If false, notes at the playhead still count as upcoming. */
  readonly moving: boolean
  /** Playback rate: song time per unit of clock time. */
  readonly rate: number
  readonly loop: Stretch | undefined
  /** Look-ahead in ms of clock time; 0 disables outlines. */
  readonly aheadMs: number
}

const MOST = 16
const SHORTEST_WAIT_MS = 30
const NONE: readonly NeckMark[] = []
const SAME_MS = 0.5

export function createUpcomingNotes(parts: {
  readonly clock: Pick<ClockPort, 'after'>
  readonly marks: Store<readonly NeckMark[]>
  readonly now: () => Upcoming | undefined
}) {
  const { clock, marks, now } = parts
  let timer: Disposable | undefined

  const changed = () => {
    timer?.dispose()
    timer = undefined
    const upcoming = now()
    const next = upcoming ? upcomingIndices(upcoming) : []
    const outlined = upcoming ? marksOf(next, upcoming) : NONE
    if (!isSame(outlined, marks.getState())) marks.setState(outlined, true)
    if (!upcoming?.moving || upcoming.aheadMs <= 0) return
    const wait = untilChange(upcoming, next)
    if (Number.isFinite(wait)) timer = clock.after(Math.max(SHORTEST_WAIT_MS, wait), changed)
  }

  return {
    changed,
    dispose() {
      timer?.dispose()
      marks.setState(NONE, true)
    },
  }
}

interface Ahead {
  readonly index: number
  /** Song time until the note starts, ms. */
  readonly inMs: number
}

function upcomingIndices(upcoming: Upcoming): readonly Ahead[] {
  const { times, positionMs, moving, rate, loop, aheadMs, waiting } = upcoming
  if (aheadMs <= 0 && !waiting) return []
  const reach = Math.max(waiting ? SAME_MS : 0, aheadMs * rate)
  const found: Ahead[] = []
  const collect = (fromMs: number, toMs: number, offset: number, behind: boolean) => {
    for (let index = firstNotBelow(times, fromMs); index < times.length && found.length < MOST; index += 1) {
      const at = times[index] ?? 0
      if (at >= toMs) return
      if (at > fromMs || !behind) found.push({ index, inMs: at + offset })
    }
  }
  const end = positionMs + reach
  if (loop && positionMs < loop.toMs && end > loop.toMs) {
    const left = loop.toMs - positionMs
    collect(positionMs, loop.toMs, -positionMs, moving)
    collect(loop.fromMs, Math.min(loop.toMs, loop.fromMs + reach - left), left - loop.fromMs, false)
  } else collect(positionMs, end, -positionMs, moving)
  return found
}

function marksOf(ahead: readonly Ahead[], { positionOf, waiting, isPlayed }: Upcoming): readonly NeckMark[] {
  const byPosition = new Map<string, NeckMark>()
  for (const { index, inMs } of ahead) {
    const position = positionOf(index)
    if (!position) continue
    const key = `${position.string}:${position.fret}`
    if (!byPosition.has(key))
      byPosition.set(key, {
        ...position,
        look: !waiting || inMs >= SAME_MS ? 'outline' : isPlayed?.(index) ? 'right' : 'awaited',
      })
  }
  return byPosition.size === 0 ? NONE : [...byPosition.values()]
}

/** Returns the clock time in ms until a note starts or comes within the look-ahead. */
function untilChange({ times, positionMs, rate, loop, aheadMs }: Upcoming, ahead: readonly Ahead[]): number {
  const begins = ahead[0]?.inMs ?? Number.POSITIVE_INFINITY
  const end = positionMs + aheadMs * rate
  const nextAt = times[firstNotBelow(times, end)] ?? Number.POSITIVE_INFINITY
  const repeats = loop ? Math.max(0, loop.toMs - end) : Number.POSITIVE_INFINITY
  const beyond = loop && end >= loop.toMs ? SHORTEST_WAIT_MS * 2 * rate : Math.min(nextAt - end, repeats)
  return Math.min(begins, Math.max(0, beyond)) / rate
}

function isSame(a: readonly NeckMark[], b: readonly NeckMark[]): boolean {
  return a.length === b.length && a.every((mark, at) => shallow(mark, b[at]))
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

/** Ignores pins outside the current neck. If a chord has two pins on one string, the first wins. */
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
    if (onset - began >= CHORD_SPREAD) {
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
 * Returns the file's positions that exist on the current neck. Strings stay the same
 * with another transposition or capo. Within a chord, pins keep their strings.
 */
export function writtenPositions(
  notes: readonly ShownNote[],
  byUser: ReadonlyMap<number, Position>,
  { tuning, capo }: ReachableNeck,
): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>()
  // Songs from MIDI files have up to a hundred thousand notes but no positions.
  if (!notes.some(({ written }) => written)) return positions
  let began = Number.NEGATIVE_INFINITY
  let taken = new Set<number>()
  for (const [index, { onset, written }] of notes.entries()) {
    if (onset - began >= CHORD_SPREAD) {
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
  for (
    let index = first;
    (notes[index]?.onset ?? Number.POSITIVE_INFINITY) - began < CHORD_SPREAD;
    index += 1
  ) {
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
