import { phrases } from '../../../../core/platform/phrases.js'
import type { BarMarks } from '../../../../music/song/unfold.js'
import { model } from '../../engine.js'
import { ScoreError } from '../../score-error.js'
import type { Draft, DraftBar, DraftBeat, DraftPart, Remark } from '../draft.js'
import { decoded, firstTune, plainText, type Tune } from './text.js'
import { DRUMS, type Moment, type Pitch, type Voice, type VoiceBar, WHOLE } from './voice-bar.js'
import { voicesOf } from './voices.js'

/** Maximum file size, kB. The largest tune books have several hundred. */
const LIMIT = 2000

const { unequal: UNEQUAL } = phrases({
  unequal: 'The voices in bar {{bar}} differ in length. Rests fill the shorter ones.',
})

/**
 * Reads the first tune in a file as a score: https://abcnotation.com/wiki/abc:standard:v2.1.
 *
 * @throws ScoreError
 */
export function readAbc(bytes: Uint8Array): { readonly draft: Draft; readonly tunes: number } {
  if (bytes.length > LIMIT * 1000) throw new ScoreError('abc_too_large', { limit: LIMIT })
  const found = firstTune(decoded(bytes))
  const voices = found ? voicesOf(found.tune) : []
  const hasNotes = voices.some(({ bars }) =>
    bars.some(({ layers }) => layers.flat().some(({ pitches }) => pitches.length > 0)),
  )
  if (!found || !hasNotes) throw new ScoreError('abc_no_tune')
  return { draft: draftOf(found.tune, voices), tunes: found.tunes }
}

function remarksOn(voices: readonly Voice[]): Remark[] {
  const bars = Math.max(...voices.map(voice => voice.bars.length))
  const bar = Array.from({ length: bars }, (_, index) => index).find(index => {
    const lengths = voices.flatMap(voice => voice.bars[index]?.length ?? [])
    return Math.max(...lengths) - Math.min(...lengths) > 1
  })
  return bar === undefined ? [] : [{ sentence: UNEQUAL, values: { bar: bar + 1 } }]
}

function draftOf({ header }: Tune, voices: readonly Voice[]): Draft {
  const score = new model.Score()
  const texts = (letter: string) =>
    header.filter(field => field.letter === letter).map(({ text }) => plainText(text))
  const [title = '', ...subTitles] = texts('T')
  Object.assign(score, {
    title,
    subTitle: subTitles.join(', '),
    music: texts('C').join(', '),
    words: texts('A').join(', '),
    tab: texts('Z').join(', '),
  })
  const length = Math.max(...voices.map(({ bars }) => bars.length))
  const lengths = Array.from({ length }, (_, index) =>
    Math.round(Math.max(...voices.map(({ bars }) => bars[index]?.length ?? 0))),
  )
  const free = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15].filter(
    channel => !voices.some(voice => voice.channel === channel),
  )
  const parts = voices.map((voice, index) => {
    const channel = voice.channel ?? free[index % Math.max(1, free.length)] ?? 0
    return partOf(voice, channel, lengths)
  })
  return { score, bars: barsOf(voices, lengths), parts, remarks: remarksOn(voices) }
}

/** Takes repeats from the first voice that has any. */
function barsOf(voices: readonly Voice[], lengths: readonly number[]): DraftBar[] {
  const isRepeated = ({ startsRepeat, endsRepeat, ending }: VoiceBar) => startsRepeat || endsRepeat || ending
  const leading = (voices.find(({ bars }) => bars.some(isRepeated)) ?? voices[0])?.bars ?? []
  const marks = marksOf(leading, voices)
  return lengths.map((length, index) => {
    const all = voices.flatMap(({ bars }) => bars[index] ?? [])
    const masterBar = new model.MasterBar()
    const { beats, unit, isCommon = false, isFree = false } = all[0]?.meter ?? { beats: 4, unit: 4 }
    Object.assign(masterBar, {
      ...{ timeSignatureNumerator: beats, timeSignatureDenominator: unit },
      ...{ timeSignatureCommon: isCommon, isFreeTime: isFree },
    })
    const section = all.find(bar => bar.section)?.section
    if (section) {
      masterBar.section = new model.Section()
      masterBar.section.text = section
    }
    for (const { at, tempo } of all.find(({ tempos }) => tempos.length > 0)?.tempos ?? []) {
      if (tempo.bpm === undefined) continue
      const change = model.Automation.buildTempoAutomation(
        false,
        Math.min(1, at / (length || 1)),
        tempo.bpm,
        2,
      )
      change.text = plainText(tempo.text)
      masterBar.tempoAutomations.push(change)
    }
    const bar = { masterBar, length, marks: marks[index] ?? {} }
    drawSigns(bar, leading[index])
    return bar
  })
}

