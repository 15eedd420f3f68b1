/** Finding songs by words of their name, their file and their tracks. */
import type { LibrarySong } from '../tokens.js'

/** All words of the query have to be there, as parts of words, with or without their accents. */
export function searchSongs(songs: readonly LibrarySong[], query: string): readonly LibrarySong[] {
  const words = plain(query)
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return songs
  return songs.filter(({ name, file, tracks }) => {
    const text = plain([name, file, ...tracks.flatMap(track => [track.name, track.instrument])].join(' '))
    return words.every(word => text.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
