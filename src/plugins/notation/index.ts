import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK_VIEW, SONG_LAYOUT } from '../fretboard/tokens.js'
import { SONG_LIBRARY } from '../library/tokens.js'
import { PLAYBACK_SETTINGS, SONG_FINGERING, SONG_SESSION } from '../player/tokens.js'
import { SCORES } from '../score-files/tokens.js'
import { CHOSEN_NOTE, NOTE_LOOKS } from '../tablature/tokens.js'
import { SHOWN_STAVES } from './internal-tokens.js'
import { notationSettings } from './notation-settings.js'

const view = { when: "route == '/fretboard' && player.song" } as const
const NO_STRIP = `${view.when} && !tablature.strip`

export default definePlugin({
  ...BUILT_IN,
  id: 'notation',
  title: 'Notation',
  description: 'Shows songs as notation.',
  runsIn: ['browser'],
  permissions: ['songs'],
  requires: [
    SONG_SESSION,
    SONG_FINGERING,
    PLAYBACK_SETTINGS,
    SCORES,
    NECK_VIEW,
    SONG_LAYOUT,
    NOTE_LOOKS,
    CHOSEN_NOTE,
  ],
  optional: [SONG_LIBRARY],
  provides: [SHOWN_STAVES],
  contributes: {
    settings: [notationSettings],
    commands: [
      { ...view, id: 'notation.print', title: 'Print tablature or notation', keys: ['$mod+p'] },
      { id: 'notation.zoom-in', title: 'Notation: zoom in', when: NO_STRIP },
      { id: 'notation.zoom-out', title: 'Notation: zoom out', when: NO_STRIP },
    ],
  },
  activateOn: ['route:/fretboard'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
