/** The open song with the positions that the neck shows, for files that hold positions. */
import { SONG_VERSION, type Song, type SongNote } from '../../../core/music/song/song.js'
import type { ShownNote, SongFingering } from '../tokens.js'
import type { ReachableNeck } from './lowest-frets.js'

interface PlacedNotes extends Pick<SongFingering, 'positionOf'> {
  readonly notes: readonly ShownNote[]
}

/**
 * Tracks that are not shown stay as they are, and so do those of a score that is in another tuning than the neck.
 *
 * @returns the song itself where there is nothing to add
 */
export function songOnNeck(
  song: Song,
  { notes, positionOf }: PlacedNotes,
  { tuning, capo }: Pick<ReachableNeck, 'tuning' | 'capo'>,
): Song {
  if (notes.length === 0) return song
  const found = new Map<number, Map<number, Pick<SongNote, 'string' | 'fret'>>>()
  for (const [index, { track, note, pitch }] of notes.entries()) {
    const position = positionOf(index)
    // Transposed, the song is saved as it is written, and positions of other pitches are none of its.
    if (!position || song.tracks[track]?.notes[note]?.midi !== pitch) continue
    const { string, fret } = position
    const own = found.get(track) ?? new Map()
    found.set(track, own.set(note, { string, fret }))
  }
  const tracks = song.tracks.map((track, index) => {
    const positions = found.get(index)
    const isElsewhere = `${track.tuning}` !== `${tuning.strings}` || (track.capo ?? 0) !== capo
    if (!positions || (song.score && isElsewhere)) return track
    return {
      ...{ ...track, tuning: [...tuning.strings], capo },
      notes: track.notes.map((note, at) => ({ ...note, ...positions.get(at) })),
    }
  })
  return { ...song, version: SONG_VERSION, tracks }
}
