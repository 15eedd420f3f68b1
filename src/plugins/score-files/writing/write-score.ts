import { strToU8, zipSync } from 'fflate'
import type { Song } from '../../../core/music/song/song.js'
import type { WrittenScore } from '../../../core/music/song/song-schema.js'
import type { model } from '../engine.js'
import { type JsonObject, listOf, scoreOfContent } from '../reading/written-score.js'
import type { ReadingGrid, ScoreFormat } from '../tokens.js'
import { guitarPro } from './guitar-pro.js'
import { musicXml } from './musicxml/write-music-xml.js'
import { quantised } from './quantise/score-of-song.js'

export function scoreFor(song: Song, grid: ReadingGrid): model.Score {
  return song.score ? scoreOfContent(withMovedNotes(song.score, song)) : quantised(song, grid)
}

export function writeScore(song: Song, format: ScoreFormat, grid: ReadingGrid): Uint8Array {
  const score = scoreFor(song, grid)
  if (format === 'gp') return guitarPro(score)
  const text = strToU8(musicXml(score))
  return format === 'musicxml' ? text : compressed(text)
}

/** Packs a compressed file: https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/ */
function compressed(text: Uint8Array): Uint8Array {
  const container =
    '<?xml version="1.0" encoding="UTF-8"?>\n<container><rootfiles>' +
    '<rootfile full-path="score.musicxml" media-type="application/vnd.recordare.musicxml+xml"/>' +
    '</rootfiles></container>\n'
  const type = strToU8('application/vnd.recordare.musicxml')
  return zipSync({
    mimetype: [type, { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'score.musicxml': text,
  })
}

interface Place {
  readonly string: number
  readonly fret: number
}

function withMovedNotes({ content }: WrittenScore, { tracks }: Song): WrittenScore['content'] {
  const written = listOf(content, 'tracks').map((track, index) => {
    const places = new Map<number, Place>()
    for (const { written, string, fret } of tracks[index]?.notes ?? []) {
      if (written !== undefined && string !== undefined && fret !== undefined)
        places.set(written, { string, fret })
    }
    const { tuning, capo = 0 } = tracks[index] ?? {}
    return places.size === 0 || !tuning
      ? track
      : { ...track, staves: listOf(track, 'staves').map(staff => moved(staff, places, { tuning, capo })) }
  })
  return { ...content, tracks: written }
}

/** Leaves the staff unchanged if the track’s tuning lacks one of its notes. */
function moved(
  staff: JsonObject,
  given: ReadonlyMap<number, Place>,
  { tuning, capo }: { readonly tuning: readonly number[]; readonly capo: number },
): JsonObject {
  const strings = staff.stringtuning as JsonObject | undefined
  const isOther = `${strings?.tunings}` !== `${tuning}` || Number(staff.capo ?? 0) !== capo
  const places = new Map(given)
  let isWhole = true
  const inNote = (note: JsonObject) => {
    const place = places.get(Number(note.id)) ?? places.get(Number(note.tieoriginnoteid))
    isWhole &&= place !== undefined
    if (!place) return note
    places.set(Number(note.id), place)
    // alphaTab counts strings from the last.
    return { ...note, string: tuning.length - place.string + 1, fret: place.fret }
  }
  const within = (part: JsonObject, key: string, change: (part: JsonObject) => JsonObject): JsonObject =>
    part[key] === undefined ? part : { ...part, [key]: listOf(part, key).map(change) }
  const result = within(staff, 'bars', bar =>
    within(bar, 'voices', voice => within(voice, 'beats', beat => within(beat, 'notes', inNote))),
  )
  if (!isOther) return result
  return isWhole ? { ...result, capo, stringtuning: { ...strings, tunings: [...tuning] } } : staff
}
