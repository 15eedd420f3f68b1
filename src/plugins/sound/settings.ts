import * as z from 'zod/mini'
import { phrases } from '../../core/platform/phrases.js'
import { defineSettings, type SettingsField } from '../../core/settings/section.js'
import type { TimbreName } from './instruments/timbres.js'

const INSTRUMENTS = ['synthesiser', 'plucked-string'] as const
export type Instrument = (typeof INSTRUMENTS)[number]

const NAMES: Readonly<Record<Instrument, string>> = phrases({
  synthesiser: 'Synthesizer',
  'plucked-string': 'Plucked string',
})
export const INSTRUMENT_TIMBRES = {
  synthesiser: 'synthesizer',
  'plucked-string': 'plucked string',
} as const satisfies Readonly<Record<Instrument, TimbreName>>

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
    instrument: 'plucked-string',
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

export type SetVolumeArgs = z.infer<typeof setVolumeArgs>
export type ChooseInstrumentArgs = z.infer<typeof chooseInstrumentArgs>
