import { strFromU8, unzipSync, zipSync } from 'fflate'
import { parseSong, SONG_VERSION, type Song, SongError } from '../../../music/song/song.js'
import { HIGHEST_FRET, type LooseSong } from '../../../music/song/song-schema.js'
import { encodingOf, WESTERN } from '../../../music/song/text-encoding.js'
import { type BarMarks, type Jump, unfold } from '../../../music/song/unfold.js'
import type { SongFormatReading } from '../../midi-file/tokens.js'
import { Environment, importer, io, model, Settings } from '../engine.js'
import { containerOf } from '../recognize.js'
import { ScoreError } from '../score-error.js'
import { embeddedContent, OWN_ENTRY, SCORE_ENTRY } from '../writing/embedded-score.js'
import { embeddedScore } from '../writing/musicxml/write-music-xml.js'
import { readAbc } from './abc/read-abc.js'
import { buildScore } from './build-score.js'
import type { Draft, Remark } from './draft.js'
import { earlierReading, MOST_BARS } from './earlier.js'
import { gpxEntries } from './gpx.js'
import { scoreIn } from './musicxml/container.js'
import { readMusicXml } from './musicxml/read-music-xml.js'
import { decodedXml, isXml } from './musicxml/xml.js'
import { type Course, perform } from './perform.js'
import { endingNumbers, notesOf, scoreOfContent, soundKeys, writtenScore } from './written-score.js'

/**
 * @param reader version of the score reader
 * @throws ScoreError
 */
export async function readChecked(bytes: Uint8Array, reader?: number): Promise<SongFormatReading> {
  const { song, remarks } = reader === 1 ? { song: readEarlier(bytes) } : readScore(bytes)
  return { song: checkedSong(song), isComplete: true, ...(remarks && { remarks }) }
}

/**
 * Reads the first tune in a file.
 * @throws ScoreError
 */
export async function readTune(bytes: Uint8Array): Promise<SongFormatReading & { readonly tunes: number }> {
  const { draft, tunes } = readAbc(bytes)
  return { song: checkedSong(songOfDraft(draft)), isComplete: true, remarks: draft.remarks ?? [], tunes }
}

/** Validates the result like a JSON song. */
function checkedSong(loose: LooseSong): Song {
  const song = parseSong(loose)
  if (song instanceof SongError) {
    throw new ScoreError('score_unreadable', { reason: song.message }, { cause: song })
  }
  return song
}

function readEarlier(file: Uint8Array): LooseSong {
  const { bytes, musicXml, own } = checkFile(file)
  const { score, order } = earlierReading(
    own ? scoreOfContent(own) : loadScore(bytes, true),
    musicXml !== undefined,
  )
  return songOfScore(score, { order, runsOver: true })
}

function readScore(file: Uint8Array): { song: LooseSong; remarks?: readonly Remark[] | undefined } {
  const { bytes, musicXml, own } = checkFile(file)
  if (own) return { song: songOfScore(scoreOfContent(own)) }
  if (musicXml === undefined) return { song: songOfScore(loadScore(bytes)) }
  const draft = readMusicXml(musicXml)
  return { song: songOfDraft(draft), remarks: draft.remarks }
}

/** @throws ScoreError */
export function songOfDraft(draft: Draft): LooseSong {
  const swings = new Map(draft.bars.flatMap(({ swing }, index) => (swing ? [[index, swing]] : [])))
  return songOfScore(buildScore(draft), { marks: draft.bars.map(({ marks }) => marks), swings })
}

interface Reading {
  readonly marks?: readonly BarMarks[]
  readonly order?: Course['order'] | undefined
  readonly swings?: Course['swings']
  readonly runsOver?: boolean
}

/** @throws ScoreError */
export function songOfScore(
  score: model.Score,
  { marks = marksOf(score), order = unfold(marks, MOST_BARS), swings, runsOver = false }: Reading = {},
): LooseSong {
  checkScore(score)
  if (!order) throw new ScoreError('score_endless', { limit: MOST_BARS })
  const { header, tracks, bars } = perform(score, { order, swings, runsOver })
  return {
    version: SONG_VERSION,
    header: { ...header, name: score.title, ...creditsOf(score) },
    tracks: [...tracks],
    score: writtenScore(score, bars),
  }
}

/** Omits empty credits. Both the MusicXML arranger and the Guitar Pro transcriber are stored in `tab`. */
function creditsOf({ artist, music, album, tab }: model.Score) {
  const credits = { artist: artist?.trim() || music?.trim(), album: album?.trim(), arranger: tab?.trim() }
  return Object.fromEntries(Object.entries(credits).filter(([, text]) => text))
}

const MOST_TRACKS = 128

/** @throws ScoreError with bar and track if no neck can show a note */
function checkScore(score: model.Score): void {
  const { length: number } = score.tracks
  if (number > MOST_TRACKS) throw new ScoreError('score_too_many_tracks', { number, limit: MOST_TRACKS })
  for (const note of notesOf(score)) checkPosition(note)
}

