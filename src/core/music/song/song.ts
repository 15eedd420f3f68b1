/**
 * A song: what a MIDI file holds, as JSON (specification, section 3). The shape is the one that
 * `@tonejs/midi` writes, so that its files can be read and ours be read by others.
 */

import * as z from 'zod/mini'
import { noteName } from '../guitar/note-name.js'
import { DEFAULT_BPM, DEFAULT_PPQ, type TempoMap, tempoMap } from './tempo-map.js'

/** A damaged file can claim years; no song is longer than the clock that times it, which has 24 hours. */
const LONGEST_SECONDS = 86_400

const ticks = z.number().check(z.gte(0))
const seconds = z.number().check(z.gte(0), z.lte(LONGEST_SECONDS))
const portion = z.number().check(z.gte(0), z.lte(1))
const midiByte = z.int().check(z.gte(0), z.lte(127))

const noteSchema = z.object({
  /** Note number, 0–127. */
  midi: midiByte,
  /** Seconds from the start of the song. */
  time: z.optional(seconds),
  ticks: z.optional(ticks),
  name: z.optional(z.string()),
  /** 0–1. */
  velocity: z._default(portion, 0.5),
  /** Seconds. */
  duration: z.optional(seconds),
  durationTicks: z.optional(ticks),
})

const momentShape = { time: z.optional(seconds), ticks: z.optional(ticks) }

const controlChangeSchema = z.object({ ...momentShape, number: midiByte, value: portion })

const pitchBendSchema = z.object({ ...momentShape, value: z.number().check(z.gte(-2), z.lte(2)) })

const trackSchema = z.object({
  name: z._default(z.string(), ''),
  /** 0–15, as in the bytes of a MIDI file. */
  channel: z._default(z.int().check(z.gte(0), z.lte(15)), 0),
  instrument: z._default(
    z.object({
      family: z._default(z.nullable(z.string()), ''),
      number: z._default(midiByte, 0),
      name: z._default(z.nullable(z.string()), ''),
    }),
    { family: '', number: 0, name: '' },
  ),
  notes: z.array(noteSchema),
  controlChanges: z._default(z.record(z.string(), z.array(controlChangeSchema)), {}),
  pitchBends: z._default(z.array(pitchBendSchema), []),
  endOfTrackTicks: z.optional(ticks),
})

const headerSchema = z.object({
  name: z._default(z.string(), ''),
  ppq: z._default(z.number().check(z.gt(0)), DEFAULT_PPQ),
  tempos: z._default(z.array(z.object({ bpm: z.number().check(z.gt(0)), ticks })), []),
  timeSignatures: z._default(
    z.array(
      z.object({
        ticks,
        timeSignature: z.tuple([z.number().check(z.gt(0)), z.number().check(z.gt(0))]),
        measures: z.optional(z.nullable(z.number())),
      }),
    ),
    [],
  ),
  /** `key` names the signature by its major key, also where `scale` is minor, as `@tonejs/midi` does. */
  keySignatures: z._default(z.array(z.object({ ticks, key: z.string(), scale: z.string() })), []),
  meta: z._default(z.array(z.object({ ticks, text: z.string(), type: z.string() })), []),
})

/** Accepts what other programs leave out; `parseSong` fills it in. */
export const songSchema = z.object({ header: z.prefault(headerSchema, {}), tracks: z.array(trackSchema) })

/** A song as others write it: what may be left out is optional. */
export type LooseSong = z.input<typeof songSchema>

type Header = z.output<typeof headerSchema>
type LooseTrack = z.output<typeof trackSchema>

export interface SongNote {
  midi: number
  /** `C#4`. */
  name: string
  /** Seconds from the start of the song, like every `time` here. */
  time: number
  ticks: number
  /** Seconds. */
  duration: number
  durationTicks: number
  /** 0–1. */
  velocity: number
}

export interface SongControlChange {
  number: number
  time: number
  ticks: number
  /** 0–1. */
  value: number
}

export interface SongPitchBend {
  time: number
  ticks: number
  /** −1 to 1 of the instrument's bend range: the 14-bit value less 8192, divided by 8192. */
  value: number
}

export interface Track {
  name: string
  /** 0–15, as in the bytes of a MIDI file. */
  channel: number
  /** `number` is the program, 0–127. */
  instrument: { family: string; number: number; name: string }
  notes: SongNote[]
  /** By controller number, written as text. */
  controlChanges: Record<string, SongControlChange[]>
  pitchBends: SongPitchBend[]
  endOfTrackTicks?: number | undefined
}

export interface Song {
  header: Header
  tracks: Track[]
}

type SongErrorCode = 'not_a_song' | 'bad_song'

/** Why something is not a song. `path` is where, as in `tracks.0.notes.12.midi`; empty for the whole. */
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

/**
 * Checks a song in JSON and fills in what is missing: 480 ticks per beat and 120 bpm, note names, times from
 * ticks and ticks from times. Every time in the answer is finite and at least 0.
 *
 * @returns the song, or the SongError saying what is wrong and where. Never throws.
 */
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
  const { header, tracks } = checked.data
  const map = tempoMap(header.tempos, header.ppq)
  if (header.tempos.length === 0) header.tempos.push({ bpm: DEFAULT_BPM, ticks: 0 })
  const song: Song = { header, tracks: [] }
  for (const [index, track] of tracks.entries()) {
    const completed = completeTrack(track, map, `tracks.${index}`)
    if (completed instanceof SongError) return completed
    song.tracks.push(completed)
  }
  return song
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
    ...(track.endOfTrackTicks === undefined ? {} : { endOfTrackTicks: track.endOfTrackTicks }),
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
    })
  }
  for (const [controller, changes] of Object.entries(track.controlChanges)) {
    const list: SongControlChange[] = []
    for (const [index, { value, ...change }] of changes.entries()) {
      const start = startOf(change, map)
      if (start === undefined) return badMoment(`${path}.controlChanges.${controller}.${index}`)
      list.push({ number: change.number, value, ...start })
    }
    complete.controlChanges[controller] = list
  }
  for (const [index, bend] of track.pitchBends.entries()) {
    const start = startOf(bend, map)
    if (start === undefined) return badMoment(`${path}.pitchBends.${index}`)
    complete.pitchBends.push({ value: bend.value, ...start })
  }
  return complete
}

/** Time in seconds and ticks, the one that is missing worked out from the other. */
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

/** Length of a song in milliseconds: to the end of its last note, controller change or bend. */
export function songLengthMs(song: Song): number {
  let end = 0
  for (const track of song.tracks) {
    for (const note of track.notes) end = Math.max(end, note.time + note.duration)
    for (const bend of track.pitchBends) end = Math.max(end, bend.time)
    for (const changes of Object.values(track.controlChanges)) {
      for (const change of changes) end = Math.max(end, change.time)
    }
  }
  return end * 1000
}