type Marks = { -readonly [Mark in keyof BarMarks]: BarMarks[Mark] }

function marksOf(bars: readonly VoiceBar[], voices: readonly Voice[]): readonly Marks[] {
  const most = Math.max(...voices.map(voice => voice.bars.length))
  const marks: Marks[] = Array.from({ length: most }, () => ({}))
  markRepeats(bars, marks)
  markJumps(voices, marks)
  return marks
}

/** Sections 4.8–4.10. A repeat end without a start goes back to the last double bar or repeat end. */
function markRepeats(bars: readonly VoiceBar[], marks: Marks[]): void {
  let start = 0
  let isOpen = false
  let times = 2
  let ending: readonly number[] | undefined
  let closers: Marks[] = []
  let passes = 1
  const begin = (index: number) => {
    // All repeat ends of the passage get the number of its highest ending.
    if (passes > 1) for (const closer of closers) closer.repeatEnd = passes
    start = index
    isOpen = false
    times = 2
    ending = undefined
    closers = []
    passes = 1
  }
  for (const [index, bar] of bars.entries()) {
    const mark = marks[index]
    if (!mark) return
    if (bar.startsRepeat) {
      begin(index)
      isOpen = true
      times = bar.startsRepeat
      mark.repeatStart = true
    }
    if (bar.ending) ending = bar.ending
    if (ending) {
      mark.endings = ending
      passes = Math.max(passes, ...ending)
    }
    const goesOn = bars[index + 1]?.ending !== undefined
    if (bar.endsRepeat) {
      mark.repeatEnd = Math.max(times, bar.endsRepeat)
      closers.push(mark)
      const first = marks[start]
      if (first) first.repeatStart = true
      if (!goesOn) begin(index + 1)
    } else if (bar.isDouble && !goesOn && (ending || !isOpen)) begin(index + 1)
    if (goesOn) ending = undefined
  }
  begin(bars.length)
}

/** Sets jumps (section 4.14). Without `!dacoda!`, the first of two coda signs means “To Coda”. */
function markJumps(voices: readonly Voice[], marks: Marks[]): void {
  const signs = voices.flatMap(({ bars }) =>
    bars.flatMap((bar, index) => bar.signs.map(({ name, isAtStart }) => ({ name, index, isAtStart }))),
  )
  const set = (index: number, found: BarMarks) =>
    Object.assign(marks[Math.min(index, marks.length - 1)] ?? {}, found)
  const codas = signs.filter(({ name }) => name === 'coda')
  const [first, second] = codas.toSorted((a, b) => a.index - b.index)
  const leaves =
    signs.some(({ name }) => /^(?:da|to)coda/.test(name)) || first?.index === second?.index
      ? undefined
      : first
  const isLimited = leaves !== undefined || signs.some(({ name }) => /fine|(?:da|to)coda/.test(name))
  for (const { name, index, isAtStart } of signs) {
    const begins = isAtStart ? index : index + 1
    if (name === 'segno') set(begins, { segno: 'segno' })
    else if (name === 'fine') set(index, { fine: true })
    else if (/^(?:da|to)coda/.test(name) || (name === 'coda' && leaves && index === leaves.index)) {
      set(isAtStart && name === 'coda' ? index - 1 : index, { toCoda: 'coda' })
    } else if (name === 'coda') set(begins, { coda: 'coda' })
    else {
      const until = name.endsWith('fine')
        ? 'fine'
        : name.endsWith('coda')
          ? { coda: 'coda' }
          : isLimited
            ? 'any'
            : 'end'
      set(index, { jump: { ...(/^(?:d\.s|dals)/.test(name) && { segno: 'segno' }), until } })
    }
  }
}

