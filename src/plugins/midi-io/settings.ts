/** What is remembered about MIDI devices, and the arguments of the commands. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Octaves up and down: from end to end of what MIDI can name. */
export const OCTAVES = 10
export const CHANNELS: readonly number[] = Array.from({ length: 16 }, (_, index) => index + 1)

const schema = z.object({
  /** Whole octaves added to the names of what is played; the pitch stays. */
  midiOctaveOffset: z.int().check(z.gte(-OCTAVES), z.lte(OCTAVES)),
  /** Id of the output port; empty while none was chosen, `NO_OUTPUT` where none is wanted. */
  outputPort: z.string(),
  /** 1–16, or 0 for all channels. */
  outputChannel: z.int().check(z.gte(0), z.lte(16)),
  /** For notes without their own velocity, 0–1. */
  velocity: z.number().check(z.gte(0), z.lte(1)),
})

export type MidiSettings = z.infer<typeof schema>

/** Stored under `<tenant>Midi` (specification, section 3). */
export const midiSettings = defineSettings<MidiSettings>({
  id: 'Midi',
  title: 'MIDI',
  version: '1',
  schema,
  sync: 'device',
  defaults: { midiOctaveOffset: 0, outputPort: '', outputChannel: 1, velocity: 0.5 },
  fields: [
    { id: 'midiOctaveOffset', title: 'Octave offset', unit: 'octaves' },
    {
      id: 'outputPort',
      title: 'Output',
      choices: 'midi-io.select-output.port',
      command: 'midi-io.select-output',
    },
    { id: 'outputChannel', title: 'Channel', command: 'midi-io.set-channel' },
    {
      id: 'velocity',
      title: 'Velocity',
      description: 'For notes without their own velocity',
      command: 'midi-io.set-velocity',
    },
  ],
  names: async () => ({
    default: t => ({
      outputChannel: [0, ...CHANNELS].map(value => ({
        value,
        label: value === 0 ? t('All') : String(value),
      })),
    }),
  }),
})

const portShape = { id: z.string(), name: z.string(), manufacturer: z.string() }

const setupShape = {
  /** Off: nothing that it plays is received. */
  enabled: z.boolean(),
  /** Whether it counts as a MIDI guitar; `auto`: while it plays like one. */
  guitar: z.enum(['auto', 'on', 'off']),
  /** 1–16: the channel on which the row of its strings begins. */
  firstChannel: z.int().check(z.gte(1), z.lte(16)),
  /** The row begins with the lowest string instead of the highest. */
  reversed: z.boolean(),
  /** Semitones that a full bend makes; 0 leaves it to the device. */
  bendRange: z.int().check(z.gte(0), z.lte(96)),
  /** It has played like a guitar, and nothing against it since: it is one at once when it comes back. */
  recognised: z._default(z.boolean(), false),
}

const inputSchema = z.object({ ...portShape, ...setupShape })

const devicesSchema = z.object({
  /** Those that the user has set up, the latest last. */
  inputs: z.array(inputSchema),
  /** The chosen output, so that it is found again when its id has changed. */
  output: z.nullable(z.object(portShape)),
})

export type InputSetup = Omit<z.infer<typeof inputSchema>, 'id' | 'name' | 'manufacturer'>
export type DeviceSettings = z.infer<typeof devicesSchema>

/** Of an input that the user hasn't set up. */
export const DEFAULT_SETUP: InputSetup = {
  enabled: true,
  guitar: 'auto',
  firstChannel: 1,
  reversed: false,
  bendRange: 0,
  recognised: false,
}

/** Stored under `<tenant>MidiDevices`. */
export const deviceSettings = defineSettings<DeviceSettings>({
  id: 'MidiDevices',
  title: 'MIDI devices',
  version: '1',
  schema: devicesSchema,
  sync: 'device',
  defaults: { inputs: [], output: null },
  // The drawer Device status changes them, next to each device.
  fields: [
    { id: 'inputs', hidden: true },
    { id: 'output', hidden: true },
  ],
})

