import type { Song, WrittenScore } from '../../../core/music/song/song.js'
import { type JsonObject, listOf } from '../reading/written-score.js'

interface Place {
  readonly string: number
  readonly fret: number
}

export function withMovedNotes({ content }: WrittenScore, { tracks }: Song): WrittenScore['content'] {
  const written = listOf(content, 'tracks').map((track, index) => {
    const places = new Map<number, Place>()
    for (const { written, string, fret } of tracks[index]?.notes ?? []) {
      if (written !== undefined && string !== undefined && fret !== undefined)
        places.set(written, { string, fret })
    }
    return places.size === 0
      ? track
      : { ...track, staves: listOf(track, 'staves').map(staff => moved(staff, places)) }
  })
  return { ...content, tracks: written }
}

function moved(staff: JsonObject, places: ReadonlyMap<number, Place>): JsonObject {
  const { length } = listOf(staff.stringtuning as JsonObject | undefined, 'tunings')
  const inNote = (note: JsonObject) => {
    const place = places.get(Number(note.id))
    // alphaTab counts from the last string.
    return place ? { ...note, string: length - place.string + 1, fret: place.fret } : note
  }
  const within = (part: JsonObject, key: string, change: (part: JsonObject) => JsonObject): JsonObject =>
    part[key] === undefined ? part : { ...part, [key]: listOf(part, key).map(change) }
  return within(staff, 'bars', bar =>
    within(bar, 'voices', voice => within(voice, 'beats', beat => within(beat, 'notes', inNote))),
  )
}
