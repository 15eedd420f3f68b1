/** The commands of practising, as data. */
import type { CommandContribution } from '../../core/commands/command.js'
import {
  barArgs,
  comingArgs,
  countInArgs,
  loopArgs,
  stepArgs,
  tempoArgs,
  trackArgs,
  transposeArgs,
  volumeArgs,
} from './practice-settings.js'

const TRACK = { id: 'track', title: 'Track number', onlyAsked: true }

/** @param here where a song could be played @param withSong where one is open */
export function practiceCommands(here: string, withSong: string): readonly CommandContribution[] {
  const song = { headless: true, when: withSong, busy: 'queue' } as const
  const always = { headless: true, when: here } as const
  return [
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
  ]
}
