/** The included songs by id; each is made when it is needed. */
import type { Song } from '../../../core/music/song/song.js'
import { phrase } from '../../../core/platform/phrases.js'

export interface IncludedSong {
  readonly id: string
  readonly title: string
  /** Where it comes from, in plain English. */
  readonly origin: string
  readonly make: () => Promise<Song>
}

export const INCLUDED_SONGS: readonly IncludedSong[] = [
  {
    id: 'greensleeves',
    title: phrase('Greensleeves'),
    origin: phrase('England, 16th century'),
    make: async () => (await import('./greensleeves.js')).greensleeves(),
  },
  {
    id: 'spanish-romance',
    title: phrase('Spanish Romance'),
    origin: phrase('Spain, 19th century'),
    make: async () => (await import('./spanish-romance.js')).spanishRomance(),
  },
  {
    id: 'minuet-in-g',
    title: phrase('Minuet in G'),
    origin: phrase('Christian Petzold, about 1725'),
    make: async () => (await import('./minuet-in-g.js')).minuetInG(),
  },
  {
    id: 'when-the-saints',
    title: phrase('When the Saints'),
    origin: phrase('United States, 19th century'),
    make: async () => (await import('./when-the-saints.js')).whenTheSaints(),
  },
  {
    id: 'corner-shuffle',
    title: phrase('Corner Shuffle'),
    origin: phrase('Written for Fretwork, for a band'),
    make: async () => (await import('./corner-shuffle.js')).cornerShuffle(),
  },
]

export function includedSong(id: string): IncludedSong | undefined {
  return INCLUDED_SONGS.find(song => song.id === id)
}
