/** Songs: MIDI files and their JSON, opened, listed and played on the neck. */
import { FILES_DROPPED } from '../../core/events/files-dropped.js'
import { definePlugin } from '../../core/kernel/manifest/plugin.js'
import { FOLLOWED_FRETS, NECK_VIEW } from '../fretboard/tokens.js'
import { MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { POSITIONS } from '../positions/tokens.js'
import english from './locales/en.json' with { type: 'json' }
import {
  barArgs,
  comingArgs,
  countInArgs,
  loopArgs,
  playSettings,
  practiceSettings,
  stepArgs,
  tempoArgs,
  trackArgs,
  transposeArgs,
  volumeArgs,
} from './practice-settings.js'
import { addressArgs, exportSongArgs, linkArgs, renameSongArgs, showTrackArgs, songArgs } from './settings.js'
import {
  COMING_MARKS,
  PLACES_KEEPER,
  PRACTICE_KEEPER,
  SONG_FORMAT_LIST,
  SONG_FORMATS,
  SONG_IMPORTS,
  SONG_LIST,
  SONG_NOTICES,
  SONG_PLACES,
  SONG_PRACTICE,
  SONG_READER,
  SONG_SESSION,
} from './tokens.js'

/** A file that is still being read keeps nobody from opening the next one: they wait for each other by themselves. */
const anyTime = { busy: 'parallel' } as const
const HERE = "route == '/fretboard'"
const WITH_SONG = `${HERE} && midi-file.song`

/** Songs are found by their names among the commands. */
const ASKS_SONG = [{ id: 'song', title: 'Song' }]
const ASKS_SONG_ONLY = [{ id: 'song', title: 'Song', onlyAsked: true }]
const TRACK = { id: 'track', title: 'Track number', onlyAsked: true }
const song = { when: WITH_SONG, busy: 'queue' } as const
const always = { when: HERE } as const

export default definePlugin({
  id: 'midi-file',
  version: '1.0.0',
  engine: '^1.1.0',
  title: 'Songs',
  description: 'Opens MIDI files and plays them on the neck and to the chosen output.',
  runsIn: ['browser', 'node'],
  requires: [MIDI_INPUT, MIDI_OUTPUT],
  // They decide the places where they are there; reading a song must not start them.
  lazy: [NECK_VIEW, FOLLOWED_FRETS, POSITIONS],
  provides: [
    SONG_FORMAT_LIST,
    SONG_READER,
    SONG_NOTICES,
    SONG_SESSION,
    ...[SONG_LIST, SONG_IMPORTS],
    ...[SONG_PRACTICE, SONG_PLACES, PRACTICE_KEEPER, PLACES_KEEPER, COMING_MARKS],
  ],
  extensionPoints: [SONG_FORMATS],
  contributes: {
    settings: [playSettings, practiceSettings],
    routes: [
      { path: '/songs', title: 'Songs', screen: 'SongsPage', auth: true },
      { path: '/songs/:id', title: 'Song', screen: 'SongPage', auth: true },
    ],
    navigation: [{ path: '/songs', title: 'Songs', icon: 'music', order: 10, when: 'loggedIn' }],
    commandsWhen: 'loggedIn',
    commands: [
      {
        id: 'midi-file.open-file',
        title: 'Open a MIDI file',
        needs: 'screen',
        words: 'import, load, upload',
        keys: ['$mod+o'],
        ...anyTime,
      },
      {
        id: 'midi-file.open-address',
        title: 'Open a song by its address',
        needs: 'screen',
        description: 'From this site, or from one that it trusts.',
        args: addressArgs,
        asks: [{ id: 'address', title: 'Address' }],
        ...anyTime,
      },
      {
        id: 'midi-file.open-link',
        title: 'Open a song from a link',
        needs: 'screen',
        args: linkArgs,
        hidden: true,
        ...anyTime,
      },
      {
        id: 'midi-file.cancel-reading',
        title: 'Stop reading files',
        needs: 'screen',
        when: 'midi-file.reading',
      },
      { id: 'midi-file.show-songs', title: 'Show my songs', needs: 'screen' },
      { id: 'midi-file.play-song', title: 'Play a song', args: songArgs, asks: ASKS_SONG, ...anyTime },
      { id: 'midi-file.open-song', title: 'Open a song', args: songArgs, asks: ASKS_SONG_ONLY, ...anyTime },
      {
        id: 'midi-file.rename-song',
        title: 'Rename a song',
        needs: 'screen',
        args: renameSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'name', title: 'Name' }],
      },
      {
        id: 'midi-file.remove-song',
        title: 'Remove a song',
        needs: 'screen',
        args: songArgs,
        asks: ASKS_SONG_ONLY,
      },
      {
        id: 'midi-file.export-song',
        title: 'Save a song as a file',
        needs: 'screen',
        words: 'export, download',
        args: exportSongArgs,
        asks: [...ASKS_SONG_ONLY, { id: 'format', title: 'Format', onlyAsked: true }],
        ...anyTime,
      },
      {
        id: 'midi-file.export-midi',
        title: 'Save the song as a MIDI file',
        needs: 'screen',
        when: WITH_SONG,
      },
      { id: 'midi-file.export-json', title: 'Save the song as JSON', needs: 'screen', when: WITH_SONG },
      {
        id: 'midi-file.toggle-playing',
        title: 'Play or stop the song',
        keys: ['$mod+enter'],
        when: WITH_SONG,
      },
      {
        id: 'midi-file.toggle-with-space',
        title: 'Play or stop the song with the space bar',
        needs: 'screen',
        keys: ['space'],
        hidden: true,
        // A button or a position of the neck that has the focus keeps its space bar.
        when: `${WITH_SONG} && midi-file.space-free`,
      },
      { id: 'midi-file.rewind-song', title: 'Back to the beginning of the song', when: WITH_SONG },
      { id: 'midi-file.close-song', title: 'Close the song', when: WITH_SONG },
      {
        id: 'midi-file.show-track',
        title: 'Show one track on the neck',
        args: showTrackArgs,
        asks: [{ id: 'track', title: 'Track number' }],
        when: WITH_SONG,
      },
      { id: 'midi-file.show-tracks', title: 'Show all tracks on the neck', when: WITH_SONG },
      { ...song, id: 'midi-file.previous-bar', title: 'Song: one bar back', keys: ['shift+arrowleft'] },
      { ...song, id: 'midi-file.next-bar', title: 'Song: one bar on', keys: ['shift+arrowright'] },
      {
        ...song,
        id: 'midi-file.go-to-bar',
        title: 'Song: go to a bar',
        args: barArgs,
        asks: [{ id: 'bar', title: 'Bar' }],
      },
      { ...song, id: 'midi-file.toggle-loop', title: 'Loop on or off', keys: ['shift+r'] },
      {
        ...song,
        id: 'midi-file.loop-from-here',
        title: 'Loop from here (A)',
        keys: ['$mod+shift+arrowleft'],
      },
      { ...song, id: 'midi-file.loop-to-here', title: 'Loop to here (B)', keys: ['$mod+shift+arrowright'] },
      {
        ...song,
        id: 'midi-file.loop-bars',
        title: 'Loop from bar to bar',
        args: loopArgs,
        asks: [
          { id: 'from', title: 'First bar' },
          { id: 'to', title: 'Last bar' },
        ],
      },
      { ...song, id: 'midi-file.clear-loop', title: 'Forget the loop' },
      { ...song, id: 'midi-file.play-slower', title: 'Play 5 % slower', keys: ['$mod+arrowdown'] },
      { ...song, id: 'midi-file.play-faster', title: 'Play 5 % faster', keys: ['$mod+arrowup'] },
      {
        ...song,
        id: 'midi-file.set-tempo',
        title: 'Set the tempo of the song',
        args: tempoArgs,
        asks: [{ id: 'percent', title: 'Percent' }],
      },
      {
        ...song,
        id: 'midi-file.set-tempo-steps',
        title: 'Each time through the loop faster',
        args: stepArgs,
        asks: [
          { id: 'percent', title: 'Percent each time' },
          { id: 'until', title: 'Until percent' },
        ],
      },
      { ...song, id: 'midi-file.transpose-up', title: 'Song: a semitone up', keys: ['$mod+shift+arrowup'] },
      {
        ...song,
        id: 'midi-file.transpose-down',
        title: 'Song: a semitone down',
        keys: ['$mod+shift+arrowdown'],
      },
      { ...song, id: 'midi-file.octave-up', title: 'Song: an octave up' },
      { ...song, id: 'midi-file.octave-down', title: 'Song: an octave down' },
      {
        ...song,
        id: 'midi-file.transpose',
        title: 'Transpose the song',
        args: transposeArgs,
        asks: [{ id: 'semitones', title: 'Semitones' }],
      },
      {
        ...song,
        id: 'midi-file.mute-track',
        title: 'Mute a track, or hear it again',
        args: trackArgs,
        asks: [TRACK],
      },
      {
        ...song,
        id: 'midi-file.solo-track',
        title: 'Hear a track alone, or all again',
        args: trackArgs,
        asks: [TRACK],
      },
      {
        ...song,
        id: 'midi-file.set-track-volume',
        title: 'Set the volume of a track',
        args: volumeArgs,
        asks: [TRACK, { id: 'percent', title: 'Percent' }],
      },
      {
        ...song,
        id: 'midi-file.toggle-track',
        title: 'Show a track as well, or no longer',
        args: trackArgs,
        asks: [TRACK],
      },
      {
        ...song,
        id: 'midi-file.toggle-waiting',
        title: 'Song waits until I have played it',
        keys: ['shift+q'],
      },
      { ...always, id: 'midi-file.toggle-metronome', title: 'Metronome on or off', keys: ['shift+g'] },
      {
        ...always,
        id: 'midi-file.set-count-in',
        title: 'Set the bars of the count-in',
        args: countInArgs,
        asks: [{ id: 'bars', title: 'Bars' }],
      },
      { ...always, id: 'midi-file.toggle-coming-notes', title: 'Outline coming notes, on or off' },
      {
        ...always,
        id: 'midi-file.set-coming-time',
        title: 'Set how early coming notes are outlined',
        args: comingArgs,
        asks: [{ id: 'milliseconds', title: 'Milliseconds' }],
      },
      { ...always, id: 'midi-file.toggle-follow', title: 'Show all frets that the song needs, on or off' },
    ],
  },
  activateOn: [
    ...(['route:/fretboard', 'route:/songs', 'route:/songs/:id'] as const),
    ...(['command:midi-file.*', `event:${FILES_DROPPED.id}`] as const),
  ],
  locales: {
    en: async () => ({ default: english }),
    de: () => import('./locales/de.json', { with: { type: 'json' } }),
  },
  load: () => import('./runtime.js'),
})
