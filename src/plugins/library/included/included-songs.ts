import type { Song } from '../../../core/music/song/song.js'
import { phrase } from '../../../core/platform/phrases.js'
import WRITTEN from './included-songs.json' with { type: 'json' }
import { songFromText, type WrittenSong, type WrittenVoice } from './song-from-text.js'

interface IncludedSong {
  readonly id: keyof typeof WRITTEN
  readonly title: string
  /** English. */
  readonly origin: string
}

export const INCLUDED_SONGS: readonly IncludedSong[] = [
  { id: 'greensleeves', title: phrase('Greensleeves'), origin: phrase('England, 16th century') },
  { id: 'spanish-romance', title: phrase('Spanish Romance'), origin: phrase('Spain, 19th century') },
  // The first part of BWV Anh. 114, an octave lower.
  { id: 'minuet-in-g', title: phrase('Minuet in G'), origin: phrase('Christian Petzold, about 1725') },
  { id: 'when-the-saints', title: phrase('When the Saints'), origin: phrase('United States, 19th century') },
  {
    id: 'corner-shuffle',
    title: phrase('Corner Shuffle'),
    origin: phrase('Written for Fretwork, for a band'),
  },
]

export function makeSong({ id, title }: Pick<IncludedSong, 'id' | 'title'>): Song {
  const { voices, ...written } = WRITTEN[id] as unknown as WrittenFile
  const joined = voices.map(voice => ({ ...voice, bars: voice.bars.join(' | ') }))
  return songFromText({ ...written, name: title, voices: joined })
}

type WrittenFile = Omit<WrittenSong, 'name' | 'voices'> & {
  readonly voices: readonly (Omit<WrittenVoice, 'bars'> & { readonly bars: readonly string[] })[]
}

export const includedSong = (id: string) => INCLUDED_SONGS.find(song => song.id === id)
