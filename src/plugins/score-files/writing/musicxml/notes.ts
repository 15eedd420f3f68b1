import { model, QUARTER } from '../../engine.js'
import { countsFromIndex } from '../../fingers.js'
import { drumId, drumOf } from './drums.js'
import type { PartStaff } from './staves.js'
import { element, empty } from './xml.js'

const TYPES: Readonly<Record<number, string>> = {
  [model.Duration.QuadrupleWhole]: 'long',
  [model.Duration.DoubleWhole]: 'breve',
  [model.Duration.Whole]: 'whole',
  [model.Duration.Half]: 'half',
  [model.Duration.Quarter]: 'quarter',
  [model.Duration.Eighth]: 'eighth',
  [model.Duration.Sixteenth]: '16th',
  [model.Duration.ThirtySecond]: '32nd',
  [model.Duration.SixtyFourth]: '64th',
  [model.Duration.OneHundredTwentyEighth]: '128th',
  [model.Duration.TwoHundredFiftySixth]: '256th',
}

/** @param voice voice number in the part, from 1 */
export function notesOf(beat: model.Beat, staff: PartStaff, voice: number): string {
  if (beat.notes.length === 0) return restOf(beat, staff, voice)
  return beat.notes.map((note, index) => noteOf(note, index, staff, voice)).join('')
}

function restOf(beat: model.Beat, { number }: PartStaff, voice: number): string {
  return element(
    'note',
    [graceOf(beat), empty('rest'), ...lengthsOf(beat), ...typeOf(beat, voice), element('staff', number + 1)],
    {
      'print-object': beat.isEmpty ? 'no' : undefined,
    },
  )
}

function noteOf(note: model.Note, index: number, staff: PartStaff, voice: number): string {
  const { beat } = note
  const isTied = note.tieOrigin !== null || note.isTieDestination
  const parts = [
    graceOf(beat),
    index > 0 ? empty('chord') : '',
    note.isPercussion ? unpitched(note) : pitched(note),
    ...lengthsOf(beat),
    isTied ? empty('tie', { type: 'stop' }) : '',
    note.isTieOrigin ? empty('tie', { type: 'start' }) : '',
    note.isPercussion ? empty('instrument', { id: drumId(partId(beat), drumOf(note).key) }) : '',
    ...typeOf(beat, voice),
    headOf(note),
    element('staff', staff.number + 1),
    index === 0 && !staff.isTablature ? beamsOf(beat) : '',
    notationsOf(note, index === 0, staff),
    ...(index === 0 && !staff.isTablature ? lyricsOf(beat) : []),
    note.isPalmMute ? element('play', [element('mute', 'palm')]) : '',
  ]
  return element('note', parts, { attack: delayOf(note) || undefined })
}

const partId = ({ voice }: model.Beat) => `P${voice.bar.staff.track.index + 1}`

/** Returns a strummed note's delay after the first note of the strum, in ticks. */
function delayOf({ beat, string, isTieDestination }: model.Note): number {
  const { brushType, brushDuration } = beat
  const struck = beat.notes.filter(note => !note.isTieDestination && note.isStringed)
  if (brushType === model.BrushType.None || isTieDestination || struck.length < 2) return 0
  const isDown = brushType === model.BrushType.BrushDown || brushType === model.BrushType.ArpeggioDown
  const before = struck.filter(note => (isDown ? note.string < string : note.string > string)).length
  return before * Math.trunc(brushDuration / (struck.length - 1))
}

function graceOf({ graceType }: model.Beat): string {
  const { None, BeforeBeat } = model.GraceType
  return graceType === None ? '' : empty('grace', { slash: graceType === BeforeBeat ? 'yes' : 'no' })
}

function lengthsOf(beat: model.Beat): string[] {
  return beat.graceType === model.GraceType.None ? [element('duration', beat.displayDuration)] : []
}

