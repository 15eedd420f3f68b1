import type { Song } from './song.js'

/** FNV-1a of 32 bits (draft-eastlake-fnv). */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** Identifies the notes regardless of the file name, such as `b4e1c2d0-312`. */
export function songKey({ header, tracks }: Pick<Song, 'header' | 'tracks'>): string {
  let hash = OFFSET
  let notes = 0
  const take = (value: number) => {
    const rest = Math.abs(Math.round(value))
    for (let bits = 0; bits < 32; bits += 8) hash = Math.imul(hash ^ ((rest >>> bits) & 255), PRIME)
  }
  take(header.ppq)
  for (const track of tracks) {
    take(track.channel)
    for (const { midi, ticks } of track.notes) {
      take(midi)
      take(ticks)
    }
    notes += track.notes.length
  }
  return `${(hash >>> 0).toString(16).padStart(8, '0')}-${notes}`
}
