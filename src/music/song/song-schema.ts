import * as z from 'zod/mini'
import { DEFAULT_PPQ } from './song-time.js'
import { techniqueSchema } from './techniques.js'

/** Maximum song length, s. Damaged files can claim to be years long. */
export const LONGEST_SECONDS = 86_400

const MOST_STRINGS = 12
export const HIGHEST_FRET = 36

const ticks = z.number().check(z.gte(0))
const seconds = z.number().check(z.gte(0), z.lte(LONGEST_SECONDS))
const portion = z.number().check(z.gte(0), z.lte(1))
const midiByte = z.int().check(z.gte(0), z.lte(127))
const channel = z.int().check(z.gte(0), z.lte(15))

const momentShape = {
  /** Seconds. */
  time: z.optional(seconds),
  ticks: z.optional(ticks),
  /** Channel 0–15, if it differs from the track's. */
  channel: z.optional(channel),
}

const noteSchema = z.object({
  ...momentShape,
  midi: midiByte,
  name: z.optional(z.string()),
  velocity: z._default(portion, 0.5),
  /** Seconds. */
  duration: z.optional(seconds),
  durationTicks: z.optional(ticks),
  string: z.optional(z.int().check(z.gte(1), z.lte(MOST_STRINGS))),
  fret: z.optional(z.int().check(z.gte(0), z.lte(HIGHEST_FRET))),
  written: z.optional(z.int().check(z.gte(0))),
  techniques: z.optional(z.array(techniqueSchema)),
  /**
   * Points of a bend: `at` is 0 (start of the note) to 1 (end), `semitones` is relative to the fretted pitch.
   */
  bend: z.optional(z.array(z.object({ at: portion, semitones: z.number() }))),
})

const controlChangeSchema = z.object({ ...momentShape, number: midiByte, value: portion })

const pitchBendSchema = z.object({
  ...momentShape,
  /** Fraction of the bend range, −1 to 1: (14-bit value − 8192) / 8192. */
  value: z.number().check(z.gte(-2), z.lte(2)),
})

const programChangeSchema = z.object({ ...momentShape, number: midiByte })

const trackSchema = z.object({
  name: z._default(z.string(), ''),
  channel: z._default(channel, 0),
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
  otherChannels: z.optional(z.array(channel)),
  programChanges: z.optional(z.array(programChangeSchema)),
  /** Pitches of the open strings without capo, string 1 first. */
  tuning: z.optional(z.array(midiByte).check(z.minLength(1), z.maxLength(MOST_STRINGS))),
  capo: z.optional(z.int().check(z.gte(0), z.lte(HIGHEST_FRET))),
})

const scoreSchema = z.object({
  format: z.literal('alphatab-1'),
  /** alphaTab's data model, without default values. */
  content: z.record(z.string(), z.unknown()),
  bars: z.array(z.object({ ticks, bar: z.int().check(z.gte(0)) })),
})

const headerSchema = z.object({
  name: z._default(z.string(), ''),
  artist: z.optional(z.string()),
  album: z.optional(z.string()),
  arranger: z.optional(z.string()),
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
  /** As in `@tonejs/midi`, `key` is the major key with the same signature, even if `scale` is minor. */
  keySignatures: z._default(z.array(z.object({ ticks, key: z.string(), scale: z.string() })), []),
  meta: z._default(z.array(z.object({ ticks, text: z.string(), type: z.string() })), []),
  endTicks: z.optional(ticks),
})

export const songSchema = z.object({
  version: z.optional(z.number()),
  header: z.prefault(headerSchema, {}),
  tracks: z.array(trackSchema),
  score: z.optional(scoreSchema),
})

export type LooseSong = z.input<typeof songSchema>

export type Header = z.output<typeof headerSchema>
export type WrittenScore = z.output<typeof scoreSchema>
export type LooseTrack = z.output<typeof trackSchema>
