import * as z from 'zod/mini'
import type { Store } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'

export const REPORT_FORMAT = 'fretwork-report'
export const REPORT_VERSION = 1

const whole = z.int()
const record = z.record(z.string(), z.unknown())

const litShape = z.object({
  /** MIDI note, 0–127. */
  pitch: whole,
  velocity: z.number(),
  /** False if only a pedal sustains the note. */
  held: z.boolean(),
  /** Pitch bend, semitones. */
  bend: z.number(),
})

const viewShape = z.object({
  /** MIDI notes of the open strings, string 1 first. */
  strings: z.array(whole).check(z.minLength(1), z.maxLength(16)),
  /** Start frets of strings that don't start at the nut. */
  begins: z.optional(z.array(whole)),
  capo: whole,
  fretMin: whole,
  fretMax: whole,
  /** True if notes without a string are shown at a single position. */
  onePlace: z.boolean(),
})

/** Changes since the previous step. */
const shownShape = z.object({
  /** By string and fret, such as `6/3`, with frets counted from the capo; null if no longer lit. */
  positions: z.optional(z.record(z.string(), z.nullable(litShape))),
  /** Sounding MIDI notes in ascending order. */
  notes: z.optional(z.array(whole)),
  view: z.optional(viewShape),
})

const stepBase = {
  /** Time since the first step, ms. */
  at: z.number(),
  shown: z.optional(shownShape),
}

const midiStep = z.object({
  ...stepBase,
  kind: z.literal('midi'),
  port: z.string().check(z.minLength(1)),
  raw: z.string().check(z.regex(/^[0-9a-f]{2}( [0-9a-f]{2})*$/, 'bytes such as "90 40 64" are needed')),
  /** Local time of the event. */
  time: z.string().check(z.regex(/^\d{2}:\d{2}:\d{2}:\d{3}$/, 'expected a time such as "12:00:00:000"')),
  /** Time when the device sent the message, ms since the first step; before `at` if it was processed late. */
  deviceAt: z.optional(z.number()),
  string: z.optional(whole.check(z.gte(1), z.lte(16))),
  /** Remaining fields of the logged event. */
  event: z.optional(record),
})

const commandStep = z.object({
  ...stepBase,
  kind: z.literal('command'),
  id: z.string(),
  args: z.optional(z.unknown()),
  /** Omitted if the command was still running. */
  outcome: z.optional(
    z.object({
      ms: z.number(),
      ok: z.boolean(),
      value: z.optional(z.unknown()),
      code: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
})

const settingsStep = z.object({
  ...stepBase,
  kind: z.literal('settings'),
  section: z.string(),
  changed: record,
})

const callStep = z.object({
  ...stepBase,
  kind: z.literal('call'),
  name: z.string(),
  ms: z.number(),
  status: z.optional(whole),
  request: z.optional(z.unknown()),
  answer: z.optional(z.unknown()),
})

const eventStep = z.object({
  ...stepBase,
  kind: z.literal('event'),
  id: z.string(),
  payload: z.optional(z.unknown()),
})

const logStep = z.object({
  ...stepBase,
  kind: z.literal('log'),
  level: z.string(),
  source: z.string(),
  message: z.string(),
  errors: z.optional(z.array(z.string())),
})

export const stepShape = z.discriminatedUnion('kind', [
  midiStep,
  commandStep,
  settingsStep,
  callStep,
  eventStep,
  logStep,
])

const beforeShape = z.object({ port: z.string(), raw: z.string(), string: z.optional(whole) })

export const reportShape = z.object({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  /** Creation time, ISO 8601. */
  made: z.string(),
  app: z.object({ version: z.string(), host: z.string(), browser: z.optional(z.string()) }),
  page: z.optional(z.string()),
  user: z.object({
    loggedIn: z.boolean(),
    plan: z.optional(z.string()),
    language: z.optional(z.string()),
  }),
  remark: z.optional(z.string()),
  plugins: z.array(
    z.object({
      id: z.string(),
      version: z.string(),
      status: z.string(),
      reason: z.optional(z.string()),
    }),
  ),
  /** Settings at the first step that differ from the defaults, by section. */
  settings: z.record(z.string(), record),
  /** Bend ranges set by the user, by port, in semitones; 0 if the range has changed since. */
  bendRanges: z.record(z.string(), z.number()),
  view: z.optional(viewShape),
  start: z.optional(shownShape),
  /** Messages that recreate the state before the first step. */
  before: z.array(beforeShape),
  /** Set if the beginning is missing. Notes without a string are then compared by pitch. */
  cut: z.boolean(),
  steps: z.array(stepShape),
  picture: z.optional(z.string()),
})

export type ProblemReport = z.infer<typeof reportShape>
export type ReportStep = z.infer<typeof stepShape>
export type MidiStep = z.infer<typeof midiStep>
export type CommandStep = z.infer<typeof commandStep>
export type Lit = z.infer<typeof litShape>
export type Shown = z.infer<typeof shownShape>
export type ShownView = z.infer<typeof viewShape>

export const REPORT_PARTS = ['midi', 'commands', 'events', 'calls', 'settings', 'picture'] as const
export type ReportPart = (typeof REPORT_PARTS)[number]
export const STEP_KINDS: Partial<Record<ReportPart, readonly ReportStep['kind'][]>> = {
  midi: ['midi'],
  commands: ['command'],
  events: ['event', 'log'],
  calls: ['call'],
  settings: ['settings'],
}

/** @example hexOf([144, 64, 100]) // '90 40 64' */
export function hexOf(bytes: readonly number[]): string {
  return bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
}

export function bytesOfHex(text: string): number[] {
  return text.split(' ').map(byte => Number.parseInt(byte, 16))
}

export interface ShownReport {
  readonly report: ProblemReport
  readonly from: string
}

export const SHOWN_REPORT =
  createToken<Store<{ readonly shown: ShownReport | undefined }>>('diagnostics.shown-report')
