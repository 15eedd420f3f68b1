/** All that is made of a song before it is put in, in steps: of a song of a million events no step holds a page up. */
import { partOf, type Steps } from '../../core/platform/steps.js'
import { type BarGrid, barGrid } from './bars.js'
import { openSongSteps } from './open-song.js'
import type { SongReading } from './read-midi-file.js'
import { type ShownNotes, shownNoteSteps } from './shown-notes.js'
import { isShown, remembered } from './shown-tracks.js'
import { type SongScore, scoreSteps } from './song-score.js'
import type { PractisedSong, ShownTracks, SongPracticeKeeper } from './tokens/practice.js'
import type { OpenSong } from './tokens.js'

export interface ReadySong {
  readonly song: OpenSong
  readonly score: SongScore
  readonly grid: BarGrid
  /** The tracks that were shown last time, as far as the song has them. */
  readonly tracks: ShownTracks
  /** Of those tracks, at that transposition. */
  readonly shown: ShownNotes
  readonly transpose: number
}

/** How far the first two parts of the work lead. */
const STEPS = { known: 0.1, scored: 0.8 } as const

/** @param name of the file, which names a song that does not name itself */
export function* readySteps(
  reading: SongReading,
  name: string,
  { recall }: Pick<SongPracticeKeeper, 'recall'>,
): Steps<ReadySong> {
  const song = yield* partOf(openSongSteps(reading, name), 0, STEPS.known)
  const score = yield* partOf(scoreSteps(song.song), STEPS.known, STEPS.scored)
  const { practice, shown } = recall(practisedSong(song))
  const tracks = remembered(song, shown)
  const parts = {
    song: song.song,
    score,
    mix: practice,
    isShown: (track: number) => isShown(song, tracks, track),
  }
  return {
    song,
    score,
    grid: barGrid(song.song),
    tracks,
    shown: yield* partOf(shownNoteSteps(parts), STEPS.scored, 1),
    transpose: practice.transpose,
  }
}

export function practisedSong({ key, bars, song }: OpenSong): PractisedSong {
  return { key, bars, tracks: song.tracks.length }
}
