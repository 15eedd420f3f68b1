import * as z from 'zod/mini'
import { FILES_DROPPED } from '../../core/events/app-events.js'
import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { SOUND_BANKS } from '../sound/tokens.js'

const removed = z.strictObject({ id: z.string() })
export type Removed = z.infer<typeof removed>

const SHARED = { needs: 'screen', feature: 'AddOn.Sampler' } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'sound-banks',
  title: 'SoundFonts and samples',
  description: 'More instruments for the built-in sound.',
  permissions: ['account'],
  requires: [SOUND_BANKS],
  contributes: {
    commandsWhen: 'loggedIn || guest',
    commands: [
      {
        ...SHARED,
        id: 'sound-banks.add',
        formerly: ['sound.add-instruments'],
        title: 'Add SoundFont or samples',
        description: 'Stores your own instruments on this device.',
      },
      {
        ...SHARED,
        id: 'sound-banks.remove',
        formerly: ['sound.remove-instrument'],
        title: 'Remove from my instruments',
        args: removed,
        asks: [{ id: 'id', title: 'Instrument' }],
      },
    ],
  },
  activateOn: [
    ...(['route:/fretboard', 'route:/practice/train', 'route:/metronome'] as const),
    ...(['command:sound-banks.*', `event:${FILES_DROPPED.id}`] as const),
  ],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