function checkPosition(note: model.Note): void {
  const { bar } = note.beat.voice
  const { tuning, isPercussion, track } = bar.staff
  // Strings require a tuning, and only fretted instruments have frets.
  if (note.fret < 0 || isPercussion || tuning.length === 0) return
  const where = { bar: bar.index + 1, track: track.index + 1 }
  const string = tuning.length - note.string + 1
  if (string < 1 || string > tuning.length) throw new ScoreError('score_no_string', { ...where, string })
  const { fret } = note
  if (fret > HIGHEST_FRET) throw new ScoreError('score_high_fret', { ...where, fret, limit: HIGHEST_FRET })
}

/** Maximum unpacked size, bytes. Real scores are less than a tenth of this size. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MEGABYTE = 1024 * 1024

interface CheckedFile {
  /** Repacks ZIP files for alphaTab, because the sizes they declare may be wrong. */
  readonly bytes: Uint8Array
  readonly musicXml?: string
  readonly own?: Record<string, unknown> | undefined
}

/** @throws ScoreError if the file is too large, damaged or encrypted */
function checkFile(bytes: Uint8Array): CheckedFile {
  switch (containerOf(bytes)) {
    case 'guitar-pro-5':
      return { bytes }
    case 'guitar-pro-6':
      return checkedEntries(asGuitarPro7(gpxEntries(bytes, MOST_UNPACKED)))
    case 'zip':
      return checkedEntries(unpacked(bytes))
    default:
      return isXml(bytes) ? checkedMusicXml(bytes) : { bytes }
  }
}

type Entries = Readonly<Record<string, Uint8Array>>

function unpacked(bytes: Uint8Array): Entries {
  if ((bytes[FLAGS_AT] ?? 0) & ENCRYPTED) throw new ScoreError('score_locked')
  let left = MOST_UNPACKED
  try {
    return unzipSync(bytes, {
      filter({ originalSize }) {
        left -= originalSize
        if (left < 0) throw new ScoreError('score_too_large', { limit: MOST_UNPACKED / MEGABYTE })
        return true
      },
    })
  } catch (cause) {
    if (cause instanceof ScoreError) throw cause
    throw new ScoreError('score_cut', {}, { cause })
  }
}

/**
 * Offset and flag in the header of the first ZIP entry:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, sections 4.3.7 and 4.4.4.
 */
const FLAGS_AT = 6
const ENCRYPTED = 1

function checkedEntries(entries: Entries): CheckedFile {
  const gpif = Object.keys(entries).filter(name => name.endsWith('.gpif'))
  if (gpif.length === 0) return checkedMusicXml(scoreIn(entries))
  for (const name of gpif) {
    const { [name]: content = new Uint8Array() } = entries
    if (!isXml(content)) throw new ScoreError('score_locked')
    if (strFromU8(content).includes('<!ENTITY')) throw new ScoreError('score_entities')
  }
  const { [SCORE_ENTRY]: score, [OWN_ENTRY]: own } = entries
  return {
    bytes: zipSync(entries, { level: 0 }),
    own: score && own && embeddedContent(strFromU8(score), strFromU8(own)),
  }
}

function checkedMusicXml(bytes: Uint8Array): CheckedFile {
  const musicXml = decodedXml(bytes)
  return { bytes, musicXml, own: embeddedScore(musicXml) }
}

/** Moves the files to their Guitar Pro 7 paths. */
function asGuitarPro7(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).map(([name, content]) => [`Content/${name}`, content]))
}

/**
 * Loads a file and detects its text encoding, because Guitar
 * Pro 3 to 5 used the system's code page without recording it.
 * @throws ScoreError
 */
function loadScore(bytes: Uint8Array, isEarlier = false): model.Score {
  const isBinary = containerOf(bytes) === 'guitar-pro-5'
  try {
    const score = isBinary ? loadInCodePage(bytes) : withinEnd(() => loadAs(bytes))
    if (isBinary && !isEarlier) for (const track of score.tracks) soundKeys(track)
    if (!isEarlier) touchHarmonics(score)
    return withinBounds(score)
  } catch (cause) {
    // alphaTab's messages refer to its internals, so don't show them.
    throw new ScoreError('score_cut', {}, { cause })
  }
}

/** Adds missing touch points: at the fret for natural harmonics, otherwise an octave above. */
function touchHarmonics(score: model.Score): void {
  for (const note of notesOf(score)) {
    if (!note.isHarmonic || note.harmonicValue > 0) continue
    note.harmonicValue = note.harmonicType === HarmonicType.Natural ? note.fret : OCTAVE
  }
}

const MOST_READS_BEYOND_END = 100_000

/**
 * Stops at the end of a damaged file. alphaTab would continue for as many items as the file claims to have.
 */
function withinEnd<Result>(load: () => Result): Result {
  const { prototype } = io.ByteBuffer
  const { readByte } = prototype
  let beyondEnd = 0
  prototype.readByte = function (this: io.ByteBuffer) {
    const byte = readByte.call(this)
    if (byte >= 0) return byte
    beyondEnd += 1
    if (beyondEnd > MOST_READS_BEYOND_END) throw new Error('The file ends too early.')
    return byte
  }
  try {
    return load()
  } finally {
    prototype.readByte = readByte
  }
}

