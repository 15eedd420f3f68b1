import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { Song } from '../../../music/song/song.js'
import type { SongTrackView } from '../../midi-file/tokens.js'
import type { OpenSong, ShownTracks } from '../tokens.js'

type Tracks = Pick<OpenSong, 'tracks'>

export function isShown({ tracks }: Tracks, shown: ShownTracks, track: number): boolean {
  if (shown === 'all') return tracks[track]?.playable === true
  return typeof shown === 'number' ? shown === track : shown.includes(track)
}

const NECKS = { fewestStrings: 3, mostStrings: 10, lastCapo: 12 } as const

/** Returns `undefined` if the file has no tuning or the neck doesn't support it. */
export function tuningOf({
  tuning: strings = [],
  capo = 0,
}: Pick<Song['tracks'][number], 'tuning' | 'capo'>) {
  const { fewestStrings, mostStrings, lastCapo } = NECKS
  if (strings.length < fewestStrings || strings.length > mostStrings || capo > lastCapo) return undefined
  return { strings, capo }
}

/** If several tracks are shown, uses the tuning of the one with the most notes. */
export function shownTuning(open: OpenSong, shown: ShownTracks) {
  return open.song.tracks
    .filter((track, index) => isShown(open, shown, index) && tuningOf(track))
    .toSorted((a, b) => b.notes.length - a.notes.length)
    .map(tuningOf)[0]
}

/** Returns the tracks shown last time, or `usual` if the song no longer has them. */
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

export function toggledTrack(song: Tracks, shown: ShownTracks, track: number): ShownTracks {
  const playable = song.tracks.filter(each => each.playable).map(({ index }) => index)
  const now = playable.filter(index => isShown(song, shown, index) !== (index === track))
  const [only] = now
  if (only === undefined) return shown
  if (now.length === 1) return only
  return now.length === playable.length ? 'all' : now
}

/** @throws FretworkError `track_unknown` if the neck can't show the track */
export function checkTrack(song: Tracks | undefined, track: number): asserts song {
  if (song?.tracks[track]?.playable === true) return
  throw new FretworkError(
    'track_unknown',
    `The song has no track ${track + 1} that a neck could show; choose another.`,
  )
}

interface TrackWords {
  unnamed(track: SongTrackView): string
  instrument(track: SongTrackView): string
}

/**
 * Returns track names by index. Duplicate names are followed by a number and the instrument.
 *
 * @example trackNames(tracks, words) // ['Guitar (1) · Nylon-string guitar', 'Guitar (2) · Steel-string guitar', 'Bass']
 */
export function trackNames(
  tracks: readonly SongTrackView[],
  { unnamed, instrument }: TrackWords,
): ReadonlyMap<number, string> {
  const names = tracks.map(track => track.name || unnamed(track))
  const seen = new Map<string, number>()
  return new Map(
    tracks.map((track, at) => {
      const name = names[at] ?? ''
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      const isShared = names.indexOf(name) !== names.lastIndexOf(name)
      return [track.index, isShared ? `${name} (${number}) · ${instrument(track)}` : name]
    }),
  )
}
