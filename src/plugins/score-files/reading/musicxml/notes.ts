import { model, QUARTER } from '../../engine.js'
import type { Place } from './part-content.js'
import { childOf, childrenOf, numberOf, plain, textOf, toNumber, type Xml } from './xml.js'

export interface ReadBeat extends Place {
  /** Staff index, from 0. */
  staff: number
  readonly voice: string
  /** Ticks; 0 for grace notes. */
  readonly length: number
  readonly fillsBar: boolean
  readonly beat: model.Beat
  readonly notes: ReadNote[]
}

export interface ReadNote {
  readonly note: model.Note
  /** Written pitch before transposition, or staff position of an unpitched note. */
  readonly pitch: number | undefined
  readonly alter: number
  readonly isUnpitched: boolean
  readonly instrument: string | undefined
  readonly head: string
  readonly startsTie: boolean
  readonly endsTie: boolean
  /** String number, from 1. */
  readonly string: number | undefined
  readonly fret: number | undefined
  readonly harmonic: Xml | undefined
  readonly links: readonly Link[]
  /** Fingering of the fretting hand. */
  readonly fingering: string
  readonly trill: Xml | undefined
}

export interface Link {
  readonly kind: 'slur' | 'slide' | 'legato'
  readonly number: string
  readonly isStart: boolean
}

const { Duration } = model
const TYPES: Readonly<Record<string, model.Duration>> = {
  ...{
    long: Duration.QuadrupleWhole,
    breve: Duration.DoubleWhole,
    whole: Duration.Whole,
    half: Duration.Half,
  },
  ...{ quarter: Duration.Quarter, eighth: Duration.Eighth, '16th': Duration.Sixteenth },
  ...{
    '32nd': Duration.ThirtySecond,
    '64th': Duration.SixtyFourth,
    '128th': Duration.OneHundredTwentyEighth,
  },
  ...{ '256th': Duration.TwoHundredFiftySixth, '512th': Duration.TwoHundredFiftySixth },
  ...{ '1024th': Duration.TwoHundredFiftySixth, maxima: Duration.QuadrupleWhole },
}

const ticksOf = (type: model.Duration) => (type > 0 ? (QUARTER * 4) / type : QUARTER * 4 * -type)
const dotted = (ticks: number, dots: number) => ticks * (2 - 1 / 2 ** dots)

interface Tuplet {
  readonly actual: number
  readonly normal: number
}

function tupletOf(xml: Xml): Tuplet | undefined {
  const found = childOf(xml, 'time-modification')
  const [actual, normal] = [numberOf(found, 'actual-notes') ?? 0, numberOf(found, 'normal-notes') ?? 0]
  return actual >= 1 && normal >= 1 && actual <= 64 && normal <= 64 && actual !== normal
    ? { actual: Math.trunc(actual), normal: Math.trunc(normal) }
    : undefined
}

const dotsOf = (xml: Xml) => Math.min(3, childrenOf(xml, 'dot').length)

/** @param duration ticks; NaN if the file has none */
export function timeOf(xml: Xml, duration: number): { length: number; fillsBar: boolean } {
  const type = TYPES[textOf(xml, 'type')]
  const rest = childOf(xml, 'rest')
  const fillsBar =
    rest !== undefined &&
    (rest.attributes.measure === 'yes' || (type === undefined && Number.isNaN(duration)))
  if (duration >= 0) return { length: duration, fillsBar }
  if (fillsBar) return { length: 0, fillsBar }
  const { actual, normal } = tupletOf(xml) ?? { actual: 1, normal: 1 }
  return { length: (dotted(ticksOf(type ?? Duration.Quarter), dotsOf(xml)) * normal) / actual, fillsBar }
}

