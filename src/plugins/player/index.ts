import { BUILT_IN, definePlugin } from '../../core/kernel/plugin.js'
import { NECK_VIEW, SONG_FRETS, SONG_TUNING } from '../fretboard/tokens.js'
import { SONG_EXPORTER, SONG_READER } from '../midi-file/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { ARGS, songSettings } from './settings.js'
import {
  ON_SONG_PAGES,
  PLAYBACK_SETTINGS,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_PAGES,
  SONG_PANEL,
  SONG_PERFORMER,
  SONG_SESSION,
} from './tokens.js'

const WITH_SONG = 'player.song'

const TRACK = { id: 'track', title: 'Track number', open: true }
const song = { when: WITH_SONG } as const
const queued = { ...song, busy: 'queue' } as const
/** Keeps command IDs from the `midi-file` plugin of version 1.0 working. */
const moved = (name: string) => ({ id: `player.${name}`, formerly: [`midi-file.${name}`] })

export default definePlugin({
  ...BUILT_IN,
  id: 'player',
  title: 'Player',
  description: 'Plays the open song on the neck and through the selected output.',
  permissions: ['midi-in', 'midi-out', 'account', 'files'],
  requires: [SONG_READER, SONG_EXPORTER, MIDI_INPUT, MIDI_OUTPUT],
  // Only the fingering uses these, so opening a song must not load them.
  lazy: [NECK_VIEW, SONG_FRETS, SONG_TUNING],
  provides: [SONG_SESSION, SONG_NOTICES, PLAYBACK_SETTINGS, SONG_FINGERING, SONG_PERFORMER],
  extensionPoints: [SONG_PANEL],
  contributes: {
    settings: [songSettings],
    drawers: SONG_PAGES.map((on, index) => ({
      ...({ id: `player.transport-${index}`, side: 'bottom', on, when: WITH_SONG } as const),
      ...{ title: 'Transport', screen: 'Transport' },
    })),
    commandsWhen: ON_SONG_PAGES,
    commands: [
      {
        ...moved('toggle-playing'),
        ...song,
        title: 'Play or pause the song',
        titles: ['player.playing', 'Pause the song', 'Play the song'],
        keys: ['$mod+enter'],
      },
      {
        ...moved('toggle-with-space'),
        needs: 'screen',
        title: 'Play or pause with the space bar',
        keys: ['space'],
        hidden: true,
        when: WITH_SONG,
        keysWhen: 'player.space-free',
      },
      { ...moved('rewind-song'), ...song, title: 'Back to the beginning of the song' },
      { ...moved('close-song'), ...song, title: 'Close the song' },
      {
        id: 'player.toggle-tracks',
        title: 'Show tracks',
        commandsWhen: false,
        when: "route == '/fretboard'",
      },
      { ...moved('export-midi'), needs: 'screen', title: 'Save the song as a MIDI file', when: WITH_SONG },
      { ...moved('export-json'), needs: 'screen', title: 'Save the song as JSON', when: WITH_SONG },
      {
        ...{ id: 'player.export-musicxml', needs: 'screen', title: 'Save the song as MusicXML' },
        ...{ description: 'Notation and tablature for other programs', when: WITH_SONG },
      },
      {
        ...{ id: 'player.export-guitar-pro', needs: 'screen', title: 'Save the song as Guitar Pro' },
        ...{ description: 'Version 7 and later', when: WITH_SONG },
      },
      {
        ...moved('show-track'),
        ...song,
        title: 'Show one track on the neck',
        args: ARGS.track,
        asks: [{ id: 'track', title: 'Track number' }],
      },
      { ...moved('show-tracks'), ...song, title: 'Show all tracks on the neck' },
      { ...moved('previous-bar'), ...queued, title: 'Previous bar', keys: ['shift+arrowleft'] },
      { ...moved('next-bar'), ...queued, title: 'Next bar', keys: ['shift+arrowright'] },
      {
        ...moved('go-to-bar'),
        ...queued,
        title: 'Go to bar',
        args: ARGS.bar,
        asks: [{ id: 'bar', title: 'Bar' }],
      },
      { ...moved('mute-track'), ...queued, title: 'Mute or unmute a track', args: ARGS.track, asks: [TRACK] },
      {
        ...moved('solo-track'),
        ...queued,
        title: 'Solo or unsolo a track',
        args: ARGS.track,
        asks: [TRACK],
      },
      {
        ...moved('set-track-volume'),
        ...queued,
        title: 'Set a track’s volume',
        args: ARGS.volume,
        asks: [TRACK, { id: 'percent', title: 'Percent' }],
      },
      {
        ...{ id: 'player.set-track-instrument', ...queued, title: 'Set a track’s instrument' },
        args: ARGS.instrument,
        asks: [TRACK, { id: 'program', title: 'Instrument' }],
      },
      {
        ...{ id: 'player.set-track-pan', ...queued, title: 'Pan a track' },
        args: ARGS.pan,
        asks: [TRACK, { id: 'pan', title: 'From −100 (left) to 100 (right)' }],
      },
      {
        ...{ id: 'player.set-track-reverb', ...queued, title: 'Set a track’s reverb' },
        args: ARGS.volume,
        asks: [TRACK, { id: 'percent', title: 'Percent' }],
      },
      {
        ...{ id: 'player.reset-track', ...queued, title: 'Reset a track’s mix' },
        args: ARGS.track,
        asks: [TRACK],
      },
      {
        ...moved('toggle-track'),
        ...queued,
        title: 'Show or hide a track on the neck',
        args: ARGS.track,
        asks: [TRACK],
      },
    ],
  },
  activateOn: ['route:/fretboard', 'command:player.*'],
  words: () => import('./words.json', { with: { type: 'json' } }),
  locales: { de: () => import('./locales/de.json', { with: { type: 'json' } }) },
  load: () => import('./runtime.js'),
})
