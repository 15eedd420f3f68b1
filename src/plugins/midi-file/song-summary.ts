import { songLengthMs, type Track } from '../../core/music/song/song.js'
import { DRUM_CHANNEL } from '../../core/music/song/song-events.js'
import { songKey } from '../../core/music/song/song-key.js'
import { phrase } from '../../core/platform/phrases.js'
import PROGRAM_NAMES from './program-names.phrases.json' with { type: 'json' }
import type { SongReading, SongSummary, SongTrackView } from './tokens.js'

const DRUM_KIT = phrase('Drums')

export interface Readings {
  readonly reading: SongReading
  readonly summary: SongSummary
}

export function readingsOf(reading: SongReading, name: string): Readings {
  return {
    reading,
    get summary() {
      return summaryOf(reading, name)
    },
  }
}

export function summaryOf({ song, notes }: SongReading, fileName: string): SongSummary {
  const { artist, album, arranger } = song.header
  return {
    ...(artist && { artist }),
    ...(album && { album }),
    ...(arranger && { arranger }),
    title: song.header.name.trim() || fileName.replace(/\.(midi?|smf|rmi|json)$/i, ''),
    key: songKey(song),
    lengthMs: songLengthMs(song),
    tracks: song.tracks.map(trackView),
    notes,
  }
}

function trackView({ name, channel, instrument, notes }: Track, index: number): SongTrackView {
  const drums = channel === DRUM_CHANNEL
  return {
    index,
    name: name.trim(),
    instrument: drums ? DRUM_KIT : (PROGRAM_NAMES[instrument.number] ?? ''),
    notes: notes.length,
    channel: channel + 1,
    playable: notes.length > 0 && !drums,
  }
}
