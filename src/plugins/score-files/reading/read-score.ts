import { strFromU8, unzipSync, zipSync } from 'fflate'
import { parseSong, SONG_VERSION, type Song, SongError } from '../../../core/music/song/song.js'
import { HIGHEST_FRET, type LooseSong } from '../../../core/music/song/song-schema.js'
import { type BarMarks, unfold } from '../../../core/music/song/unfold.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import type { model } from '../engine.js'
import { ScoreError } from '../score-error.js'
import { OWN_ENTRY, SCORE_ENTRY } from '../writing/guitar-pro.js'
import { VOICES_PER_STAFF } from '../writing/musicxml/staves.js'
import { ownScore } from '../writing/musicxml/write-music-xml.js'
import { ownContent } from '../writing/own-content.js'
import { readAbc } from './abc/read-abc.js'
import { buildScore } from './build-score.js'
import type { Draft } from './draft.js'
import { loadScore } from './load-score.js'
import { marksOf } from './marks-of.js'
import { type Course, perform } from './perform.js'
import { type JsonObject, listOf, notesOf, scoreOfContent, writtenScore } from './written-score.js'

/** @throws ScoreError */
export async function readChecked(bytes: Uint8Array): Promise<SongFormatReading> {
  return { song: checkedSong(readScore(bytes)), isComplete: true }
}

/** The first of the file's tunes. @throws ScoreError */
export async function readTune(bytes: Uint8Array): Promise<{ readonly song: Song; readonly tunes: number }> {
  const { draft, tunes } = readAbc(bytes)
  return { song: checkedSong(songOfDraft(draft)), tunes }
}

/** Like one in JSON. */
function checkedSong(loose: LooseSong): Song {
  const song = parseSong(loose)
  if (song instanceof SongError) {
    throw new ScoreError('score_unreadable', { reason: song.message }, { cause: song })
  }
  return song
}

function readScore(file: Uint8Array): LooseSong {
  const { bytes, isMusicXml, own } = checkFile(file)
  if (own) return songOfScore(scoreOfContent(own))
  const score = loaded(bytes)
  if (!isMusicXml) return songOfScore(score)
  withPlainSpaces(score)
  const content = withoutCopies(writtenScore(score, []).content)
  return songOfScore(content ? scoreOfContent(content) : score)
}

/** alphaTab makes the spaces of names in MusicXML non-breaking. */
function withPlainSpaces(score: model.Score): void {
  const plain = (name: string) => name.replaceAll('\u00a0', ' ')
  score.title = plain(score.title)
  score.subTitle = plain(score.subTitle)
  score.artist = plain(score.artist)
  score.words = plain(score.words)
  for (const track of score.tracks) {
    track.name = plain(track.name)
    track.shortName = plain(track.shortName)
  }
}

/** @throws ScoreError */
export function songOfDraft(draft: Draft): LooseSong {
  const swings = new Map(draft.bars.flatMap(({ swing }, index) => (swing ? [[index, swing]] : [])))
  return songOfScore(buildScore(draft), { marks: draft.bars.map(({ marks }) => marks), swings })
}

interface Reading {
  readonly marks: readonly BarMarks[]
  readonly swings?: Course['swings']
}

/** Played bars, repeats included: hours of music. */
const MOST_BARS = 20_000

/** @throws ScoreError */
export function songOfScore(
  score: model.Score,
  { marks, swings }: Reading = { marks: marksOf(score) },
): LooseSong {
  checkScore(score)
  const order = unfold(marks, MOST_BARS)
  if (!order) throw new ScoreError('score_endless', { limit: MOST_BARS })
  const { header, tracks, bars } = perform(score, { order, swings })
  return {
    version: SONG_VERSION,
    header: { ...header, name: score.title },
    tracks: [...tracks],
    score: writtenScore(score, bars),
  }
}

function loaded(bytes: Uint8Array): model.Score {
  try {
    return loadScore(bytes)
  } catch (cause) {
    // alphaTab's messages name its own parts.
    throw new ScoreError('score_cut', {}, { cause })
  }
}

const MOST_TRACKS = 128

/** @throws ScoreError with the bar and track of a note that no neck can show */
function checkScore(score: model.Score): void {
  const { length: number } = score.tracks
  if (number > MOST_TRACKS) throw new ScoreError('score_too_many_tracks', { number, limit: MOST_TRACKS })
  for (const note of notesOf(score)) checkPosition(note)
}

function checkPosition(note: model.Note): void {
  const { bar } = note.beat.voice
  const { tuning, isPercussion, track } = bar.staff
  // Strings need a tuning, and only fretted instruments have frets.
  if (note.fret < 0 || isPercussion || tuning.length === 0) return
  const where = { bar: bar.index + 1, track: track.index + 1 }
  const string = tuning.length - note.string + 1
  if (string < 1 || string > tuning.length) throw new ScoreError('score_no_string', { ...where, string })
  const { fret } = note
  if (fret > HIGHEST_FRET) throw new ScoreError('score_high_fret', { ...where, fret, limit: HIGHEST_FRET })
}

/**
 * MusicXML repeats all notes of a guitar in the staff of its tablature. One copy is left, with the positions, so that only
 * one sounds.
 */
function withoutCopies(content: JsonObject): JsonObject | undefined {
  let found = false
  const tracks = listOf(content, 'tracks').map(track => {
    const staves = listOf(track, 'staves')
    const kept = staves.flatMap((staff, index) => {
      if (isCopied(staff, staves[index + 1])) return []
      return isCopied(staves[index - 1], staff) ? [tablature(staff, index)] : [staff]
    })
    found ||= kept.length < staves.length
    return { ...track, staves: kept }
  })
  return found ? { ...content, tracks } : undefined
}

