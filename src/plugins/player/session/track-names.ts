/** What tracks are called where one of them is chosen: those of the same name differ by number and instrument. */
import type { SongTrackView } from '../../midi-file/tokens.js'

interface TrackWords {
  /** Of a track without a name. */
  unnamed(track: SongTrackView): string
  instrument(track: SongTrackView): string
}

/**
 * By index of the track.
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
