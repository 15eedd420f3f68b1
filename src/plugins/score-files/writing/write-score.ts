import { strToU8, zipSync } from 'fflate'
import type { Song } from '../../../music/song/song.js'
import type { WrittenScore } from '../../../music/song/song-schema.js'
import type { model } from '../engine.js'
import { type JsonObject, listOf, scoreOfContent } from '../reading/written-score.js'
import type { ReadingGrid, ScoreFormat } from '../tokens.js'
import { guitarPro } from './embedded-score.js'
import { musicXml } from './musicxml/write-music-xml.js'
import { quantised } from './quantise.js'

/** @param isDrawn if true, a track may move to a neck that lacks some of its notes */
export function scoreFor(song: Song, grid: ReadingGrid, isDrawn = false): model.Score {
  return song.score ? scoreOfContent(withMovedNotes(song.score, song, isDrawn)) : quantised(song, grid)
}

export function writeScore(song: Song, format: ScoreFormat, grid: ReadingGrid): Uint8Array {
  const score = scoreFor(song, grid)
  if (format === 'gp') return guitarPro(score)
  const text = strToU8(musicXml(score))
  return format === 'musicxml' ? text : compressed(text)
}

/** Packs a compressed MusicXML file: https://www.w3.org/2021/06/musicxml40/tutorial/compressed-mxl-files/ */
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

function withMovedNotes(
  { content }: WrittenScore,
  { tracks }: Song,
  isDrawn: boolean,
): WrittenScore['content'] {
  const written = listOf(content, 'tracks').map((track, index) => {
    const places = new Map<number, Place>()
    for (const { written, string, fret } of tracks[index]?.notes ?? []) {
      if (written !== undefined && string !== undefined && fret !== undefined)
        places.set(written, { string, fret })
    }
    const { tuning, capo = 0 } = tracks[index] ?? {}
    const staves = listOf(track, 'staves')
    const neck = { tuning: tuning ?? [], capo, isPartial: isDrawn && staves.length === 1 }
    return tuning ? { ...track, staves: staves.map(staff => moved(staff, places, neck)) } : track
  })
  return { ...content, tracks: written }
}

interface StaffNeck {
  readonly tuning: readonly number[]
  readonly capo: number
  /** Change the tuning even if it lacks notes. False for several staves, which may have different tunings. */
  readonly isPartial: boolean
}

/** If the tuning lacks a note, the staff is unchanged, or the note only keeps its pitch. */
function moved(
  staff: JsonObject,
  given: ReadonlyMap<number, Place>,
  { tuning, capo, isPartial }: StaffNeck,
): JsonObject {
  const strings = staff.stringtuning as JsonObject | undefined
  const isOther = `${strings?.tunings}` !== `${tuning}` || Number(staff.capo ?? 0) !== capo
  const places = new Map(given)
  let isWhole = true
  const inNote = (note: JsonObject) => {
    const place = places.get(Number(note.id)) ?? places.get(Number(note.tieoriginnoteid))
    isWhole &&= place !== undefined
    if (!place) return isOther && isPartial ? pitchOnly(note, staff) : note
    places.set(Number(note.id), place)
    // alphaTab numbers strings from the last one.
    const result: JsonObject = { ...note, string: tuning.length - place.string + 1, fret: place.fret }
    for (const [target, sign] of JOINS) {
      // The target of a legato slide isn’t a separate note in the track: it sounds as part of this note.
      const string = places.get(Number(note[target]))?.string ?? tuning.length - Number(note.string) + 1
      if (note[target] !== undefined && string !== place.string) delete result[sign]
    }
    return result
  }
  const within = (part: JsonObject, key: string, change: (part: JsonObject) => JsonObject): JsonObject =>
    part[key] === undefined ? part : { ...part, [key]: listOf(part, key).map(change) }
  const result = within(staff, 'bars', bar =>
    within(bar, 'voices', voice => within(voice, 'beats', beat => within(beat, 'notes', inNote))),
  )
  if (!isOther) return result
  return isWhole || isPartial
    ? { ...result, capo, stringtuning: { ...strings, tunings: [...tuning] } }
    : staff
}

/** Links to the next note on the same string. Removed if the strings differ. */
const JOINS = [
  ['hammerpulldestinationnoteid', 'ishammerpullorigin'],
  ['slidetargetnoteid', 'slideouttype'],
] as const

function pitchOnly(
  { string, fret, ...note }: JsonObject,
  { stringtuning, capo = 0 }: JsonObject,
): JsonObject {
  const { tunings = [] } = (stringtuning ?? {}) as { readonly tunings?: readonly number[] }
  const open = tunings[tunings.length - Number(string)]
  if (open === undefined) return note
  const pitch = open + Number(capo) + Number(fret)
  return { ...note, octave: Math.floor(pitch / 12), tone: pitch % 12 }
}
