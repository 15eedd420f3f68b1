import { encodingOf, WESTERN } from '../../../music/song/text-encoding.js'
import { Environment, importer, io, model, Settings } from '../engine.js'
import { containerOf } from '../recognize.js'
import { notesOf } from './written-score.js'

const SETTINGS = new Settings()

/**
 * Loads a file and detects its text encoding, because Guitar
 * Pro 3 to 5 used the system's code page without recording it.
 */
export function loadScore(bytes: Uint8Array, isEarlier = false): model.Score {
  const isBinary = containerOf(bytes) === 'guitar-pro-5'
  const score = isBinary
    ? loadInCodePage(bytes)
    : withinEnd(() => importer.ScoreLoader.loadScoreFromBytes(bytes, SETTINGS))
  if (isBinary && !isEarlier) for (const track of score.tracks) soundKeys(track)
  if (!isEarlier) touchHarmonics(score)
  return withinBounds(score)
}

/**
 * Adds the touch point of harmonics if it is missing: at the
 * fret for natural harmonics, otherwise an octave above.
 */
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

/**
 * Repairs damaged values, such as NaN in beam groups, or bends of millions of
 * semitones, which would create too many messages.
 */
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
  const texts = textsOf(score).map(text => Uint8Array.from(text, character => BYTES.get(character) ?? 0))
  const encoding = encodingOf(texts)
  return encoding === WESTERN || texts.every(text => text.every(byte => byte < 0x80))
    ? score
    : loadAs(bytes, encoding)
}

function loadAs(bytes: Uint8Array, encoding: string): model.Score {
  const settings = new Settings()
  settings.importer.encoding = encoding
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

/** General MIDI 2 and Roland GS keys that alphaTab plays as other keys or can't draw. */
const isOdd = (key: number) => key < 35 || key === 83 || key === 84 || key > 87

/**
 * Creates an articulation for each key of a drum track,
 * because Guitar Pro files refer to articulations by index.
 */
export function soundKeys(track: model.Track): void {
  const beats = track.staves.flatMap(({ isPercussion, bars }) =>
    isPercussion ? bars.flatMap(({ voices }) => voices.flatMap(voice => voice.beats)) : [],
  )
  const notes = beats.flatMap(beat => beat.notes)
  const keys = [...new Set(notes.map(note => note.percussionArticulation))]
  if (track.percussionArticulations.length > 0 || keys.length === 0) return
  standard ??= standardArticulations()
  const known = standard
  track.percussionArticulations = keys.map(key => known.get(key) ?? plainArticulation(key))
  for (const note of notes) note.percussionArticulation = keys.indexOf(note.percussionArticulation)
}

let standard: ReadonlyMap<number, model.InstrumentArticulation> | undefined

/**
 * Collects alphaTab's articulations by parsing AlphaTex that
 * uses them all, because alphaTab doesn't export them.
 */
function standardArticulations(): Map<number, model.InstrumentArticulation> {
  const keys = Array.from({ length: 128 }, (_, key) => key).filter(key => !isOdd(key))
  const score = importer.ScoreLoader.loadAlphaTex(`\\instrument percussion ${keys.join(' ')}`, new Settings())
  return new Map(score.tracks[0]?.percussionArticulations.map(each => [each.outputMidiNumber, each]))
}

const { NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None } = model.MusicFontSymbol
const HEADS = [NoteheadXBlack, NoteheadXHalf, NoteheadXWhole, None] as const
/** Staff line of the snare drum. */
const LINE = 3

function plainArticulation(key: number) {
  return new model.InstrumentArticulation(
    `Key ${key}`,
    ...([LINE, key] as const),
    ...HEADS,
    model.TechniqueSymbolPlacement.Outside,
    key,
  )
}
