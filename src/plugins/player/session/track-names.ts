import type { SongTrackView } from '../../midi-file/tokens.js'

interface TrackWords {
  unnamed(track: SongTrackView): string
  instrument(track: SongTrackView): string
}

/**
 * Names by index; equal names get a number and the instrument.
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