function drawSigns({ masterBar, marks }: DraftBar, bar: VoiceBar | undefined): void {
  const { Direction } = model
  masterBar.isRepeatStart = marks.repeatStart === true
  masterBar.repeatCount = marks.repeatEnd ?? 0
  masterBar.isDoubleBar = bar?.isDouble === true && !marks.repeatEnd
  for (const pass of marks.endings ?? []) {
    if (pass <= model.MasterBar.MaxAlternateEndings) masterBar.alternateEndings |= 1 << (pass - 1)
  }
  if (marks.segno) masterBar.addDirection(Direction.TargetSegno)
  if (marks.coda) masterBar.addDirection(Direction.TargetCoda)
  if (marks.toCoda) masterBar.addDirection(Direction.JumpDaCoda)
  if (marks.fine) masterBar.addDirection(Direction.TargetFine)
  const { jump } = marks
  if (!jump) return
  const [plain, alFine, alCoda] = jump.segno
    ? [Direction.JumpDalSegno, Direction.JumpDalSegnoAlFine, Direction.JumpDalSegnoAlCoda]
    : [Direction.JumpDaCapo, Direction.JumpDaCapoAlFine, Direction.JumpDaCapoAlCoda]
  masterBar.addDirection(jump.until === 'fine' ? alFine : typeof jump.until === 'object' ? alCoda : plain)
}

const CLEFS: Readonly<Record<string, model.Clef>> = {
  ...{
    treble: model.Clef.G2,
    bass: model.Clef.F4,
    alto: model.Clef.C3,
    tenor: model.Clef.C4,
    perc: model.Clef.Neutral,
  },
}
const OTTAVAS = [
  model.Ottavia._15mb,
  model.Ottavia._8vb,
  model.Ottavia.Regular,
  model.Ottavia._8va,
  model.Ottavia._15ma,
] as const

function partOf({ name, program, bars }: Voice, channel: number, lengths: readonly number[]): DraftPart {
  const track = new model.Track()
  track.name = name
  Object.assign(track.playbackInfo, { program, primaryChannel: channel, secondaryChannel: channel })
  const staff = new model.Staff()
  staff.isPercussion = channel === DRUMS
  staff.stringTuning.tunings = []
  const players = new Map<Pitch, model.Note>()
  const drafts = lengths.map((_, index) => {
    const bar = new model.Bar()
    const found = bars[index]
    const { clef, key } = found ?? bars.at(-1) ?? {}
    bar.clef = CLEFS[clef?.name ?? ''] ?? model.Clef.G2
    bar.clefOttava = OTTAVAS[(clef?.octave ?? 0) + 2] ?? model.Ottavia.Regular
    bar.keySignature = key?.fifths ?? 0
    bar.keySignatureType = key?.isMinor ? model.KeySignatureType.Minor : model.KeySignatureType.Major
    const voices = (found?.layers ?? []).map(layer =>
      layer.flatMap(moment => beatsOf(moment, staff, players)),
    )
    return { bar, voices }
  })
  return { track, staves: [{ staff, bars: drafts }] }
}

/** Splits a length that has no single note value into several tied notes. */
function beatsOf(moment: Moment, staff: model.Staff, players: Map<Pitch, model.Note>): DraftBeat[] {
  const { at, length, pitches, tuplet } = moment
  const graces = moment.graces.map(each => graceOf(each, moment, staff))
  const [p, q] = tuplet ?? [1, 1]
  const pieces = writtenAs((length * p) / q)
  let begins = at
  let held: model.Note[] = []
  const beats = pieces.map(({ value, dots, ticks }, index) => {
    const beat = new model.Beat()
    Object.assign(beat, { duration: value, dots, isEmpty: moment.isHidden })
    if (tuplet) Object.assign(beat, { tupletNumerator: p, tupletDenominator: q })
    const notes = pitches.map((pitch, place) => {
      const note = noteOf(pitch, staff)
      const origin = index > 0 ? held[place] : pitch.tiedFrom && players.get(pitch.tiedFrom)
      if (origin) tie(origin, note)
      return note
    })
    if (index === 0) decorate(beat, notes, moment, staff)
    held = notes
    const end = index < pieces.length - 1 ? begins + (ticks * q) / p : at + length
    const piece = { at: Math.round(begins), length: Math.round(end) - Math.round(begins), beat, notes }
    begins = end
    return piece
  })
  for (const [place, pitch] of pitches.entries()) if (held[place]) players.set(pitch, held[place])
  return [...graces, ...beats]
}

