import { shallow } from 'zustand/shallow'
import { firstNotBelow } from '../../../core/platform/ordered.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { atOnce, ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import type { Disposable, ReadonlyStore, Store } from '../../../core/platform/store.js'
import type { Position } from '../../../music/guitar/position.js'
import { channelsOf, type Song, type SongNote, type Track } from '../../../music/song/song.js'
import type { NeckMark } from '../../fretboard/tokens.js'
import type { SessionFingering, SongPlaybackSettings } from '../internal-tokens.js'
import type { Stretch } from '../playback/song-cursor.js'
import { EMPTY_SCORE, type SongMix, type SongScore, soundingPitch } from '../playback/song-score.js'
import { isShown } from '../session/shown-tracks.js'
import type { ShownNote, SongView } from '../tokens.js'

export interface ShownNotes {
  readonly notes: readonly ShownNote[]
  /** Onset of each note, in ms of song time. */
  readonly times: Float64Array
  /** Converts a score note number to an index in `notes`; −1 while the note is hidden. */
  indexOf(number: number): number
  /** Distinct onsets. */
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
    /** Loads another song, or an empty score. @param ready the visible notes, if already computed */
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
  /** Whether a note of an awaited chord has already been played. */
  isPlayed?(index: number): boolean
  /** While stopped, notes at the playhead still count as upcoming. */
  readonly moving: boolean
  /** Playback rate: song time per clock time. */
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

/** Returns the clock time until a note starts or comes within the look-ahead, ms. */
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
