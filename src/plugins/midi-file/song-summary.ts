import { phrase } from '../../core/platform/phrases.js'
import { type Song, songLengthMs, type Track } from '../../music/song/song.js'
import { DRUM_CHANNEL } from '../../music/song/song-events.js'
import programNames from './program-names.phrases.json' with { type: 'json' }
import type { SongReading, SongSummary, SongTrackView } from './tokens.js'

const DRUM_KIT = phrase('Drums')

export const PROGRAM_NAMES: readonly string[] = programNames

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

/** 32-bit FNV-1a (draft-eastlake-fnv). */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** Identifies a song by its notes, regardless of the file name. Example: `b4e1c2d0-312`. */
function songKey({ header, tracks }: Pick<Song, 'header' | 'tracks'>): string {
  let hash = OFFSET
  let notes = 0
  const take = (value: number) => {
    const rest = Math.abs(Math.round(value))
    for (let bits = 0; bits < 32; bits += 8) hash = Math.imul(hash ^ ((rest >>> bits) & 255), PRIME)
  }
  take(header.ppq)
  for (const track of tracks) {
    take(track.channel)
    for (const { midi, ticks } of track.notes) {
      take(midi)
      take(ticks)
    }
    notes += track.notes.length
  }
  return `${(hash >>> 0).toString(16).padStart(8, '0')}-${notes}`
}