function isCopied(staff: JsonObject | undefined, next: JsonObject | undefined): boolean {
  if (!staff || !next || hasStrings(staff) || !hasStrings(next)) return false
  const notes = pitchesByBar(staff)
  return notes.length > 0 && `${notes}` === `${pitchesByBar(next)}`
}

function hasStrings({ stringtuning }: JsonObject): boolean {
  return listOf(stringtuning as JsonObject | undefined, 'tunings').length > 0
}

function pitchesByBar(staff: JsonObject): string[] {
  return listOf(staff, 'bars').map(bar =>
    listOf(bar, 'voices')
      .flatMap(voice =>
        listOf(voice, 'beats').map(beat => listOf(beat, 'notes').map(pitchOf).sort().join('+')),
      )
      .filter(beat => beat !== '')
      .join(' '),
  )
}

function pitchOf({ octave = -1, tone = -1 }: JsonObject): string {
  return `${octave}:${tone}`
}

/** Shows both notations, with voices counted from the first again. */
function tablature(staff: JsonObject, index: number): JsonObject {
  const bars = listOf(staff, 'bars').map(bar => {
    const voices = listOf(bar, 'voices')
    const before = voices.slice(0, index * VOICES_PER_STAFF)
    const isShifted = before.every(voice =>
      listOf(voice, 'beats').every(beat => listOf(beat, 'notes').length === 0),
    )
    return isShifted && voices.length > before.length ? { ...bar, voices: voices.slice(before.length) } : bar
  })
  return { ...staff, bars, showstandardnotation: true, showtablature: true }
}

/** Bytes; real scores unpack to less than a tenth. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024
const XML_BEGINS = [0xef, 0xfe, 0xff, 0x3c]
const MUSICXML = /<score-(partwise|timewise)[\s>]/
const MUSICXML_PART = /<part[\s>]/
const MUSICXML_END = /<\/score-(?:part|time)wise\s*>/
const COMPRESSED_GPX = 'BCFZ'
const ZIP = 'PK\u0003\u0004'

interface CheckedFile {
  /** ZIP files are repacked, since the sizes they state can be wrong. */
  readonly bytes: Uint8Array
  readonly isMusicXml?: boolean
  readonly own?: Record<string, unknown> | undefined
}

/** Checks a file for alphaTab, which trusts it. @throws ScoreError if the file is too large, damaged, encrypted or empty */
function checkFile(bytes: Uint8Array): CheckedFile {
  const head = String.fromCharCode(...bytes.subarray(0, 4))
  if (head === ZIP) return checkedEntries(unpacked(bytes))
  if (isXml(bytes)) return { bytes, ...checkedScore(checkedXml(bytes)) }
  if (head === COMPRESSED_GPX) checkPackedGpx(bytes)
  return { bytes }
}

type Entries = Readonly<Record<string, Uint8Array>>

function unpacked(bytes: Uint8Array): Entries {
  if ((bytes[FLAGS_AT] ?? 0) & ENCRYPTED) throw new ScoreError('score_locked')
  let left = MOST_UNPACKED
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        left -= originalSize
        if (left < 0) throw tooLarge()
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof ScoreError) throw cause
    throw new ScoreError('score_cut', {}, { cause })
  }
}

/** First entry of a ZIP file: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.7 and 4.4.4. */
const FLAGS_AT = 6
const ENCRYPTED = 1

const tooLarge = () => new ScoreError('score_too_large', { limit: MOST_UNPACKED / MEGABYTE })

function checkedEntries(entries: Entries): CheckedFile {
  let found: Omit<CheckedFile, 'bytes'> = {}
  for (const [name, content] of Object.entries(entries)) {
    if (name.endsWith('.gpif') && !isXml(content)) throw new ScoreError('score_locked')
    if (!/\.(gpif|xml|musicxml)$/.test(name)) continue
    const text = checkedXml(content)
    if (MUSICXML.test(text)) found = checkedScore(text)
  }
  const { [SCORE_ENTRY]: score, [OWN_ENTRY]: own } = entries
  if (score && own) found = { own: ownContent(strFromU8(score), strFromU8(own)) }
  return { bytes: zipSync(entries, { level: 0 }), ...found }
}

function checkedScore(musicXml: string): Omit<CheckedFile, 'bytes'> {
  // MuseScore writes such files if it fails to read the original.
  if (MUSICXML_END.test(musicXml) && !MUSICXML_PART.test(musicXml)) throw new ScoreError('score_empty')
  return { isMusicXml: true, own: ownScore(musicXml) }
}

function isXml(content: Uint8Array): boolean {
  const first = content.find(byte => byte > 0x20)
  return first !== undefined && XML_BEGINS.includes(first)
}

function checkedXml(content: Uint8Array): string {
  const [a, b] = content
  const encoding = a === 0xfe && b === 0xff ? 'utf-16be' : a === 0xff && b === 0xfe ? 'utf-16le' : 'utf-8'
  // The text of a score would have to escape it.
  const text = new TextDecoder(encoding).decode(content)
  if (text.includes('<!ENTITY')) throw new ScoreError('score_entities')
  return text
}

/** The reader unpacks no more than the head says. */
function checkPackedGpx(bytes: Uint8Array): void {
  if (bytes.length < 8) throw new ScoreError('score_cut')
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  if (size > MOST_UNPACKED) throw tooLarge()
}
