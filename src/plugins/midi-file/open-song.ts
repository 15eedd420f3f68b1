/** A song as it is shown: its title, its tracks and its bars. */
import { type Song, songLengthMs, type Track } from '../../core/music/song.js'
import { barsOf } from './bars.js'
import { DRUM_KIT, programmeName } from './programme-names.js'
import type { SongReading } from './read-midi-file.js'
import type { OpenSong, SongTrackView } from './tokens.js'

/** General MIDI plays drums on channel 10 (here counted from 0): its note numbers are no pitches. */
const DRUM_CHANNEL = 9

/** @param fileName names the song where the song does not name itself */
export function openSongOf({ song, notes }: SongReading, fileName: string): OpenSong {
  return {
    title: song.header.name.trim() || withoutEnding(fileName),
    song,
    tracks: song.tracks.map(trackView),
    notes,
    lengthMs: songLengthMs(song),
    placeAt: barsOf(song),
  }
}

function trackView({ name, channel, instrument, notes }: Track, index: number): SongTrackView {
  const drums = channel === DRUM_CHANNEL
  return {
    index,
    name: name.trim(),
    instrument: drums ? DRUM_KIT : programmeName(instrument.number),
    notes: notes.length,
    channel: channel + 1,
    playable: notes.length > 0 && !drums,
  }
}

/** Whether a track is among those that `shown` puts on the neck. */
export function isShown({ tracks }: OpenSong, shown: number | 'all', track: number): boolean {
  return shown === 'all' ? tracks[track]?.playable === true : shown === track
}

/** A song of our own, as if it had been read. */
export function ownSong(song: Song): SongReading {
  return { song, notes: [] }
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.(midi?|smf|json)$/i, '')
}
