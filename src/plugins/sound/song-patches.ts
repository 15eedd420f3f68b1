import type { PluginContext } from '../../core/kernel/plugin.js'
import { channelsOf, type Song } from '../../music/song/song.js'
import { DRUM_CHANNEL } from '../../music/song/song-events.js'
import { PLAYBACK_SETTINGS, SONG_SESSION, type TrackMix } from '../player/tokens.js'
import type { Patch } from './synthesis/sound-port.js'
import { voicingOf } from './synthesis/voicings.js'

/** Returns the instruments needed for a song and its techniques. */
export function patchesOfSong({ tracks }: Song, mix: ReadonlyMap<number, Partial<TrackMix>>): Patch[] {
  const programs = new Set<number>()
  const kits = new Set<number>()
  for (const [index, track] of tracks.entries()) {
    const { notes, instrument, programChanges = [] } = track
    if (notes.length === 0) continue
    const chosen = mix.get(index)?.program
    const own = chosen === undefined ? [instrument, ...programChanges].map(({ number }) => number) : [chosen]
    const isDrums = channelsOf(track).includes(DRUM_CHANNEL)
    for (const number of own) (isDrums ? kits : programs).add(number)
    for (const { techniques } of isDrums ? [] : notes) {
      if (!techniques) continue
      for (const number of own) programs.add(voicingOf(techniques, number)?.program ?? number)
    }
  }
  return [
    ...[...programs].map(program => ({ program })),
    ...[...kits].map(program => ({ program, isDrums: true })),
  ]
}

/** @param songInstruments whether tracks use their own instruments */
export function patchesOfOpenSong({ find }: PluginContext, songInstruments: boolean): Patch[] {
  const { song } = find(SONG_SESSION)?.view.getState() ?? {}
  const playback = find(PLAYBACK_SETTINGS)
  const { metronome = false, countIn = 0 } = playback?.options.getState() ?? {}
  if (!song) return []
  return [
    ...(songInstruments ? patchesOfSong(song.song, playback?.view.getState().tracks ?? new Map()) : []),
    ...(metronome || countIn > 0 ? [{ program: 0, isDrums: true }] : []),
  ]
}

/** Runs `look` when the open song may need other instruments. */
export function onSongPatches({ follow }: PluginContext, look: () => void): void {
  follow(SONG_SESSION, session =>
    session?.view.subscribe((now, before) => now.song !== before.song && look()),
  )
  follow(PLAYBACK_SETTINGS, playback =>
    playback?.view.subscribe((now, before) => now.tracks !== before.tracks && look()),
  )
  follow(PLAYBACK_SETTINGS, playback => playback?.options.subscribe(look))
}
