/** Note properties that survive a round trip: tuning, pitch, position and technique. */
import { strFromU8, strToU8 } from 'fflate'
import { type LooseSong } from '../../../src/music/song/song-schema.js'

export interface NoteFacts {
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

export interface Losses {
  readonly notes: number
  readonly lost: number
  /** Number of notes whose technique changed. */
  readonly otherTechniques: number
}

export function lossesOf(before: LooseSong, after: LooseSong): Losses {
  const there = new Map<string, NoteFacts[]>()
  for (const fact of noteFacts(after)) there.set(fact.place, [...(there.get(fact.place) ?? []), fact])
  let [notes, lost, otherTechniques] = [0, 0, 0]
  for (const { place, techniques } of noteFacts(before)) {
    notes += 1
    const same = there.get(place)
    const index = same?.findIndex(other => other.techniques === techniques) ?? -1
    if (!same || same.length === 0) lost += 1
    else {
      if (index < 0) otherTechniques += 1
      same.splice(Math.max(0, index), 1)
    }
  }
  return { notes, lost, otherTechniques }
}

/** Returns MusicXML without our processing instruction, as other programs write it. */
export function withoutOwn(musicXml: Uint8Array): Uint8Array {
  return strToU8(strFromU8(musicXml).replace(/<\?fretwork .*?\?>/, ''))
}
