/** The shape of `@tonejs/midi`. Version 2 adds positions, tunings, techniques and the score, all optional. */

import type { z } from 'zod/mini'
import { noteName } from '../guitar/note-name.js'
import { type Header, LONGEST_SECONDS, type LooseTrack, songSchema } from './song-schema.js'
import type { Technique } from './techniques.js'
import { DEFAULT_BPM, type TempoMap, tempoMap } from './tempo-map.js'

export const SONG_VERSION = 2

export interface SongNote {
  midi: number
  name: string
  /** Seconds from the start of the song, like every `time` here. */
  time: number
  ticks: number
  /** Seconds. */
  duration: number
  durationTicks: number
  velocity: number
  /** 0–15, if it differs from that of the track. */
  channel?: number
  /** From 1, the first of the track's tuning. */
  string?: number
  fret?: number
  written?: number
  techniques?: Technique[]
  /** From its beginning (0) to its end (1), semitones above the fretted pitch. */
  bend?: { at: number; semitones: number }[]
}

export interface SongControlChange {
  number: number
  time: number
  ticks: number
  /** 0–15, if it differs from that of the track. */
  channel?: number
  value: number
}

export interface SongPitchBend {
  time: number
  ticks: number
  /** 0–15, if it differs from that of the track. */
  channel?: number
  /** −1 to 1 of the bend range: (14-bit value − 8192) / 8192. */
  value: number
}

export interface SongProgramChange {
  time: number
  ticks: number
  /** 0–15, if it differs from that of the track. */
  channel?: number
  /** 0–127. */
  number: number
}

export interface Track {
  name: string
  channel: number
  instrument: { family: string; number: number; name: string }
  notes: SongNote[]
  controlChanges: Record<string, SongControlChange[]>
  pitchBends: SongPitchBend[]
  endOfTrackTicks?: number | undefined
  /** 0–15: let a note bend while others of its chord do not. */
  otherChannels?: number[]
  programChanges?: SongProgramChange[]
  /** Open strings without the capo, string 1 first. */
  tuning?: number[]
  capo?: number
}

export interface WrittenScore {
  /** The data model of alphaTab, without default values. */
  format: 'alphatab-1'
  content: Record<string, unknown>
  /** In playing order: when each begins, and its index as written. */
  bars: { ticks: number; bar: number }[]
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

/** Times are finite and at least 0. Returns errors and never throws. */
export function parseSong(json: unknown): Song | SongError {
  if (typeof json !== 'object' || json === null || !('tracks' in json)) {
    return new SongError(
      'not_a_song',
      '',
      'This is not a song: a song in JSON has a header and a list of tracks.',
    )
  }
  const checked = songSchema.safeParse(json)
  if (!checked.success) {
    const issue = checked.error.issues[0]
    const path = issue?.path.map(String).join('.') ?? ''
    const at = path === '' ? 'at its top' : `at ${path}`
    return new SongError('bad_song', path, `The song is damaged ${at}: ${reason(issue)}. Export it again.`)
  }
  const { version, header, tracks, score } = checked.data
  if (version !== undefined && version > SONG_VERSION) return tooNew(version)
  const map = tempoMap(header.tempos, header.ppq)
  if (header.tempos.length === 0) header.tempos.push({ bpm: DEFAULT_BPM, ticks: 0 })
  const song: Song = {
    ...(version !== undefined && { version }),
    header,
    tracks: [],
    ...(score && { score }),
  }
  for (const [index, track] of tracks.entries()) {
    const completed = completeTrack(track, map, `tracks.${index}`)
    if (completed instanceof SongError) return completed
    song.tracks.push(completed)
  }
  return song
}

function tooNew(version: number): SongError {
  const message = `The song is of version ${version}, newer than this program. Update Fretwork to open it.`
  return new SongError('song_too_new', 'version', message)
}

function reason(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it cannot be read'
  if (issue.code === 'invalid_type') return `a value of type ${issue.expected} is needed`
  if (issue.code === 'too_small') return `a value of at least ${issue.minimum} is needed`
  if (issue.code === 'too_big') return `a value of at most ${issue.maximum} is needed`
  return 'the value is not allowed'
}

interface Moment {
  readonly time?: number | undefined
  readonly ticks?: number | undefined
}

function completeTrack(track: LooseTrack, map: TempoMap, path: string): Track | SongError {
  const { family, number, name } = track.instrument
  const complete: Track = {
    name: track.name,
    channel: track.channel,
    instrument: { family: family ?? '', number, name: name ?? '' },
    notes: [],
    controlChanges: {},
    pitchBends: [],
    ...given(track, 'endOfTrackTicks', 'otherChannels', 'tuning', 'capo'),
  }

  for (const [index, note] of track.notes.entries()) {
    const start = startOf(note, map)
    if (start === undefined) return badMoment(`${path}.notes.${index}`)
    const { midi, velocity } = note
    const durationTicks = note.durationTicks ?? map.ticksAt(start.time + (note.duration ?? 0)) - start.ticks
    const duration = note.duration ?? map.secondsAt(start.ticks + durationTicks) - start.time
    if (!isTime(duration)) return badMoment(`${path}.notes.${index}`)
    const name = note.name ?? noteName(midi).name
    complete.notes.push({
      duration,
      durationTicks: Math.max(0, durationTicks),
      midi,
      name,
      velocity,
      ...start,
      ...given(note, 'channel', 'string', 'fret', 'written', 'techniques', 'bend'),
    })
  }
  for (const [controller, changes] of Object.entries(track.controlChanges)) {
    const list: SongControlChange[] = []
    for (const [index, { value, ...change }] of changes.entries()) {
      const start = startOf(change, map)
      if (start === undefined) return badMoment(`${path}.controlChanges.${controller}.${index}`)
      list.push({ number: change.number, value, ...start, ...given(change, 'channel') })
    }
    complete.controlChanges[controller] = list
  }
  for (const [index, bend] of track.pitchBends.entries()) {
    const start = startOf(bend, map)
    if (start === undefined) return badMoment(`${path}.pitchBends.${index}`)
    complete.pitchBends.push({ value: bend.value, ...start, ...given(bend, 'channel') })
  }
  if (track.programChanges) complete.programChanges = []
  for (const [index, change] of (track.programChanges ?? []).entries()) {
    const start = startOf(change, map)
    if (start === undefined) return badMoment(`${path}.programChanges.${index}`)
    complete.programChanges?.push({ number: change.number, ...start, ...given(change, 'channel') })
  }
  return complete
}

function given<T extends object, K extends keyof T>(from: T, ...names: readonly K[]) {
  const parts: { [Name in K]?: Exclude<T[Name], undefined> } = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined) parts[name] = value as Exclude<T[K], undefined>
  }
  return parts
}

function startOf(moment: Moment, map: TempoMap): { time: number; ticks: number } | undefined {
  const { ticks } = moment
  const time = moment.time ?? (ticks === undefined ? Number.NaN : map.secondsAt(ticks))
  return isTime(time) ? { time, ticks: ticks ?? map.ticksAt(time) } : undefined
}

function isTime(seconds: number): boolean {
  return seconds >= 0 && seconds <= LONGEST_SECONDS
}

function badMoment(path: string): SongError {
  const message = `The song is damaged at ${path}: it has no time within 24 hours. Export it again.`
  return new SongError('bad_song', path, message)
}

export function channelsOf({
  channel,
  otherChannels = [],
}: Pick<Track, 'channel' | 'otherChannels'>): number[] {
  return [channel, ...otherChannels]
}

/** As sequencers show it: a loop keeps its rests. An end after 24 hours is damage, and ignored. */
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