/** Returns a beat with the note value from the file. If there is none, uses the value that fits `length`. */
export function beatOf(xml: Xml, length: number): model.Beat {
  const beat = new model.Beat()
  const grace = childOf(xml, 'grace')
  const type = TYPES[textOf(xml, 'type')]
  const tuplet = tupletOf(xml)
  if (type !== undefined) beat.duration = type
  if (grace) {
    const { slash, 'steal-time-previous': stolen } = grace.attributes
    const { BeforeBeat, OnBeat } = model.GraceType
    beat.graceType = slash === 'yes' || stolen !== undefined ? BeforeBeat : OnBeat
    if (type === undefined) beat.duration = Duration.Eighth
  } else if (type === undefined) fitTo(beat, length)
  else {
    beat.dots = dotsOf(xml)
    if (tuplet) Object.assign(beat, { tupletNumerator: tuplet.actual, tupletDenominator: tuplet.normal })
  }
  const rest = childOf(xml, 'rest')
  if (rest && xml.attributes['print-object'] === 'no') beat.isEmpty = true
  const beam = childrenOf(xml, 'beam').find(({ attributes }) => (attributes.number ?? '1') === '1')
  const { ForceMergeWithNext, ForceSplitToNext } = model.BeatBeamingMode
  if (beam) beat.beamingMode = plain(beam.text) === 'end' ? ForceSplitToNext : ForceMergeWithNext
  for (const lyric of childrenOf(xml, 'lyric')) addLyric(lyric, beat)
  return beat
}

const LENGTHS = [...new Set(Object.values(TYPES))].sort((a, b) => ticksOf(b) - ticksOf(a))
const TUPLETS: readonly Tuplet[] = [
  ...[
    [1, 1],
    [3, 2],
    [5, 4],
    [6, 4],
    [7, 4],
    [7, 8],
    [9, 8],
  ].map(([actual = 1, normal = 1]) => ({ actual, normal })),
]

/** Uses the exact note value if there is one, otherwise the longest shorter value. */
function fitTo(beat: model.Beat, length: number): void {
  for (const { actual, normal } of TUPLETS) {
    for (const dots of [0, 1, 2]) {
      const found = LENGTHS.find(
        each => Math.abs((dotted(ticksOf(each), dots) * normal) / actual - length) < 1.5,
      )
      if (found === undefined) continue
      Object.assign(beat, { duration: found, dots })
      if (actual > 1) Object.assign(beat, { tupletNumerator: actual, tupletDenominator: normal })
      return
    }
  }
  beat.duration = LENGTHS.find(each => ticksOf(each) <= length) ?? Duration.TwoHundredFiftySixth
}

const MOST_LINES = 10

function addLyric(xml: Xml, beat: model.Beat): void {
  const line =
    Math.min(MOST_LINES, Math.max(1, toNumber(/\d+/.exec(xml.attributes.number ?? '')?.[0]) ?? 1)) - 1
  let text = ''
  for (const { name, text: more } of xml.children) {
    if (name === 'text') text += plain(more)
    else if (name === 'elision') text += plain(more) || ' '
  }
  if (text === '') return
  const goesOn = /begin|middle/.test(childrenOf(xml, 'syllabic').at(-1)?.text ?? '')
  beat.lyrics ??= []
  while (beat.lyrics.length < line) beat.lyrics.push('')
  beat.lyrics[line] = goesOn && !text.endsWith('-') ? `${text}-` : text
}

/**
 * Reads a note. Markings for the whole beat are added to `beat`.
 *
 * @returns `undefined` for a rest, `null` for a note without a pitch
 */
export function readNote(xml: Xml, beat: model.Beat): ReadNote | null | undefined {
  const unpitched = childOf(xml, 'unpitched')
  const pitch = pitchOf(childOf(xml, 'pitch')) ?? pitchOf(unpitched, 'display-')
  const note = new model.Note()
  const notations = childrenOf(xml, 'notations').flatMap(({ children }) => children)
  for (const sign of notations.flatMap(each => [each, ...each.children])) {
    const found = SIGNS[sign.name]
    const { note: ofNote, beat: ofBeat } = (typeof found === 'function' ? found(sign) : found) ?? {}
    Object.assign(note, ofNote)
    Object.assign(beat, ofBeat)
  }
  // Cue notes are played by someone else.
  if (childOf(xml, 'rest') || childOf(xml, 'cue')) return undefined
  if (pitch === undefined && !unpitched) return null
  const technical = notations.filter(({ name }) => name === 'technical').flatMap(({ children }) => children)
  addBends(technical, note)
  const ties = [...childrenOf(xml, 'tie'), ...notations.filter(({ name }) => name === 'tied')]
  const hasTie = (...types: string[]) => ties.some(({ attributes: { type = '' } }) => types.includes(type))
  const head = childOf(xml, 'notehead')
  note.isGhost = head?.attributes.parentheses === 'yes'
  note.isLetRing ||= hasTie('let-ring')
  note.isPalmMute ||= textOf(childOf(xml, 'play'), 'mute') === 'palm'
  const named = (name: string) => technical.find(each => each.name === name)
  return {
    note,
    pitch,
    alter: numberOf(childOf(xml, 'pitch'), 'alter') ?? 0,
    isUnpitched: unpitched !== undefined,
    instrument: childOf(xml, 'instrument')?.attributes.id,
    head: plain(head?.text ?? ''),
    startsTie: hasTie('start', 'continue'),
    endsTie: hasTie('stop', 'continue'),
    string: toNumber(named('string')?.text),
    fret: toNumber(named('fret')?.text),
    harmonic: named('harmonic'),
    links: linksOf([...notations, ...technical]),
    fingering: plain(named('fingering')?.text ?? ''),
    trill: notations.flatMap(({ children }) => children).find(({ name }) => name === 'trill-mark'),
  }
}