const { HarmonicType } = model
const OCTAVE = 12

/** Maximum bend: four octaves. */
const MOST_QUARTER_TONES = 96

/** Repairs damaged values, such as NaN in beam groups or bends of millions of semitones. */
function withinBounds(score: model.Score): model.Score {
  for (const masterBar of score.masterBars) {
    const groups = [...(masterBar.beamingRules?.groups.values() ?? [])].flat()
    if (groups.some(Number.isNaN)) masterBar.beamingRules = undefined
  }
  for (const { bendPoints, beat } of notesOf(score)) {
    for (const point of [...(bendPoints ?? []), ...(beat.whammyBarPoints ?? [])])
      point.value = Math.max(-MOST_QUARTER_TONES, Math.min(MOST_QUARTER_TONES, point.value))
  }
  return score
}

function loadInCodePage(bytes: Uint8Array): model.Score {
  const score = loadAs(bytes, WESTERN)
  const texts = textsOf(score)
  // All code pages share ASCII.
  if (!texts.some(text => /[\u0080-\uffff]/.test(text))) return score
  const encoding = encodingOf(
    texts.map(text => Uint8Array.from(text, character => BYTES.get(character) ?? 0)),
  )
  return encoding === WESTERN ? score : loadAs(bytes, encoding)
}

function loadAs(bytes: Uint8Array, encoding?: string): model.Score {
  const settings = new Settings()
  if (encoding) settings.importer.encoding = encoding
  return importer.ScoreLoader.loadScoreFromBytes(bytes, settings)
}

const BYTES = new Map(
  Array.from(
    new TextDecoder(WESTERN).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
)

/** Keeps alphaTab's Guitar Pro 3 to 5 reader from remapping drum keys. */
for (const { constructor: reader } of Environment.buildImporters()) {
  const { _gp5PercussionInstrumentMap: others } = reader as {
    _gp5PercussionInstrumentMap?: Map<number, number>
  }
  others?.clear()
}

function textsOf(score: model.Score): string[] {
  const { title, subTitle, artist, album, words, music, copyright, tab, instructions, notices } = score
  const texts: (string | null | undefined)[] = [title, subTitle, artist, album, words, music, copyright, tab]
  texts.push(instructions, notices, ...score.masterBars.map(({ section }) => section?.text))
  for (const { name, staves } of score.tracks) {
    texts.push(name)
    for (const { bars, chords } of staves) {
      for (const chord of chords?.values() ?? []) texts.push(chord.name)
      for (const { voices } of bars) {
        for (const { beats } of voices)
          for (const beat of beats) texts.push(beat.text, ...(beat.lyrics ?? []))
      }
    }
  }
  return texts.filter((text): text is string => typeof text === 'string')
}

const { Direction } = model
type Direction = model.Direction

const CODA = 'coda'
const DOUBLE_CODA = 'double coda'
const SEGNO = 'segno'
const SEGNO_SEGNO = 'segno segno'

/** Jumps in order of priority. A bar may have several. */
const JUMPS = (
  [
    ['DaCapo', undefined],
    ['DalSegno', SEGNO],
    ['DalSegnoSegno', SEGNO_SEGNO],
  ] as const
).flatMap(([from, segno]): (readonly [Direction, Jump])[] => [
  [Direction[`Jump${from}`], { segno, until: 'end' }],
  [Direction[`Jump${from}AlCoda`], { segno, until: { coda: CODA } }],
  [Direction[`Jump${from}AlDoubleCoda`], { segno, until: { coda: DOUBLE_CODA } }],
  [Direction[`Jump${from}AlFine`], { segno, until: 'fine' }],
])

/** In Guitar Pro, an ending lasts until its repeat sign or until the next ending or repeat. */
export function marksOf(score: model.Score): BarMarks[] {
  let current: readonly number[] = []
  return score.masterBars.map(({ isRepeatStart, repeatCount, alternateEndings, directions }) => {
    const has = (direction: Direction) => directions?.has(direction) === true
    const sign = (directions: readonly (readonly [Direction, string])[]) =>
      directions.find(([direction]) => has(direction))?.[1]
    if (alternateEndings !== 0) current = endingNumbers(alternateEndings)
    else if (isRepeatStart) current = []
    const endings = current
    if (repeatCount > 1) current = []
    return {
      repeatStart: isRepeatStart,
      repeatEnd: repeatCount > 1 ? repeatCount : undefined,
      endings,
      segno: sign([
        [Direction.TargetSegno, SEGNO],
        [Direction.TargetSegnoSegno, SEGNO_SEGNO],
      ]),
      coda: sign([
        [Direction.TargetCoda, CODA],
        [Direction.TargetDoubleCoda, DOUBLE_CODA],
      ]),
      toCoda: sign([
        [Direction.JumpDaCoda, CODA],
        [Direction.JumpDaDoubleCoda, DOUBLE_CODA],
      ]),
      fine: has(Direction.TargetFine),
      jump: JUMPS.find(([direction]) => has(direction))?.[1],
    }
  })
}
