import * as z from 'zod/mini'
import { phrases } from '../../core/platform/phrases.js'
import { defineSettings, type SettingsField } from '../../core/settings/section.js'
import { TEMPO } from '../player/tokens.js'
import type { SongInstruments } from './synthesis/arrangement.js'
import type { Patch } from './synthesis/sound-ports.js'

const INSTRUMENTS = ['nylon', 'steel', 'clean', 'jazz', 'overdriven', 'distorted', 'synthesiser'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

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
const PROGRAMS: Readonly<Record<Instrument, number>> = {
  nylon: 24,
  steel: 25,
  jazz: 26,
  clean: 27,
  overdriven: 29,
  distorted: 30,
  synthesiser: 0,
}

export function patchOfInstrument(instrument: Instrument): Patch {
  const program = PROGRAMS[instrument]
  return instrument === 'synthesiser' ? { program, isPlain: true } : { program }
}

export function songInstruments({ instrument, songInstruments }: SoundSettings): SongInstruments {
  return { instrument: patchOfInstrument(instrument), followsPrograms: songInstruments }
}

export const INSTRUMENT_NAMES = INSTRUMENTS.map(value => ({ value, label: NAMES[value] }))

const schema = z.object({
  instrument: z.enum(INSTRUMENTS),
  /** Uses the programs sent by a song. */
  songInstruments: z.boolean(),
  /** Volume, 0–1; see `gainOf`. */
  volume: z.number().check(z.gte(0), z.lte(1)),
  muted: z.boolean(),
  besideOutput: z.boolean(),
  hearInput: z.boolean(),
})

export type SoundSettings = z.infer<typeof schema>

interface SoundSwitch extends SettingsField {
  readonly id: 'songInstruments' | 'muted' | 'besideOutput' | 'hearInput'
  readonly title: string
  readonly command: string
}

export const SOUND_SWITCHES: readonly SoundSwitch[] = [
  {
    id: 'songInstruments',
    title: 'Song instruments',
    description: 'Play each track with its own instrument.',
    command: 'sound.toggle-song-instruments',
  },
  { id: 'muted', title: 'Mute', command: 'sound.toggle-mute' },
  {
    id: 'besideOutput',
    title: 'Also play through the built-in sound',
    description: 'Hear MIDI output here as well.',
    command: 'sound.toggle-beside-output',
  },
  {
    id: 'hearInput',
    title: 'Hear what I play',
    description:
      'Play MIDI devices, the on-screen neck and the computer keyboard through the built-in sound.',
    command: 'sound.toggle-hear-input',
  },
]

export const soundSettings = defineSettings<SoundSettings>({
  id: 'Sound',
  title: 'Sound',
  version: '1',
  schema,
  sync: { local: ['volume', 'muted', 'besideOutput', 'hearInput'] },
  defaults: {
    instrument: 'steel',
    songInstruments: true,
    volume: 0.7,
    muted: false,
    besideOutput: false,
    hearInput: false,
  },
  fields: [
    {
      id: 'instrument',
      title: 'Instrument',
      choices: INSTRUMENT_NAMES,
      command: 'sound.choose-instrument',
    },
    { id: 'volume', title: 'Volume', command: 'sound.set-volume' },
    ...SOUND_SWITCHES,
  ],
})

export const setVolumeArgs = z.strictObject({ volume: schema.shape.volume })
export const chooseInstrumentArgs = z.strictObject({ instrument: schema.shape.instrument })

export const AUDIO_FORMATS = ['wav', 'm4a', 'webm'] as const
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

export const MOST_COUNTED = 4

export const exportArgs = z.strictObject({
  /** Without a format, the dialog opens. */
  format: z.optional(z.enum(AUDIO_FORMATS)),
  loop: z.optional(z.boolean()),
  /** Indices. */
  tracks: z.optional(z.array(z.int().check(z.gte(0)))),
  tempo: z.optional(z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))),
  metronome: z.optional(z.boolean()),
  countIn: z.optional(z.int().check(z.gte(0), z.lte(MOST_COUNTED))),
})

export type ExportArgs = z.infer<typeof exportArgs>

export type SetVolumeArgs = z.infer<typeof setVolumeArgs>
export type ChooseInstrumentArgs = z.infer<typeof chooseInstrumentArgs>
