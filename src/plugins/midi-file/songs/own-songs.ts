/** The songs that come with the program, by what stands in their address; each is made when it is wanted. */
import type { Song } from '../../../core/music/song/song.js'
import { phrase } from '../../../core/platform/phrases.js'
import type { OwnSong } from '../tokens.js'

interface MadeSong extends OwnSong {
  /** Where it comes from, in plain English. */
  readonly origin: string
  readonly make: () => Promise<Song>
}

export const OWN_SONGS: readonly MadeSong[] = [
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
]

export function ownSongOf(id: string): MadeSong | undefined {
  return OWN_SONGS.find(song => song.id === id)
}