const channel = z.int().check(z.gte(1), z.lte(16))

const thruSchema = z.object({
  /** Whether anything is passed on at all. */
  on: z.boolean(),
  notes: z.boolean(),
  controllers: z.boolean(),
  bend: z.boolean(),
  programs: z.boolean(),
  /** Of single keys and of whole channels. */
  pressure: z.boolean(),
  sysex: z.boolean(),
  /** Clock, start, stop and song position. */
  realtime: z.boolean(),
  channels: z.array(channel),
  /** Ids of the inputs that are left out; one that is plugged in for the first time is passed on. */
  withoutInputs: z.array(z.string()),
})

export type ThruSettings = z.infer<typeof thruSchema>

/** Stored under `<tenant>MidiThru`. */
export const thruSettings = defineSettings<ThruSettings>({
  id: 'MidiThru',
  title: 'MIDI thru',
  version: '1',
  schema: thruSchema,
  sync: 'device',
  defaults: {
    on: false,
    notes: true,
    controllers: true,
    bend: true,
    programs: true,
    pressure: true,
    sysex: false,
    realtime: false,
    channels: [...CHANNELS],
    withoutInputs: [],
  },
  fields: [
    {
      id: 'on',
      title: 'MIDI thru',
      description: 'Forwards input to the output',
      command: 'midi-io.toggle-thru',
    },
    { id: 'notes', title: 'Notes' },
    { id: 'controllers', title: 'Controllers' },
    { id: 'bend', title: 'Pitch bend' },
    { id: 'programs', title: 'Program changes' },
    { id: 'pressure', title: 'Pressure' },
    { id: 'sysex', title: 'System-exclusive' },
    { id: 'realtime', title: 'Clock and transport' },
    { id: 'channels', title: 'Channels', command: 'midi-io.toggle-thru-channel' },
    { id: 'withoutInputs', hidden: true },
  ],
})

/** Kinds of events that the log filter tells apart. Here, because the login page loads this file and not the filter. */
export const LOG_KINDS = ['note', 'controller', 'bend', 'program', 'other'] as const

export type LogKind = (typeof LOG_KINDS)[number]

/** The id of a connected input. */
const input = portShape.id

/** What commands are given. */
export const ARGS = {
  output: z.strictObject({ port: schema.shape.outputPort }),
  outputChannel: z.strictObject({ channel: schema.shape.outputChannel }),
  velocity: z.strictObject({ velocity: schema.shape.velocity }),
  /** The line of the log to copy; the newest unless given. */
  line: z.strictObject({ line: z.optional(z.string()) }),
  /** Words, as they are typed above the log. */
  text: z.strictObject({ text: z.string() }),
  /** The id of a port that has played, or can. */
  port: z.strictObject({ port: z.string() }),
  channel: z.strictObject({ channel }),
  kind: z.strictObject({ kind: z.enum(LOG_KINDS) }),
  input: z.strictObject({ input }),
  guitar: z.strictObject({ input, guitar: setupShape.guitar }),
  guitarChannel: z.strictObject({ input, channel: setupShape.firstChannel }),
  inputBendRange: z.strictObject({ input, semitones: setupShape.bendRange }),
  /** Of a controller that is sent by hand, as are those below. */
  value: z.strictObject({ value: z.int().check(z.gte(0), z.lte(127)) }),
  hold: z.strictObject({ down: z.boolean() }),
  bend: z.strictObject({ bend: z.number().check(z.gte(-1), z.lte(1)) }),
  /** Two octaves are as far as instruments go. */
  bendRange: z.strictObject({ semitones: z.int().check(z.gte(0), z.lte(24)) }),
  /** Counted from 1, as instruments show it. */
  program: z.strictObject({ program: z.int().check(z.gte(1), z.lte(128)) }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
