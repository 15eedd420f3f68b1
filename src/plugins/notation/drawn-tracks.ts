import type { ShownNote } from '../player/tokens.js'

/** More staves are slow to draw and hard to read. */
const MOST_TRACKS = 4

export function shownTracks(notes: readonly ShownNote[]): number[] {
  return [...new Set(notes.map(({ track }) => track))].sort((a, b) => a - b).slice(0, MOST_TRACKS)
}
