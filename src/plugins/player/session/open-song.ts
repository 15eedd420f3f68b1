/** A song as it is open: its summary, its bars, and what identifies it. */
import type { Song } from '../../../core/music/song/song.js'
import { ROWS_AT_ONCE, type Steps } from '../../../core/platform/steps.js'
import type { SongSummary } from '../../midi-file/tokens.js'
import type { OpenSong } from '../tokens.js'
import { barGrid } from './bars.js'

export function* openSongSteps(song: Song, summary: SongSummary): Steps<OpenSong> {
  const key = yield* songKeySteps(song)
  const { lengthMs } = summary
  const { barBeatAt, barStart } = barGrid(song)
  const last = barBeatAt(lengthMs)
  // What ends with the last bar does not reach into the next one.
  const endsBefore = last.beat === 1 && last.bar > 1 && barStart(last.bar) >= lengthMs - 1
  return { ...summary, key, song, bars: endsBefore ? last.bar - 1 : last.bar, barBeatAt, barStart }
}

/** FNV-1a of 32 bits (draft-eastlake-fnv). */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** The same for the same notes, whatever the file is called: `b4e1c2d0-312`. */
function* songKeySteps({ header, tracks }: Song): Steps<string> {
  let hash = OFFSET
  let notes = 0
  const all = tracks.reduce((sum, track) => sum + track.notes.length, 0)
  const take = (value: number) => {
    for (
      let rest = Math.abs(Math.round(value)), bytes = 0;
      bytes < 4;
      bytes += 1, rest = Math.floor(rest / 256)
    )
      hash = Math.imul(hash ^ (rest & 255), PRIME)
  }
  take(header.ppq)
  for (const track of tracks) {
    take(track.channel)
    for (const { midi, ticks } of track.notes) {
      take(midi)
      take(ticks)
      notes += 1
      if (notes % ROWS_AT_ONCE === 0) yield notes / all
    }
  }
  return `${(hash >>> 0).toString(16).padStart(8, '0')}-${notes}`
}
