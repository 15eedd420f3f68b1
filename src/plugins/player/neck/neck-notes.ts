import { firstNotBelow } from '../../../core/platform/ordered.js'
import { atOnce, ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import type { ReadonlyStore } from '../../../core/platform/store.js'
import { channelsOf, type Song, type SongNote, type Track } from '../../../music/song/song.js'
import type { SessionFingering, SongPlaybackSettings } from '../internal-tokens.js'
import { type SongMix, soundingPitch } from '../playback/song-mix.js'
import { EMPTY_SCORE, type SongScore } from '../playback/song-score.js'
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
