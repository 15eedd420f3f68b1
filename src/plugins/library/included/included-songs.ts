/** The included songs by id; each is made when it is needed. */
import type { Song } from '../../../core/music/song/song.js'
import { phrase } from '../../../core/platform/phrases.js'
import { cornerShuffle } from './corner-shuffle.js'
import { greensleeves } from './greensleeves.js'
import { minuetInG } from './minuet-in-g.js'
import { spanishRomance } from './spanish-romance.js'
import { whenTheSaints } from './when-the-saints.js'

export interface IncludedSong {
  readonly id: string
  readonly title: string
  /** Where it comes from, in plain English. */
  readonly origin: string
  readonly make: () => Song
}

export const INCLUDED_SONGS: readonly IncludedSong[] = [
  {
    id: 'greensleeves',
    title: phrase('Greensleeves'),
    origin: phrase('England, 16th century'),
    make: greensleeves,
  },
  {
    id: 'spanish-romance',
    title: phrase('Spanish Romance'),
    origin: phrase('Spain, 19th century'),
    make: spanishRomance,
  },
  {
    id: 'minuet-in-g',
    title: phrase('Minuet in G'),
    origin: phrase('Christian Petzold, about 1725'),
    make: minuetInG,
  },
  {
    id: 'when-the-saints',
    title: phrase('When the Saints'),
    origin: phrase('United States, 19th century'),
    make: whenTheSaints,
  },
  {
    id: 'corner-shuffle',
    title: phrase('Corner Shuffle'),
    origin: phrase('Written for Fretwork, for a band'),
    make: cornerShuffle,
  },
]

export function includedSong(id: string): IncludedSong | undefined {
  return INCLUDED_SONGS.find(song => song.id === id)
}
