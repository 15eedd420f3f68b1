import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

export const OCTAVES = 10
export const CHANNELS: readonly number[] = Array.from({ length: 16 }, (_, index) => index + 1)

const schema = z.object({
  /** Octave shift of note names; pitches are unchanged. */
  midiOctaveOffset: z.int().check(z.gte(-OCTAVES), z.lte(OCTAVES)),
  /** Empty until the user chooses an output; `NO_OUTPUT` means none. */
  outputPort: z.string(),
  outputChannel: z.int().check(z.gte(0), z.lte(16)),
  velocity: z.number().check(z.gte(0), z.lte(1)),
})

export type MidiSettings = z.infer<typeof schema>

/** Defaults according to the specification, section 3. */
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
      description: 'For notes without a velocity',
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
  enabled: z.boolean(),
  guitar: z.enum(['auto', 'on', 'off']),
  /** Channel of the highest string, or of the lowest string if reversed. */
  firstChannel: z.int().check(z.gte(1), z.lte(16)),
  reversed: z.boolean(),
  /** Semitones at full bend; 0 uses the device's own range. */
  bendRange: z.int().check(z.gte(0), z.lte(96)),
  /** True once the device has played like a guitar. It is then treated as one on every connection. */
  recognised: z._default(z.boolean(), false),
}

const inputSchema = z.object({ ...portShape, ...setupShape })

const devicesSchema = z.object({
  inputs: z.array(inputSchema),
  /** Identifies the chosen output if its ID changes. */
  output: z.nullable(z.object(portShape)),
})

export type InputSetup = Omit<z.infer<typeof inputSchema>, 'id' | 'name' | 'manufacturer'>
export type DeviceSettings = z.infer<typeof devicesSchema>

export const DEFAULT_SETUP: InputSetup = {
  enabled: true,
  guitar: 'auto',
  firstChannel: 1,
  reversed: false,
  bendRange: 0,
  recognised: false,
}

export const deviceSettings = defineSettings<DeviceSettings>({
  id: 'MidiDevices',
  title: 'MIDI devices',
  version: '1',
  schema: devicesSchema,
  sync: 'device',
  defaults: { inputs: [], output: null },
  fields: [
    { id: 'inputs', hidden: true },
    { id: 'output', hidden: true },
  ],
})

const channel = z.int().check(z.gte(1), z.lte(16))

const thruSchema = z.object({
  on: z.boolean(),
  notes: z.boolean(),
  controllers: z.boolean(),
  bend: z.boolean(),
  programs: z.boolean(),
  pressure: z.boolean(),
  sysex: z.boolean(),
  realtime: z.boolean(),
  channels: z.array(channel),
  /** Inputs that aren't forwarded. A deny list, so that new inputs are forwarded by default. */
  withoutInputs: z.array(z.string()),
})

export type ThruSettings = z.infer<typeof thruSchema>

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
    { id: 'pressure', title: 'Aftertouch' },
    { id: 'sysex', title: 'SysEx' },
    { id: 'realtime', title: 'Clock and transport' },
    { id: 'channels', title: 'Channels', command: 'midi-io.toggle-thru-channel' },
    { id: 'withoutInputs', hidden: true },
  ],
})

const bindingFields = z.object({
  kind: z.enum(['controller', 'note', 'program', 'nrpn', 'bend', 'pressure']),
  channel,
  /** Control number: 0–127; 0–16383 for NRPNs; 0 for pitch bend and channel aftertouch. */
  number: z.int().check(z.gte(0), z.lte(16383)),
  /** True for 14-bit controllers. The controller with this number plus 32 sends the fine byte. */
  fine: z.optional(z.boolean()),
  port: z.optional(z.object(portShape)),
  command: z.string().check(z.minLength(1)),
  args: z.optional(z.record(z.string(), z.unknown())),
  follows: z.optional(z.string()),
  /** If true, messages from this control are not played, shown or logged. */
  keeps: z.boolean(),
})

export const bindingSchema = bindingFields.check(
  z.refine(({ kind, number }) => kind === 'nrpn' || number <= 127, { path: ['number'] }),
)

export type Binding = Readonly<z.infer<typeof bindingSchema>>

export interface LearnSettings {
  readonly on: boolean
  /** Validated individually, so that an invalid mapping doesn't affect the others. */
  readonly bindings: readonly unknown[]
}

const learnSchema = z.object({ on: z.boolean(), bindings: z.array(z.unknown()) })

export const learnSettings = defineSettings<LearnSettings>({
  id: 'MidiLearn',
  title: 'MIDI mappings',
  version: '2',
  schema: learnSchema as z.ZodMiniType<LearnSettings>,
  defaults: { on: true, bindings: [] },
  migrations: { '1': old => ({ ...old, bindings: listOf(old.bindings).map(withProgram) }) },
  fields: [
    {
      id: 'on',
      title: 'Enable MIDI mappings',
      description: 'Pedals, knobs and pads you’ve mapped',
      command: 'midi-learn.toggle',
    },
    { id: 'bindings', hidden: true },
  ],
})

/** Migrates version 1, which spelled *program* the British way in mappings and log filters. */
function withProgram(binding: unknown): unknown {
  if (!isRecord(binding)) return binding
  const { kind, args } = binding
  return {
    ...binding,
    ...(isProgram(kind) && { kind: 'program' }),
    ...(isRecord(args) && isProgram(args.kind) && { args: { ...args, kind: 'program' } }),
  }
}

function isProgram(kind: unknown): boolean {
  return typeof kind === 'string' && kind.startsWith('program')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Event kinds in the log. Defined here because the login page doesn't load the log filter. */
export const LOG_KINDS = ['note', 'controller', 'bend', 'program', 'other'] as const

export type LogKind = (typeof LOG_KINDS)[number]

const input = portShape.id

export const ARGS = {
  output: z.strictObject({ port: schema.shape.outputPort }),
  outputChannel: z.strictObject({ channel: schema.shape.outputChannel }),
  velocity: z.strictObject({ velocity: schema.shape.velocity }),
  line: z.strictObject({ line: z.optional(z.string()) }),
  text: z.strictObject({ text: z.string() }),
  port: z.strictObject({ port: z.string() }),
  channel: z.strictObject({ channel }),
  kind: z.strictObject({ kind: z.enum(LOG_KINDS) }),
  input: z.strictObject({ input }),
  guitar: z.strictObject({ input, guitar: setupShape.guitar }),
  guitarChannel: z.strictObject({ input, channel: setupShape.firstChannel }),
  inputBendRange: z.strictObject({ input, semitones: setupShape.bendRange }),
  value: z.strictObject({ value: z.int().check(z.gte(0), z.lte(127)) }),
  hold: z.strictObject({ down: z.boolean() }),
  bend: z.strictObject({ bend: z.number().check(z.gte(-1), z.lte(1)) }),
  bendRange: z.strictObject({ semitones: z.int().check(z.gte(0), z.lte(24)) }),
  /** Program number starting at 1, as displayed on instruments. */
  program: z.strictObject({ program: z.int().check(z.gte(1), z.lte(128)) }),
  command: z.strictObject({ command: z.string() }),
  control: z.strictObject({ control: z.string() }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
