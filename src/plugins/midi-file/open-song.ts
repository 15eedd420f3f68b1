/** A song as it is shown: its title, its tracks and its bars. */
import { type Song, songLengthMs, type Track } from '../../core/music/song/song.js'
import { atOnce, type Steps } from '../../core/platform/steps.js'
import { barGrid } from './bars.js'
import { DRUM_KIT, programName } from './program-names.js'
import type { SongReading } from './read-midi-file.js'
import { songKeySteps } from './song-key.js'
import { DRUM_CHANNEL } from './song-mix.js'
import type { OpenSong, SongTrackView } from './tokens.js'

/** @param fileName names the song where the song does not name itself */
export function openSongOf(reading: SongReading, fileName: string): OpenSong {
  return atOnce(openSongSteps(reading, fileName))
}

/** The same in steps. */
export function* openSongSteps({ song, notes }: SongReading, fileName: string): Steps<OpenSong> {
  const key = yield* songKeySteps(song)
  const lengthMs = songLengthMs(song)
  const { placeAt, barStart } = barGrid(song)
  const last = placeAt(lengthMs)
  return {
    key,
    title: song.header.name.trim() || withoutEnding(fileName),
    song,
    tracks: song.tracks.map(trackView),
    notes,
    lengthMs,
    // What ends with the last bar does not reach into the next one.
    bars: last.beat === 1 && last.bar > 1 && barStart(last.bar) >= lengthMs - 1 ? last.bar - 1 : last.bar,
    placeAt,
    barStart,
  }
}

function trackView({ name, channel, instrument, notes }: Track, index: number): SongTrackView {
  const drums = channel === DRUM_CHANNEL
  return {
    index,
    name: name.trim(),
    instrument: drums ? DRUM_KIT : programName(instrument.number),
    notes: notes.length,
    channel: channel + 1,
    playable: notes.length > 0 && !drums,
  }
}

/** A song of our own, as if it had been read. */
export function ownSong(song: Song): SongReading {
  return { song, notes: [] }
}

function withoutEnding(fileName: string): string {
  return fileName.replace(/\.(midi?|smf|json)$/i, '')
}