const KINDS: Readonly<Record<string, Link['kind']>> = {
  ...{ slur: 'slur', slide: 'slide', glissando: 'slide', 'hammer-on': 'legato', 'pull-off': 'legato' },
}

function linksOf(notations: readonly Xml[]): Link[] {
  return notations.flatMap(({ name, attributes: { type, number = '1' } }) => {
    const kind = KINDS[name]
    return kind && type !== 'continue'
      ? [{ kind, number: `${name} ${number}`, isStart: type === 'start' }]
      : []
  })
}

interface Sign {
  readonly note?: Partial<model.Note>
  readonly beat?: Partial<model.Beat>
}

const { AccentuationType, BrushType, FermataType, Fingers, NoteOrnament, PickStroke } = model
const vibrato = model.VibratoType.Slight

const SIGNS: Readonly<Record<string, Sign | ((xml: Xml) => Sign)>> = {
  accent: { note: { accentuated: AccentuationType.Normal } },
  'strong-accent': { note: { accentuated: AccentuationType.Heavy } },
  tenuto: { note: { accentuated: AccentuationType.Tenuto } },
  'detached-legato': { note: { accentuated: AccentuationType.Tenuto, isStaccato: true } },
  staccato: { note: { isStaccato: true } },
  staccatissimo: { note: { isStaccato: true } },
  scoop: { note: { slideInType: model.SlideInType.IntoFromBelow } },
  plop: { note: { slideInType: model.SlideInType.IntoFromAbove } },
  doit: { note: { slideOutType: model.SlideOutType.OutUp } },
  falloff: { note: { slideOutType: model.SlideOutType.OutDown } },
  turn: { note: { ornament: NoteOrnament.Turn } },
  'inverted-turn': { note: { ornament: NoteOrnament.InvertedTurn } },
  mordent: { note: { ornament: NoteOrnament.LowerMordent } },
  'inverted-mordent': { note: { ornament: NoteOrnament.UpperMordent } },
  'wavy-line': { note: { vibrato } },
  smear: { note: { vibrato } },
  'up-bow': { beat: { pickStroke: PickStroke.Up } },
  'down-bow': { beat: { pickStroke: PickStroke.Down } },
  golpe: { beat: { golpe: model.GolpeType.Finger } },
  tap: ({ attributes }) =>
    attributes.hand === 'left' ? { note: { isLeftHandTapped: true } } : { beat: { tap: true } },
  pluck: ({ text }) => {
    const rightHandFinger = PLUCKED[plain(text).toLowerCase()]
    return rightHandFinger === undefined ? {} : { note: { rightHandFinger } }
  },
  'other-technical': ({ text }) => OTHERS.find(([words]) => words.test(plain(text)))?.[1] ?? {},
  // An upward arpeggio starts on the lowest string, so it is a downstroke.
  arpeggiate: ({ attributes: { direction } }) => ({
    beat: { brushType: direction === 'down' ? BrushType.ArpeggioUp : BrushType.ArpeggioDown },
  }),
  fermata: ({ text }) => {
    const fermata = new model.Fermata()
    if (plain(text) === 'angled') fermata.type = FermataType.Short
    if (plain(text) === 'square') fermata.type = FermataType.Long
    return { beat: { fermata } }
  },
  dynamics: xml => {
    const dynamics = dynamicOf(xml)
    return dynamics === undefined ? {} : { beat: { dynamics } }
  },
  tremolo: ({ text, attributes: { type = 'single' } }) => {
    const marks = toNumber(text) ?? 0
    // A two-note tremolo is already written with the lengths of its notes.
    if (marks < 1 || marks > 5 || type !== 'single') return {}
    return { beat: { tremoloPicking: Object.assign(new model.TremoloPickingEffect(), { marks }) } }
  },
}

