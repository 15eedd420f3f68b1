/** JSON format of `@tonejs/midi`. Version 2 adds optional positions, tunings, techniques and a score. */

import { issueSentence } from '../../core/platform/issue-sentence.js'
import { noteName } from '../guitar/note-name.js'
import {
  type Header,
  LONGEST_SECONDS,
  type LooseTrack,
  songSchema,
  type WrittenScore,
} from './song-schema.js'
import { DEFAULT_BPM, type TempoMap, tempoMap } from './song-time.js'

export const SONG_VERSION = 2

type Complete<Loose, Name extends keyof Loose> = Omit<Loose, Name> & Required<Pick<Loose, Name>>

export type SongNote = Complete<
  LooseTrack['notes'][number],
  'time' | 'ticks' | 'name' | 'duration' | 'durationTicks'
>
export type SongControlChange = Complete<LooseTrack['controlChanges'][string][number], 'time' | 'ticks'>
type SongPitchBend = Complete<LooseTrack['pitchBends'][number], 'time' | 'ticks'>
type SongProgramChange = Complete<NonNullable<LooseTrack['programChanges']>[number], 'time' | 'ticks'>
type SongMoment = Pick<SongNote, 'time' | 'ticks' | 'channel'>

type Computed = 'instrument' | 'notes' | 'controlChanges' | 'pitchBends' | 'programChanges'

export interface Track extends Omit<LooseTrack, Computed> {
  instrument: { family: string; number: number; name: string }
  notes: SongNote[]
  controlChanges: Record<string, SongControlChange[]>
  pitchBends: SongPitchBend[]
  programChanges?: SongProgramChange[]
}

export interface Song {
  version?: number
  header: Header
  tracks: Track[]
  score?: WrittenScore
}

type SongErrorCode = 'not_a_song' | 'bad_song' | 'song_too_new'

export class SongError extends Error {
  override readonly name = 'SongError'
  constructor(
    readonly code: SongErrorCode,
    readonly path: string,
    message: string,
  ) {
    super(message)
  }
}

/** Parses a song. All times must be finite and at least 0. Returns errors instead of throwing. */
export function parseSong(json: unknown): Song | SongError {
  try {
    return checkedSong(json)
  } catch (error) {
    if (error instanceof SongError) return error
    throw error
  }
}

function checkedSong(json: unknown): Song {
  if (typeof json !== 'object' || json === null || !('tracks' in json)) {
    const message = 'This is not a song: a JSON song has a header and a list of tracks.'
    throw new SongError('not_a_song', '', message)
  }
  const checked = songSchema.safeParse(json)
  if (!checked.success) {
    const issue = checked.error.issues[0]
    const path = issue?.path.map(String).join('.') ?? ''
    const at = path === '' ? 'at its top' : `at ${path}`
    const message = `The song is damaged ${at}: ${issueSentence(issue)}. Export it again.`
    throw new SongError('bad_song', path, message)
  }
  const { version, header, tracks, score } = checked.data
  if (version !== undefined && version > SONG_VERSION) {
    const message = `The song has version ${version}, which is newer than this version of Fretwork. Update Fretwork to open it.`
    throw new SongError('song_too_new', 'version', message)
  }
  const map = tempoMap(header.tempos, header.ppq)
  if (header.tempos.length === 0) header.tempos.push({ bpm: DEFAULT_BPM, ticks: 0 })
  return {
    ...(version !== undefined && { version }),
    header,
    tracks: tracks.map((track, index) => completeTrack(track, map, `tracks.${index}`)),
    ...(score && { score }),
  }
}

const NOTE_NAMES = Array.from({ length: 128 }, (_, midi) => noteName(midi).name)

function completeTrack(track: LooseTrack, map: TempoMap, path: string): Track {
  const { family, number, name } = track.instrument
  const { programChanges } = track
  const momentOf = (
    { time: seconds, ticks, channel }: Partial<SongMoment>,
    ...where: readonly (string | number)[]
  ): SongMoment => {
    const time = seconds ?? (ticks === undefined ? Number.NaN : map.secondsAt(ticks))
    if (!isTime(time)) throw badMoment([path, ...where])
    return { time, ticks: ticks ?? map.ticksAt(time), ...(channel !== undefined && { channel }) }
  }
  return {
    name: track.name,
    channel: track.channel,
    instrument: { family: family ?? '', number, name: name ?? '' },
    notes: track.notes.map((note, index) => {
      const start = momentOf(note, 'notes', index)
      const { midi, velocity } = note
      const durationTicks = note.durationTicks ?? map.ticksAt(start.time + (note.duration ?? 0)) - start.ticks
      const duration = note.duration ?? map.secondsAt(start.ticks + durationTicks) - start.time
      if (!isTime(duration)) throw badMoment([path, 'notes', index])
      return {
        duration,
        durationTicks: Math.max(0, durationTicks),
        midi,
        name: note.name ?? NOTE_NAMES[midi] ?? '',
        velocity,
        ...start,
        ...given(note, 'string', 'fret', 'written', 'techniques', 'bend'),
      }
    }),
    controlChanges: Object.fromEntries(
      Object.entries(track.controlChanges).map(([controller, changes]) => [
        controller,
        changes.map(({ number, value, ...moment }, index) => ({
          ...{ number, value },
          ...momentOf(moment, 'controlChanges', controller, index),
        })),
      ]),
    ),
    pitchBends: track.pitchBends.map(({ value, ...moment }, index) => ({
      value,
      ...momentOf(moment, 'pitchBends', index),
    })),
    ...given(track, 'endOfTrackTicks', 'otherChannels', 'tuning', 'capo'),
    ...(programChanges && {
      programChanges: programChanges.map(({ number, ...moment }, index) => ({
        number,
        ...momentOf(moment, 'programChanges', index),
      })),
    }),
  }
}

function given<T extends object, K extends keyof T>(from: T, ...names: readonly K[]) {
  const parts: { [Name in K]?: Exclude<T[Name], undefined> } = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined) parts[name] = value as Exclude<T[K], undefined>
  }
  return parts
}

function isTime(seconds: number): boolean {
  return seconds >= 0 && seconds <= LONGEST_SECONDS
}

function badMoment(where: readonly (string | number)[]): SongError {
  const path = where.join('.')
  const message = `The song is damaged at ${path}: it has no time within 24 hours. Export it again.`
  return new SongError('bad_song', path, message)
}

export function channelsOf(track: Pick<Track, 'channel' | 'otherChannels'>): number[] {
  const { channel, otherChannels = [] } = track
  return [channel, ...otherChannels]
}

/** Includes rests at the end, as in sequencers. Ignores an end after 24 hours: the file must be damaged. */
export function songLengthMs(song: Song): number {
  const { tempos, ppq, endTicks = 0 } = song.header
  const map = tempoMap(tempos, ppq)
  const ends = [endTicks, ...song.tracks.map(({ endOfTrackTicks = 0 }) => endOfTrackTicks)]
  let end = Math.max(
    0,
    ...ends.map(ticks => map.secondsAt(ticks)).filter(seconds => seconds <= LONGEST_SECONDS),
  )
  for (const track of song.tracks) {
    for (const note of track.notes) end = Math.max(end, note.time + note.duration)
    for (const bend of track.pitchBends) end = Math.max(end, bend.time)
    for (const changes of Object.values(track.controlChanges)) {
      for (const change of changes) end = Math.max(end, change.time)
    }
  }
  return end * 1000
}