function tie(origin: model.Note, note: model.Note): void {
  note.isTieDestination = true
  note.tieOrigin = origin
  origin.tieDestination ??= note
}

function graceOf(pitches: readonly Pitch[], { at, isSlashed }: Moment, staff: model.Staff): DraftBeat {
  const beat = new model.Beat()
  Object.assign(beat, { duration: isSlashed ? 8 : 16, graceType: model.GraceType.BeforeBeat })
  return { at: Math.round(at), length: 0, beat, notes: pitches.map(pitch => noteOf(pitch, staff)) }
}

const SIGNS: Readonly<Record<string, model.NoteAccidentalMode>> = {
  ...{ 1: model.NoteAccidentalMode.ForceSharp, 2: model.NoteAccidentalMode.ForceDoubleSharp },
  ...{ [-1]: model.NoteAccidentalMode.ForceFlat, [-2]: model.NoteAccidentalMode.ForceDoubleFlat },
}

function noteOf({ midi, altered }: Pitch, { isPercussion }: model.Staff): model.Note {
  const note = new model.Note()
  if (isPercussion) note.percussionArticulation = midi
  else {
    note.octave = Math.floor(midi / 12)
    note.tone = midi % 12
    note.accidentalMode = SIGNS[altered] ?? model.NoteAccidentalMode.Default
  }
  return note
}

const DYNAMICS = ['ppp', 'pp', 'p', 'mp', 'mf', 'f', 'ff', 'fff']

function decorate(beat: model.Beat, notes: readonly model.Note[], moment: Moment, staff: model.Staff): void {
  for (const name of moment.decorations) {
    for (const note of notes) {
      if (name === 'staccato') note.isStaccato = true
      if (/^(?:accent|>|emphasis)$/.test(name)) note.accentuated = model.AccentuationType.Normal
      if (/^(?:marcato|\^)$/.test(name)) note.accentuated = model.AccentuationType.Heavy
      if (name === 'tenuto') note.accentuated = model.AccentuationType.Tenuto
    }
    if (name === 'fermata') beat.fermata = new model.Fermata()
    if (name === 'upbow') beat.pickStroke = model.PickStroke.Up
    if (name === 'downbow') beat.pickStroke = model.PickStroke.Down
    const level = DYNAMICS.indexOf(name)
    if (level >= 0) beat.dynamics = level
  }
  if (moment.lyrics.length > 0) beat.lyrics = [...moment.lyrics]
  beat.text = moment.text ?? null
  if (moment.program !== undefined) {
    beat.automations.push(model.Automation.buildInstrumentAutomation(false, 0, moment.program))
  }
  const { chord: name } = moment
  if (name === undefined) return
  beat.chordId = name
  if (staff.hasChord(name)) return
  const chord = new model.Chord()
  Object.assign(chord, { name, showDiagram: false })
  staff.addChord(name, chord)
}

interface Written {
  readonly value: model.Duration
  readonly dots: number
  readonly ticks: number
}

const SHAPES: readonly Written[] = [-4, -2, 1, 2, 4, 8, 16, 32, 64, 128, 256].flatMap(value =>
  [2, 1, 0].map(dots => ({
    value,
    dots,
    ticks: (value < 0 ? WHOLE * -value : WHOLE / value) * (2 - 2 ** -dots),
  })),
)

function writtenAs(length: number): readonly Written[] {
  const pieces: Written[] = []
  let left = length
  while (left > 0.5) {
    const whole =
      SHAPES.find(({ ticks }) => Math.abs(ticks - left) < 0.5) ??
      SHAPES.find(({ dots, ticks }) => dots === 0 && ticks <= left)
    if (!whole) break
    pieces.push(whole)
    left -= whole.ticks
  }
  return pieces.length > 0 ? pieces : SHAPES.slice(-1)
}
