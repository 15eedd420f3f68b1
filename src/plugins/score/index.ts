import { BUILT_IN, definePlugin, inPage } from '../../core/kernel/plugin.js'
import { DRAGGED_FRETS, NECK_VIEW, SONG_LAYOUT, SONG_TUNING } from '../fretboard/tokens.js'
import { SONG_LIBRARY } from '../library/tokens.js'
import {
  PLAYBACK_SETTINGS,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_RELOADED,
  SONG_SESSION,
} from '../player/tokens.js'
import { SCORES } from '../score-files/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import { notationSettings, stringArgs, tablatureSettings, viewArgs, zoneArgs } from './settings.js'
import { CHOSEN_NOTE, NOTE_LOOKS } from './tokens.js'

const WITH_SONG = 'player.song'
const IN_STRIP = `${WITH_SONG} && tablature.strip`
const NO_STRIP = `${WITH_SONG} && !tablature.strip`
const WITH_NOTE = `${WITH_SONG} && tablature.chosen`

const song = { when: WITH_SONG, busy: 'queue' } as const
const note = { ...song, when: WITH_NOTE } as const
/** Pinning requires a plan. */
const pin = { ...note, feature: 'positions' } as const

export default definePlugin({
  ...BUILT_IN,
  id: 'score',
  formerly: ['tablature', 'notation'],
  title: 'Tablature and notation',
  description: 'Shows the open song as tablature and notation and lets you pin notes to strings.',
  permissions: ['songs', 'account'],
  requires: [
    SONG_SESSION,
    SONG_NOTICES,
    SONG_FINGERING,
    PLAYBACK_SETTINGS,
    NECK_VIEW,
    DRAGGED_FRETS,
    SONG_LAYOUT,
    SONG_TUNING,
  ],
  optional: [SONG_LIBRARY],
  lazy: [SCORES],
  provides: [NOTE_LOOKS, CHOSEN_NOTE],
  contributes: {
    settings: [tablatureSettings, notationSettings],
    commandsWhen: "route == '/fretboard'",
    commands: [
      { id: 'tablature.toggle', title: 'Show tablature' },
      { ...song, id: 'tablature.next-note', title: 'Tablature: next note' },
      { ...song, id: 'tablature.previous-note', title: 'Tablature: previous note' },
      { ...pin, id: 'tablature.higher-string', title: 'Move note to next higher string' },
      { ...pin, id: 'tablature.lower-string', title: 'Move note to next lower string' },
      {
        ...pin,
        id: 'tablature.put-on',
        title: 'Move note to string',
        args: stringArgs,
        asks: [{ id: 'string', title: 'String', onlyAsked: true }],
      },
      { ...pin, id: 'tablature.pin-here', title: 'Pin note' },
      { ...note, id: 'tablature.free-note', title: 'Unpin note' },
      { ...song, id: 'tablature.free-all', title: 'Unpin all notes' },
      {
        ...song,
        id: 'tablature.find-others',
        title: 'Find other positions',
        description: 'Replaces the positions in the file',
        when: `${WITH_SONG} && tablature.written == 'used'`,
      },
      {
        ...song,
        id: 'tablature.use-written',
        title: 'Use the positions in the file',
        when: `${WITH_SONG} && tablature.written == 'ignored'`,
      },
      {
        ...song,
        id: 'tablature.use-tuning',
        title: 'Use the track’s tuning',
        when: `${WITH_SONG} && tablature.tuning == 'mine'`,
      },
      {
        ...song,
        id: 'tablature.keep-tuning',
        title: 'Keep my tuning',
        description: 'Uses your tuning instead of the track’s',
        when: `${WITH_SONG} && tablature.tuning == 'track'`,
      },
      {
        ...song,
        id: 'tablature.find-for-mine',
        title: 'Find positions for my tuning',
        description: 'Ignores the tuning and positions in the file',
        when: `${WITH_SONG} && tablature.tuning == 'track'`,
      },
      {
        ...song,
        id: 'tablature.set-zone',
        title: 'Set hand position',
        description: 'Places notes in this position where possible',
        args: zoneArgs,
        asks: [
          { id: 'from', title: 'First fret' },
          { id: 'to', title: 'Last fret' },
        ],
      },
      { ...song, id: 'tablature.clear-zone', title: 'Clear hand position' },
      {
        ...song,
        id: 'tablature.show-view',
        title: 'Show song as',
        description: 'Tablature, notation or a plugin view',
        args: viewArgs,
        asks: [{ id: 'view', title: 'View', onlyAsked: true }],
      },
      { ...song, id: 'tablature.zoom-in', title: 'Tablature: zoom in', when: IN_STRIP },
      { ...song, id: 'tablature.zoom-out', title: 'Tablature: zoom out', when: IN_STRIP },
      { ...song, id: 'tablature.copy', title: 'Copy tablature' },
      { ...song, id: 'tablature.save-text', title: 'Export tablature as text' },
      {
        ...song,
        id: 'tablature.save-page',
        title: 'Export tablature as HTML page',
        description: 'A single self-contained file',
        feature: 'Download.HTML',
      },
      {
        ...{ id: 'notation.print', title: 'Print tablature or notation', keys: ['$mod+p'] },
        ...{ when: WITH_SONG, needs: 'screen' },
      },
      { id: 'notation.zoom-in', title: 'Notation: zoom in', when: NO_STRIP, needs: 'screen' },
      { id: 'notation.zoom-out', title: 'Notation: zoom out', when: NO_STRIP, needs: 'screen' },
    ],
  },
  // Activate with the page. A panel that appears with the song would push other panels down.
  activateOn: ['route:/fretboard', 'command:tablature.*', 'command:notation.*', `event:${SONG_RELOADED.id}`],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { en: inPage(english), de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