const OTHERS: readonly (readonly [RegExp, Sign])[] = [
  [/^slap$/i, { beat: { slap: true } }],
  [/^pop$/i, { beat: { pop: true } }],
  [/^(palm mute|p\.? ?m\.?)$/i, { note: { isPalmMute: true } }],
  [/^(let ring|l\.? ?r\.?)$/i, { note: { isLetRing: true } }],
]

const PLUCKED: Readonly<Record<string, model.Fingers>> = {
  ...{ p: Fingers.Thumb, t: Fingers.Thumb, i: Fingers.IndexFinger, m: Fingers.MiddleFinger },
  ...{ a: Fingers.AnnularFinger, c: Fingers.LittleFinger, e: Fingers.LittleFinger, x: Fingers.LittleFinger },
}

export function dynamicOf({ children }: Xml): model.DynamicValue | undefined {
  const names = new Map(Object.entries(model.DynamicValue).map(([name, value]) => [name, value]))
  const found = children
    .map(({ name }) => names.get(name.toUpperCase()))
    .find(value => typeof value === 'number')
  return found as model.DynamicValue | undefined
}

/** Distributes bends over the note. Each bend continues from where the previous one ended. */
function addBends(technical: readonly Xml[], note: model.Note): void {
  const bends = technical.filter(({ name }) => name === 'bend')
  const step = model.BendPoint.MaxPosition / Math.max(1, bends.length)
  let height = 0
  for (const [index, bend] of bends.entries()) {
    // Quarter tones.
    const by = Math.round((numberOf(bend, 'bend-alter') ?? 0) * 2)
    const isReleased = childOf(bend, 'release') !== undefined
    if (isReleased && by > 0 && index === 0) height = by
    const from = childOf(bend, 'pre-bend') ? height + by : height
    height = childOf(bend, 'pre-bend') ? from : Math.max(0, height + (isReleased ? -Math.abs(by) : by))
    note.addBendPoint(new model.BendPoint(index * step, from))
    note.addBendPoint(new model.BendPoint((index + 1) * step, height))
  }
}

const PLAIN_BEAT = new model.Beat()
const PLAIN_NOTE = new model.Note()
const BEAT_SIGNS = [
  ...([
    'lyrics',
    'fermata',
    'brushType',
    'pickStroke',
    'tremoloPicking',
    'tap',
    'slap',
    'pop',
    'golpe',
  ] as const),
  ...(['dynamics', 'beamingMode', 'tupletNumerator', 'tupletDenominator', 'dots', 'duration'] as const),
] as const
const NOTE_SIGNS = [
  ...(['accentuated', 'isStaccato', 'vibrato', 'ornament', 'trillValue', 'leftHandFinger'] as const),
  ...(['rightHandFinger', 'isLetRing', 'isPalmMute', 'isGhost', 'isDead', 'slideInType'] as const),
  ...(['slideOutType', 'isLeftHandTapped', 'accidentalMode'] as const),
] as const

/** Adds markings that only the other copy of a beat has. */
export function addSigns(into: ReadBeat, from: ReadBeat): void {
  fill(into.beat, from.beat, PLAIN_BEAT, BEAT_SIGNS)
  for (const { note, pitch } of into.notes) {
    const other = from.notes.find(each => each.pitch === pitch) ?? from.notes[0]
    if (other) fill(note, other.note, PLAIN_NOTE, NOTE_SIGNS)
  }
}

function fill<Part, Key extends keyof Part>(into: Part, from: Part, usual: Part, keys: readonly Key[]): void {
  for (const key of keys) if (into[key] === usual[key]) into[key] = from[key]
}

const STEPS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }

/** Returns the MIDI note (middle C is 60). Quarter tones are rounded toward the natural note. */
export function pitchOf(xml: Xml | undefined, prefix = ''): number | undefined {
  const step = STEPS[textOf(xml, `${prefix}step`).toUpperCase()]
  const octave = numberOf(xml, `${prefix}octave`)
  if (step === undefined || octave === undefined) return undefined
  return (Math.trunc(octave) + 1) * 12 + step + Math.trunc(numberOf(xml, `${prefix}alter`) ?? 0)
}