function typeOf(beat: model.Beat, voice: number): string[] {
  const { duration, dots, hasTuplet, tupletNumerator, tupletDenominator } = beat
  return [
    element('voice', voice),
    element('type', TYPES[duration] ?? 'quarter'),
    ...Array.from({ length: dots }, () => empty('dot')),
    hasTuplet
      ? element('time-modification', [
          element('actual-notes', tupletNumerator),
          element('normal-notes', tupletDenominator),
        ])
      : '',
  ]
}

/** Returns the first note of a tie. Tied notes have its pitch, even for a harmonic. */
function struckOf(note: model.Note): model.Note {
  let struck = note
  while (struck.tieOrigin && !struck.isHarmonic) struck = struck.tieOrigin
  return struck.isHarmonic ? struck : note
}

function pitched(note: model.Note): string {
  const { step, alter, octave } = spelled(
    struckOf(note).calculateRealValue(false, true),
    note.beat.voice.bar.keySignature,
  )
  return element('pitch', [
    element('step', step),
    alter === 0 ? '' : element('alter', alter),
    element('octave', octave),
  ])
}

function unpitched(note: model.Note): string {
  const { step, octave } = drumOf(note)
  return element('unpitched', [element('display-step', step), element('display-octave', octave)])
}

function headOf(note: model.Note): string {
  const { isDead, isGhost, isHarmonic } = note
  const drum = note.isPercussion ? drumOf(note).head : ''
  const parentheses = isGhost ? 'yes' : undefined
  const head = drum || (isDead ? 'x' : isGhost ? 'normal' : '')
  if (head !== '') return element('notehead', head, { parentheses })
  return isHarmonic ? element('notehead', 'diamond') : ''
}

function lyricsOf({ lyrics }: model.Beat): string[] {
  return (lyrics ?? []).flatMap((text, line) =>
    text === ''
      ? []
      : [element('lyric', [element('syllabic', 'single'), element('text', text)], { number: line + 1 })],
  )
}

const EIGHTH = 8

function beamsOf(beat: model.Beat): string {
  const levels = levelsOf(beat)
  if (levels === 0) return ''
  const [before, after] = [neighbourOf(beat, -1), neighbourOf(beat, 1)]
  return Array.from({ length: levels }, (_, level) => {
    const [joinsBefore, joinsAfter] = [levelsOf(before) > level, levelsOf(after) > level]
    if (!joinsBefore && !joinsAfter) {
      if (level === 0 || (!before && !after)) return ''
      return element('beam', before ? 'backward hook' : 'forward hook', { number: level + 1 })
    }
    const word = joinsBefore ? (joinsAfter ? 'continue' : 'end') : 'begin'
    return element('beam', word, { number: level + 1 })
  }).join('')
}

function levelsOf(beat: model.Beat | undefined): number {
  if (!beat || beat.notes.length === 0 || beat.duration < EIGHTH || beat.graceType !== model.GraceType.None)
    return 0
  return Math.log2(beat.duration) - 2
}

function neighbourOf(beat: model.Beat, by: 1 | -1): model.Beat | undefined {
  const { beats } = beat.voice
  const other = beats[beat.index + by]
  return other && levelsOf(other) > 0 && groupOf(other) === groupOf(beat) ? other : undefined
}

function groupOf(beat: model.Beat): number {
  const { timeSignatureNumerator: beats, timeSignatureDenominator: unit } = beat.voice.bar.masterBar
  const isCompound = unit === EIGHTH && beats % 3 === 0
  return Math.floor(beat.displayStart / (isCompound ? QUARTER * 1.5 : QUARTER))
}

/** @param isFirst whether this is the chord's first note, which also has the notations of the beat */
function notationsOf(note: model.Note, isFirst: boolean, { staff, isTablature }: PartStaff): string {
  const parts = [
    ...tiesOf(note),
    ...slidesOf(note),
    group('ornaments', ornamentsOf(note, isFirst)),
    group('technical', technicalOf(note, isFirst, isTablature ? staff.tuning.length : 0)),
    group('articulations', articulationsOf(note)),
    isFirst ? arpeggioOf(note.beat) : '',
    isFirst && note.beat.fermata ? element('fermata', 'normal') : '',
  ]
  return group('notations', parts)
}

