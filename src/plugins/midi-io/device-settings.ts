/** What is remembered of each device, and the arguments of the commands that change it. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const portShape = { id: z.string(), name: z.string(), manufacturer: z.string() }

const setupShape = {
  /** Off: nothing that it plays is taken in. */
  enabled: z.boolean(),
  /** Whether it counts as a MIDI guitar; `auto`: while it plays like one. */
  guitar: z.enum(['auto', 'on', 'off']),
  /** 1–16: the channel on which the row of its strings begins. */
  firstChannel: z.int().check(z.gte(1), z.lte(16)),
  /** The row begins with the lowest string instead of the highest. */
  reversed: z.boolean(),
  /** Semitones that a full bend makes; 0 leaves it to the device. */
  bendRange: z.int().check(z.gte(0), z.lte(96)),
}

const inputSchema = z.object({ ...portShape, ...setupShape })

const schema = z.object({
  /** Those that somebody has set up, the latest last. */
  inputs: z.array(inputSchema),
  /** The chosen output, so that it is found again when its id has changed. */
  output: z.nullable(z.object(portShape)),
})

export type KeptInput = z.infer<typeof inputSchema>
export type InputSetup = Omit<KeptInput, 'id' | 'name' | 'manufacturer'>
export type DeviceSettings = z.infer<typeof schema>

/** Of an input that nobody has set up. */
export const USUAL_SETUP: InputSetup = {
  enabled: true,
  guitar: 'auto',
  firstChannel: 1,
  reversed: false,
  bendRange: 0,
}

/** Stored under `<tenant>MidiDevices`. */
export const deviceSettings = defineSettings<DeviceSettings>({
  id: 'MidiDevices',
  title: 'MIDI devices',
  version: '1',
  schema,
  defaults: { inputs: [], output: null },
  // The drawer Device status changes them, beside the devices that they are of.
  fields: [
    { id: 'inputs', hidden: true },
    { id: 'output', hidden: true },
  ],
})

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
