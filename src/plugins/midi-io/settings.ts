/** What is remembered about MIDI devices, and the arguments of the commands. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Octaves up and down: from end to end of what MIDI can name. */
export const OCTAVES = 10
const CHANNELS = Array.from({ length: 16 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))

const schema = z.object({
  /** Whole octaves added to the names of what is played; the pitch stays. */
  midiOctaveOffset: z.int().check(z.gte(-OCTAVES), z.lte(OCTAVES)),
  /** Id of the output port; empty while none was chosen. */
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
  names: async () => ({ default: t => ({ outputChannel: [{ value: 0, label: t('All') }, ...CHANNELS] }) }),
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
  defaults: {
    on: false,
    notes: true,
    controllers: true,
    bend: true,
    programs: true,
    pressure: true,
    sysex: false,
    realtime: false,
    channels: Array.from({ length: 16 }, (_, index) => index + 1),
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

export const selectOutputArgs = z.strictObject({ port: schema.shape.outputPort })
export const setChannelArgs = z.strictObject({ channel: schema.shape.outputChannel })
export const setVelocityArgs = z.strictObject({ velocity: schema.shape.velocity })

/** The line to copy; the newest of the log unless given. */
export const copyLineArgs = z.strictObject({ line: z.optional(z.string()) })

export type SelectOutputArgs = z.infer<typeof selectOutputArgs>
export type SetChannelArgs = z.infer<typeof setChannelArgs>
export type SetVelocityArgs = z.infer<typeof setVelocityArgs>
export type CopyLineArgs = z.infer<typeof copyLineArgs>

/** Words, as they are typed above the log. */
export const filterLogArgs = z.strictObject({ text: z.string() })
/** The id of a port that has played. */
export const filterPortArgs = z.strictObject({ port: z.string() })
export const filterChannelArgs = z.strictObject({ channel })
/** Kinds of events that the log filter tells apart. Here, because the login page loads this file and not the filter. */
export const LOG_KINDS = ['note', 'controller', 'bend', 'program', 'other'] as const

export type LogKind = (typeof LOG_KINDS)[number]

export const filterKindArgs = z.strictObject({ kind: z.enum(LOG_KINDS) })

export type FilterLogArgs = z.infer<typeof filterLogArgs>
export type FilterPortArgs = z.infer<typeof filterPortArgs>
export type FilterChannelArgs = z.infer<typeof filterChannelArgs>
export type FilterKindArgs = z.infer<typeof filterKindArgs>

/** The id of an input that is connected. */
const input = portShape.id

export const toggleInputArgs = z.strictObject({ input })
export const setGuitarArgs = z.strictObject({ input, guitar: setupShape.guitar })
export const setGuitarChannelArgs = z.strictObject({ input, channel: setupShape.firstChannel })
export const reverseGuitarArgs = z.strictObject({ input })
export const setBendRangeArgs = z.strictObject({ input, semitones: setupShape.bendRange })

export type ToggleInputArgs = z.infer<typeof toggleInputArgs>
export type SetGuitarArgs = z.infer<typeof setGuitarArgs>
export type SetGuitarChannelArgs = z.infer<typeof setGuitarChannelArgs>
export type ReverseGuitarArgs = z.infer<typeof reverseGuitarArgs>
export type SetBendRangeArgs = z.infer<typeof setBendRangeArgs>

const value = z.int().check(z.gte(0), z.lte(127))

/* What is sent by hand. */
export const controllerArgs = z.strictObject({ value })
export const holdArgs = z.strictObject({ down: z.boolean() })
export const bendArgs = z.strictObject({ bend: z.number().check(z.gte(-1), z.lte(1)) })
/** Two octaves are as far as instruments go. */
export const bendRangeArgs = z.strictObject({ semitones: z.int().check(z.gte(0), z.lte(24)) })
/** Counted from 1, as instruments show it. */
export const programArgs = z.strictObject({ program: z.int().check(z.gte(1), z.lte(128)) })

export type ControllerArgs = z.infer<typeof controllerArgs>
export type HoldArgs = z.infer<typeof holdArgs>
export type BendArgs = z.infer<typeof bendArgs>
export type BendRangeArgs = z.infer<typeof bendRangeArgs>
export type ProgramArgs = z.infer<typeof programArgs>

export const thruChannelArgs = z.strictObject({ channel })
export const thruInputArgs = z.strictObject({ port: z.string() })

export type ThruChannelArgs = z.infer<typeof thruChannelArgs>
export type ThruInputArgs = z.infer<typeof thruInputArgs>
