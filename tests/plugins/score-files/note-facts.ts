/** Note properties that survive a round trip: tuning, pitch, position and technique. */
import { strFromU8, strToU8 } from 'fflate'
import { type LooseSong } from '../../../src/music/song/song-schema.js'

interface NoteFacts {
  /** Track, pitch, onset, length, string, fret, tuning and capo. */
  readonly place: string
  readonly techniques: string
}

export function noteFacts({ tracks }: LooseSong): NoteFacts[] {
  return tracks.flatMap(({ notes, tuning, capo }, track) =>
    notes.map(({ midi, ticks, durationTicks, string, fret, techniques, bend }) => ({
      place: [track, midi, ticks, durationTicks, string, fret, tuning, capo].join(' '),
      techniques: JSON.stringify([techniques, bend]),
    })),
  )
}

/** Returns MusicXML without our processing instruction, as other programs write it. */
export function withoutOwn(musicXml: Uint8Array): Uint8Array {
  return strToU8(strFromU8(musicXml).replace(/<\?fretwork .*?\?>/, ''))
}
