import * as z from 'zod/mini'
import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import {
  MOST_COUNTED,
  ON_SONG_PAGES,
  PLAYBACK_SETTINGS,
  SONG_PERFORMER,
  SONG_SESSION,
  TEMPO,
} from '../player/tokens.js'
import { SONG_RENDERER } from '../sound/tokens.js'

const FORMATS = ['wav', 'm4a', 'webm'] as const
export type AudioFormat = (typeof FORMATS)[number]

const args = z.strictObject({
  /** Export format. If omitted, the dialog opens. */
  format: z.optional(z.enum(FORMATS)),
  loop: z.optional(z.boolean()),
  /** Track indices. */
  tracks: z.optional(z.array(z.int().check(z.gte(0)))),
  tempo: z.optional(z.int().check(z.gte(TEMPO.least), z.lte(TEMPO.most))),
  metronome: z.optional(z.boolean()),
  countIn: z.optional(z.int().check(z.gte(0), z.lte(MOST_COUNTED))),
})

export type ExportArgs = z.infer<typeof args>

export default definePlugin({
  ...BUILT_IN,
  id: 'audio-export',
  title: 'Audio export',
  description: 'Saves songs as audio files.',
  permissions: ['songs'],
  requires: [SONG_RENDERER, SONG_SESSION, SONG_PERFORMER, PLAYBACK_SETTINGS],
  contributes: {
    commandsWhen: `(loggedIn || guest) && player.song && (${ON_SONG_PAGES})`,
    commands: [
      {
        id: 'audio-export.save',
        formerly: ['sound.export-audio'],
        title: 'Export audio',
        description: 'Saves the song or loop as an audio file.',
        args,
        needs: 'screen',
      },
      {
        id: 'audio-export.save-practice-track',
        formerly: ['sound.export-practice-track'],
        title: 'Export practice track',
        description: 'Saves the song as an audio file without the track shown on the neck.',
        needs: 'screen',
      },
    ],
  },
  activateOn: ['command:audio-export.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
