/** What MIDI thru passes on, and the arguments of its commands. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const channel = z.int().check(z.gte(1), z.lte(16))

const schema = z.object({
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

export type ThruSettings = z.infer<typeof schema>

/** Stored under `<tenant>MidiThru`. */
export const thruSettings = defineSettings<ThruSettings>({
  id: 'MidiThru',
  title: 'MIDI thru',
  version: '1',
  schema,
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
      title: 'Pass on what comes in',
      description: 'From the inputs to the output',
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

export const thruChannelArgs = z.strictObject({ channel })
export const thruInputArgs = z.strictObject({ port: z.string() })

export type ThruChannelArgs = z.infer<typeof thruChannelArgs>
export type ThruInputArgs = z.infer<typeof thruInputArgs>