function group(name: string, parts: readonly string[]): string {
  return parts.every(part => part === '') ? '' : element(name, parts)
}

function tiesOf(note: model.Note): string[] {
  return [
    note.isTieDestination ? empty('tied', { type: 'stop' }) : '',
    note.isTieOrigin ? empty('tied', { type: 'start' }) : '',
    note.isLetRing ? empty('tied', { type: 'let-ring' }) : '',
    note.slurOrigin ? empty('slur', { type: 'stop' }) : '',
    note.slurDestination ? empty('slur', { type: 'start' }) : '',
  ]
}

/** Offset for slur numbers, so that they don't clash with those of phrases. */
const SLURS = 4

/** Numbers slides by string. Simultaneous slides in a chord need different numbers. */
function slidesOf(note: model.Note): string[] {
  const number = Math.max(1, note.string)
  // Under a slur, the second note isn't struck.
  const slide = (type: string, { slideOutType }: model.Note) =>
    (slideOutType === model.SlideOutType.Legato ? empty('slur', { type, number: number + SLURS }) : '') +
    empty('slide', { type, number, 'line-type': 'solid' })
  return [
    note.slideOrigin ? slide('stop', note.slideOrigin) : '',
    note.slideTarget ? slide('start', note) : '',
  ]
}

function ornamentsOf(note: model.Note, isFirst: boolean): string[] {
  const { beat, ornament } = note
  const { Turn, InvertedTurn, UpperMordent, LowerMordent } = model.NoteOrnament
  const isVibrato = note.vibrato !== model.VibratoType.None || beat.vibrato !== model.VibratoType.None
  return [
    note.isTrill ? trillOf(note) : '',
    ornament === Turn ? empty('turn') : '',
    ornament === InvertedTurn ? empty('inverted-turn') : '',
    ornament === UpperMordent ? empty('inverted-mordent') : '',
    ornament === LowerMordent ? empty('mordent') : '',
    isVibrato ? empty('wavy-line', { type: 'start' }) + empty('wavy-line', { type: 'stop' }) : '',
    isFirst && beat.tremoloPicking ? element('tremolo', beat.tremoloPicking.marks, { type: 'single' }) : '',
  ]
}

const TRILL_STEPS = ['unison', 'half', 'whole']

function trillOf({ beat, trillValue, trillSpeed, realValue }: model.Note): string {
  const step = TRILL_STEPS[trillValue - realValue]
  return empty('trill-mark', {
    'trill-step': step,
    beats: (beat.displayDuration * trillSpeed) / (4 * QUARTER),
  })
}

function technicalOf(note: model.Note, isFirst: boolean, strings: number): string[] {
  const { beat } = note
  const { Up, Down } = model.PickStroke
  return [
    isFirst && beat.pickStroke === Up ? empty('up-bow') : '',
    isFirst && beat.pickStroke === Down ? empty('down-bow') : '',
    struckOf(note).isHarmonic ? harmonicOf(struckOf(note)) : '',
    ...fingersOf(note, strings > 0),
    strings > 0 && note.isStringed ? element('string', strings - note.string + 1) : '',
    strings > 0 && note.isStringed ? element('fret', Math.max(0, note.fret)) : '',
    legatoOf(note.hammerPullOrigin, note, 'stop'),
    legatoOf(note, note.hammerPullDestination, 'start'),
    ...bendsOf(note),
    note.isLeftHandTapped || (isFirst && beat.tap) ? element('tap', 'T') : '',
    isFirst && beat.slap ? element('other-technical', 'slap') : '',
    isFirst && beat.pop ? element('other-technical', 'pop') : '',
    note.isPalmMute ? element('other-technical', 'palm mute') : '',
  ]
}

