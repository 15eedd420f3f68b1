import * as z from 'zod/mini'
import {
  type Options,
  option,
  optionDefaults,
  optionFields,
  optionSchemas,
} from '../../core/commands/option.js'
import { phrase, phrases } from '../../core/platform/phrases.js'
import { defineSettings } from '../../core/settings/section.js'
import type { SongInstruments } from './synthesis/arrangement.js'
import type { Patch } from './synthesis/sound-port.js'

const INSTRUMENTS = ['nylon', 'steel', 'clean', 'jazz', 'overdriven', 'distorted', 'synthesiser'] as const
type Instrument = (typeof INSTRUMENTS)[number]

export const NAMES: Readonly<Record<Instrument | 'drums', string>> = phrases({
  nylon: 'Nylon-string guitar',
  steel: 'Steel-string guitar',
  clean: 'Clean electric guitar',
  jazz: 'Jazz guitar',
  overdriven: 'Overdriven guitar',
  distorted: 'Distorted guitar',
  synthesiser: 'Synthesizer',
  drums: 'Drums',
})

/** General MIDI programs, 0–127. */
const PROGRAMS: Readonly<Record<Exclude<Instrument, 'synthesiser'>, number>> = {
  nylon: 24,
  steel: 25,
  jazz: 26,
  clean: 27,
  overdriven: 29,
  distorted: 30,
}

/** Matches a preset of the user's own sound bank: `own-<bank>-<program>`. */
const OWN = /^own-(\d{1,3})-(\d{1,3})$/

/** @returns the steel-string guitar for unknown instruments, such as former ones */
export function patchOfInstrument(instrument: string): Patch {
  const [, bank, program] = OWN.exec(instrument) ?? []
  if (program !== undefined) return { program: Number(program), bank: Number(bank) }
  const known = INSTRUMENTS.find(each => each === instrument) ?? 'steel'
  return known === 'synthesiser' ? { program: 0, isPlain: true } : { program: PROGRAMS[known] }
}

export function songInstruments({ instrument, songInstruments, room }: SoundSettings): SongInstruments {
  return { instrument: patchOfInstrument(instrument), followsPrograms: songInstruments, room }
}

export const INSTRUMENT_NAMES = INSTRUMENTS.map(value => ({ value, label: NAMES[value] }))

const ROOMS = ['dry', 'room', 'hall'] as const
export const ROOM_NAMES = [
  { value: 'dry', label: phrase('Dry') },
  { value: 'room', label: phrase('Room') },
  { value: 'hall', label: phrase('Concert hall') },
] as const

export const DEFAULT_DEVICE = phrase('Default device')

export const LATENCY_NAMES = [
  { value: 'interactive', label: phrase('Lowest') },
  { value: 'balanced', label: phrase('Balanced') },
] as const

export const SOUND_SWITCHES = {
  songInstruments: option({
    title: 'Song instruments',
    description: 'Play each track with its own instrument.',
    default: true,
    command: { id: 'sound.toggle-song-instruments' },
  }),
  muted: option({
    title: 'Mute',
    default: false,
    command: { id: 'sound.toggle-mute', title: 'Mute the built-in sound', keys: ['shift+m'] },
  }),
  besideOutput: option({
    title: 'Also play through the built-in sound',
    description: 'Hear MIDI output here as well.',
    default: false,
    command: { id: 'sound.toggle-beside-output' },
  }),
  hearInput: option({
    title: 'Hear what I play',
    description:
      'Play MIDI devices, the on-screen neck and the computer keyboard through the built-in sound.',
    default: false,
    command: { id: 'sound.toggle-hear-input' },
  }),
} as const satisfies Options

const instrument = z.string().check(z.regex(new RegExp(`^(${INSTRUMENTS.join('|')})$|${OWN.source}`)))
const device = z.string()

const schema = z.object({
  instrument,
  ...optionSchemas(SOUND_SWITCHES),
  /** Volume, 0–1; see `gainOf`. */
  volume: z.number().check(z.gte(0), z.lte(1)),
  room: z.enum(ROOMS),
  /** ID of the audio device; empty for the default one. */
  device,
  /** The browser's `latencyHint`. */
  latency: z.enum(['interactive', 'balanced']),
})

export type SoundSettings = z.infer<typeof schema>

export const soundSettings = defineSettings<SoundSettings>({
  id: 'Sound',
  title: 'Sound',
  version: '2',
  schema,
  migrations: {
    '1': old => ({ ...old, ...(old.instrument === 'plucked-string' && { instrument: 'steel' }) }),
  },
  sync: { local: ['volume', 'muted', 'besideOutput', 'hearInput', 'device', 'latency'] },
  defaults: {
    instrument: 'steel',
    ...optionDefaults(SOUND_SWITCHES),
    volume: 0.7,
    room: 'room',
    device: '',
    latency: 'interactive',
  },
  fields: [
    {
      id: 'instrument',
      title: 'Instrument',
      choices: 'sound.choose-instrument.instrument',
      command: 'sound.choose-instrument',
    },
    { id: 'volume', title: 'Volume', command: 'sound.set-volume' },
    ...optionFields(SOUND_SWITCHES),
    { id: 'room', title: 'Reverb', choices: ROOM_NAMES },
    { id: 'device', hidden: true },
    { id: 'latency', title: 'Latency', choices: LATENCY_NAMES },
  ],
})

export const ARGS = {
  volume: z.strictObject({ volume: schema.shape.volume }),
  instrument: z.strictObject({ instrument }),
  device: z.strictObject({ device }),
}
