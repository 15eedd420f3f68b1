/** Which tracks of a song the neck shows: as they were chosen, remembered, and added or taken away. */
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { OpenSong, ShownTracks } from '../tokens.js'

/** What of a song the choice depends on. */
type Tracks = Pick<OpenSong, 'tracks'>

/** Whether a track is among those that `shown` puts on the neck. */
export function isShown({ tracks }: Tracks, shown: ShownTracks, track: number): boolean {
  if (shown === 'all') return tracks[track]?.playable === true
  return typeof shown === 'number' ? shown === track : shown.includes(track)
}

/**
 * The tracks that were shown last time.
 *
 * @param shown `undefined` where none were chosen @param usual where none were, or the song has them no longer
 */
export function remembered(
  { tracks }: Tracks,
  shown: ShownTracks | undefined,
  usual: ShownTracks = 'all',
): ShownTracks {
  if (shown === undefined) return usual
  const known = (typeof shown === 'object' ? shown : [shown]).every(
    track => track === 'all' || tracks[track]?.playable,
  )
  return known ? shown : usual
}

export function isSameTracks(one: ShownTracks, other: ShownTracks): boolean {
  return String(one) === String(other)
}

/** The shown tracks after one is added or hidden; the last one stays. */
export function toggledTrack(song: Tracks, shown: ShownTracks, track: number): ShownTracks {
  const playable = song.tracks.filter(each => each.playable).map(({ index }) => index)
  const now = playable.filter(index => isShown(song, shown, index) !== (index === track))
  const [only] = now
  if (only === undefined) return shown
  if (now.length === 1) return only
  return now.length === playable.length ? 'all' : now
}

/** @throws FretworkError `track_unknown` where there is no such track, no song, or no place for it on a neck */
export function checkTrack(song: Tracks | undefined, track: number): asserts song {
  if (song?.tracks[track]?.playable === true) return
  throw new FretworkError(
    'track_unknown',
    `The song has no track ${track + 1} that a neck could show; choose another.`,
  )
}