/** The written pitch is the sounding one. String and fret describe the finger position. */
function harmonicOf({ harmonicType }: model.Note): string {
  const isNatural = harmonicType === model.HarmonicType.Natural
  return element('harmonic', [empty(isNatural ? 'natural' : 'artificial'), empty('sounding-pitch')])
}

const PLUCKED = ['p', 'i', 'm', 'a', 'c']

/** Writes the fingering of stringed notes in the tablature, and of other notes in the notation staff. */
function fingersOf(note: model.Note, isTablature: boolean) {
  const { leftHandFinger: left, rightHandFinger: right, isStringed, beat } = note
  if (isStringed !== isTablature) return []
  const isFromIndex = isStringed || countsFromIndex(beat.voice.bar.staff.track)
  const finger = isFromIndex ? left || 'T' : left + 1
  const plucked = PLUCKED[right]
  return [
    left >= model.Fingers.NoOrDead ? element('fingering', left < 0 ? 0 : finger) : '',
    plucked ? element('pluck', plucked) : '',
  ]
}

function legatoOf(from: model.Note | null, to: model.Note | null, type: 'start' | 'stop'): string {
  if (!from || !to) return ''
  const isHammer = from.fret <= to.fret
  const number = Math.max(1, from.string)
  return element(isHammer ? 'hammer-on' : 'pull-off', type === 'start' ? (isHammer ? 'H' : 'P') : [], {
    type,
    number,
  })
}

/** Writes each rise and fall of the bend curve. */
function bendsOf(note: model.Note): string[] {
  if (!note.hasBend || !note.bendPoints) return []
  const bends: string[] = []
  let height = 0
  for (const [index, { value }] of note.bendPoints.entries()) {
    if (index === 0 && value > 0) bends.push(bendBy(value, empty('pre-bend')))
    else if (value > height) bends.push(bendBy(value - height))
    else if (value < height) bends.push(bendBy(value - height, empty('release')))
    height = value
  }
  return bends
}

function bendBy(quarterTones: number, kind = ''): string {
  return element('bend', [element('bend-alter', quarterTones / 2), kind])
}

function articulationsOf(note: model.Note): string[] {
  const { accentuated, slideInType, slideOutType } = note
  const { Normal, Heavy, Tenuto } = model.AccentuationType
  const { IntoFromBelow, IntoFromAbove } = model.SlideInType
  const { OutUp, OutDown, PickSlideUp, PickSlideDown } = model.SlideOutType
  return [
    accentuated === Normal ? empty('accent') : '',
    accentuated === Heavy ? empty('strong-accent') : '',
    note.isStaccato ? empty('staccato') : '',
    accentuated === Tenuto ? empty('tenuto') : '',
    slideInType === IntoFromBelow ? empty('scoop') : '',
    slideInType === IntoFromAbove ? empty('plop') : '',
    slideOutType === OutUp || slideOutType === PickSlideUp ? empty('doit') : '',
    slideOutType === OutDown || slideOutType === PickSlideDown ? empty('falloff') : '',
  ]
}

function arpeggioOf({ brushType }: model.Beat): string {
  const { BrushUp, BrushDown, ArpeggioUp, ArpeggioDown } = model.BrushType
  // A downstroke starts on the lowest string, so its arrow points up.
  if (brushType === BrushUp || brushType === ArpeggioUp) return empty('arpeggiate', { direction: 'down' })
  if (brushType === BrushDown || brushType === ArpeggioDown) return empty('arpeggiate', { direction: 'up' })
  return ''
}

const SHARPS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const
const FLATS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const

/**
 * Spells a pitch; octave 4 starts at middle C.
 * @param fifths number of sharps; negative for flats
 */
export function spelled(pitch: number, fifths: number) {
  const name = (fifths < 0 ? FLATS : SHARPS)[((pitch % 12) + 12) % 12] ?? 'C'
  const alter = name.endsWith('#') ? 1 : name.length > 1 ? -1 : 0
  return { step: name.charAt(0), alter, octave: Math.floor(pitch / 12) - 1 }
}
