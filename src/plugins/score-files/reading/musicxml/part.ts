import { model, QUARTER } from '../../engine.js'
import type { Remark } from '../draft.js'
import { type BarFacts, newBar } from './bars.js'
import { chordOf } from './harmony.js'
import { readSigns, readSound } from './jumps.js'
import { beatOf, dynamicOf, pitchOf, type ReadBeat, type ReadNote, readNote, timeOf } from './notes.js'
import { type Change, newContent, type PartContent, type StaffDetails } from './part-content.js'
import { NO_PITCH, ODD_METER } from './remarks.js'
import { Barlines, meterOf, readMetronome } from './signs.js'
import { childOf, childrenOf, numberOf, ordinal, plain, textOf, toNumber, type Xml } from './xml.js'

/** Repeat marks for the previous bars, on one staff or on all. */
interface RepeatedBars {
  readonly staff: number | undefined
  readonly bars: number
}

const MOST_REPEATED = 16
const MOST_STAVES = 16
const MOST_STRINGS = 16

/**
 * Reads the measures of a part in file order and adds to the bar properties shared by all parts.
 *
 * @param divisions divisions of the previous part, used if this part has none
 */
export function readPart(
  measures: readonly (Xml | undefined)[],
  bars: BarFacts[],
  remarks: Remark[],
  divisions: number,
): PartContent {
  return new PartReader(bars, remarks, divisions).read(measures)
}

class PartReader {
  private readonly content: PartContent
  private index = 0
  private position = 0
  private chord: ReadBeat | undefined
  private chordStart = 0
  private readonly graces: ReadBeat[] = []
  private repeats: RepeatedBars[] = []
  private readonly sources: (readonly Xml[])[] = []
  private readonly barlines = new Barlines()

  constructor(
    private readonly bars: BarFacts[],
    private readonly remarks: Remark[],
    divisions: number,
  ) {
    this.content = newContent(divisions)
  }

  read(measures: readonly (Xml | undefined)[]): PartContent {
    for (const [index, measure] of measures.entries()) {
      this.index = index
      this.position = 0
      this.chord = undefined
      this.graces.length = 0
      this.bar.isImplicit ||= measure?.attributes.implicit === 'yes'
      for (const child of measure?.children ?? []) this.readers[child.name]?.(child)
      this.sources[index] = measure?.children ?? []
      for (const repeat of this.repeats) this.repeatBars(repeat)
      if (index + 1 < measures.length) this.moveGraces(index + 1)
      this.barlines.endBar(this.bar)
    }
    this.barlines.end()
    return this.content
  }

  /** Grace notes at the end of a bar belong to the next bar. */
  private moveGraces(bar: number): void {
    for (const grace of this.graces.splice(0)) {
      grace.beat.graceType = model.GraceType.BeforeBeat
      Object.assign(grace, { bar, at: 0 })
    }
  }

  private repeatBars({ staff, bars }: RepeatedBars): void {
    const { beats } = this.content
    const isMeant = (beat: ReadBeat) => beat.bar === this.index && (staff ?? beat.staff) === beat.staff
    const first = beats.findLastIndex(({ bar }) => bar < this.index) + 1
    if (beats.slice(first).some(beat => isMeant(beat) && beat.notes.length > 0)) return
    const others = beats.splice(first).filter(beat => !isMeant(beat))
    const source = this.sources[this.index - bars] ?? []
    this.position = 0
    for (const child of source) if (/note|backup|forward/.test(child.name)) this.readers[child.name]?.(child)
    beats.push(...others, ...beats.splice(first).filter(isMeant))
    if (staff === undefined) this.sources[this.index] = source
  }

  private readonly readers: Readonly<Record<string, (xml: Xml) => void>> = {
    note: xml => this.note(xml),
    backup: xml => this.move(-this.durationOf(xml)),
    forward: xml => this.move(this.durationOf(xml)),
    attributes: xml => this.attributes(xml),
    direction: xml => this.direction(xml),
    sound: xml => this.sound(xml, this.position + this.offsetOf(xml)),
    harmony: xml => this.harmony(xml),
    barline: xml => this.barlines.read(xml, this.bar),
  }

  private get bar(): BarFacts {
    return this.barAt(this.index)
  }

  private barAt(index: number): BarFacts {
    const bar = this.bars[index] ?? newBar()
    this.bars[index] = bar
    return bar
  }

  private durationOf(xml: Xml): number {
    return Math.max(0, this.ticks(numberOf(xml, 'duration') ?? 0))
  }

  private offsetOf(xml: Xml): number {
    return this.ticks(numberOf(xml, 'offset') ?? 0)
  }

  private ticks(divisions: number): number {
    return (divisions * QUARTER) / this.content.divisions
  }

  private move(by: number): void {
    this.position = Math.max(0, this.position + by)
    if (by > 0) this.bar.end = Math.max(this.bar.end, this.position)
  }

  private staffOf(xml: Xml): number | undefined {
    const staff = childOf(xml, 'staff')
    return staff && this.staff(staff.text)
  }

  /** Returns the staff index, from 0. */
  private staff(text: string | undefined): number {
    const number = ordinal(text, MOST_STAVES)
    this.content.staves = Math.max(this.content.staves, number)
    return number - 1
  }

  private note(xml: Xml): void {
    const isGrace = childOf(xml, 'grace') !== undefined
    if (isGrace && childOf(xml, 'cue')) return
    const { length: ticks, fillsBar } = timeOf(xml, this.ticks(numberOf(xml, 'duration') ?? Number.NaN))
    const last = childOf(xml, 'chord') ? this.chord : undefined
    const start = last ? this.chordStart : this.position
    const at = Math.round(start)
    const length = isGrace ? 0 : Math.round(start + ticks) - at
    if (!last) {
      this.chordStart = start
      if (fillsBar) {
        this.position += ticks
        this.bar.restEnd = Math.max(this.bar.restEnd, this.position)
      } else if (!isGrace) this.move(ticks)
    }
    const staff = this.staffOf(xml) ?? last?.staff ?? 0
    const voice = textOf(xml, 'voice') || (last?.voice ?? '1')
    const isSame = last && last.length === length && last.staff === staff && last.voice === voice
    const read = isSame
      ? last
      : {
          ...{ bar: this.index, at, length, staff, voice, fillsBar },
          ...{ beat: beatOf(xml, length), notes: [] as ReadNote[] },
        }
    if (!last) this.chord = read
    if (!isSame) this.content.beats.push(read)
    if (isGrace) this.graces.push(read)
    else if (!last) {
      // Grace notes follow their main note to another staff.
      for (const grace of this.graces.splice(0)) if (grace.voice === voice) grace.staff = staff
    }
    const note = readNote(xml, read.beat)
    // `attack` delays a note, for example within a strum.
    const delay = Math.round(this.ticks(toNumber(xml.attributes.attack) ?? 0))
    read.beat.brushDuration = Math.max(read.beat.brushDuration, delay)
    if (note) read.notes.push(note)
    else if (note === null) this.remarks.push({ sentence: NO_PITCH, values: { bar: this.index + 1 } })
  }

  private attributes(xml: Xml): void {
    const { content } = this
    content.divisions = Math.max(Number.MIN_VALUE, numberOf(xml, 'divisions') ?? content.divisions)
    const staves = childOf(xml, 'staves')
    if (staves) this.staff(staves.text)
    for (const child of xml.children) this.attributeReaders[child.name]?.(child)
  }

  private readonly attributeReaders: Readonly<Record<string, (xml: Xml) => void>> = {
    key: xml => {
      const fifths = Math.trunc(numberOf(xml, 'fifths') ?? 0)
      const value = { fifths: Math.abs(fifths) <= 7 ? fifths : 0, isMinor: MINOR.test(textOf(xml, 'mode')) }
      this.content.keys.push(this.change(value, xml))
    },
    clef: xml => {
      const value = {
        sign: textOf(xml, 'sign').toUpperCase(),
        line: numberOf(xml, 'line') ?? 0,
        octaves: Math.trunc(numberOf(xml, 'clef-octave-change') ?? 0),
      }
      this.content.clefs.push({ ...this.change(value), staff: this.staff(xml.attributes.number) })
    },
    transpose: xml => {
      const semitones = (numberOf(xml, 'chromatic') ?? 0) + (numberOf(xml, 'octave-change') ?? 0) * 12
      const double = childOf(xml, 'double')
      const doubled = !double ? 0 : double.attributes.above === 'yes' ? 12 : -12
      this.content.transposes.push(this.change({ semitones: Math.round(semitones), doubled }, xml))
    },
    time: xml => this.time(xml),
    'staff-details': xml => this.staffDetails(xml),
    'measure-style': xml => {
      const repeat = childOf(xml, 'measure-repeat')
      if (!repeat) return
      const { staff } = this.change(0, xml)
      this.repeats = this.repeats.filter(each => each.staff !== staff && staff !== undefined)
      if (repeat.attributes.type !== 'stop')
        this.repeats.push({ staff, bars: ordinal(repeat.text, MOST_REPEATED) })
    },
  }

  private change<Value>(value: Value, xml?: Xml): Change<Value> {
    const number = xml?.attributes.number
    const staff = number === undefined ? undefined : this.staff(number)
    return { bar: this.index, at: Math.round(this.position), staff, value }
  }

  private time(xml: Xml): void {
    // A change within a bar takes effect at the next bar.
    const bar = this.barAt(this.index + (this.position > 0 ? 1 : 0))
    if (childOf(xml, 'senza-misura')) bar.isFree ??= true
    const meter = bar.meter ?? meterOf(xml)
    if (meter) bar.meter = meter
    else if (meter === null) this.remarks.push({ sentence: ODD_METER, values: { bar: this.index + 1 } })
  }

  private staffDetails(xml: Xml): void {
    const index = this.staff(xml.attributes.number)
    const details: StaffDetails = this.content.details[index] ?? { tuning: [] }
    this.content.details[index] = details
    details.lines ??= ordinal(textOf(xml, 'staff-lines'), MOST_STRINGS)
    const capo = numberOf(xml, 'capo')
    if (capo !== undefined && capo >= 0 && capo <= 24) details.capo ??= Math.trunc(capo)
    if (details.tuning.length > 0) return
    for (const string of childrenOf(xml, 'staff-tuning')) {
      const line = ordinal(string.attributes.line, MOST_STRINGS) - 1
      details.tuning[line] = pitchOf(string, 'tuning-') ?? 0
    }
  }

  private direction(xml: Xml): void {
    const place = this.position + this.offsetOf(xml)
    // Most offsets only affect the layout.
    const isMoved = childOf(xml, 'offset')?.attributes.sound === 'yes'
    const heard = isMoved ? place : this.position
    const sound = childOf(xml, 'sound')
    if (sound) this.sound(sound, heard + this.offsetOf(sound))
    const types = childrenOf(xml, 'direction-type').flatMap(({ children }) => children)
    const { attributes } = sound ?? { attributes: {} }
    const hasSound = ['segno', 'coda', 'tocoda', 'fine', 'dacapo', 'dalsegno'].some(
      name => name in attributes,
    )
    const isSign = readSigns(types, this.bar, hasSound)
    const at = Math.max(0, Math.round(place))
    const change = <Value>(value: Value): Change<Value> => ({
      bar: this.index,
      at,
      staff: this.staffOf(xml),
      value,
    })
    const words = types.filter(({ name }) => name === 'words').map(({ text }) => plain(text))
    const text = words.filter(each => each !== '').join(' ')
    if (text !== '' && !isSign)
      this.content.attached.push({ ...change(0), apply: beat => Object.assign(beat, { text }) })
    for (const type of types) {
      if (type.name === 'rehearsal') this.bar.section ??= plain(type.text)
      else if (type.name === 'metronome') readMetronome(type, this.tempo(Math.max(0, Math.round(heard))))
      else if (type.name === 'dynamics') {
        const value = dynamicOf(type)
        if (value !== undefined) this.content.dynamics.push(change(value))
      } else if (type.name === 'wedge') {
        this.content.wedges.push(change(WEDGES[type.attributes.type ?? ''] ?? model.CrescendoType.None))
      } else if (type.name === 'octave-shift') this.content.ottavas.push(change(ottavaOf(type)))
      else if (type.name === 'pedal') {
        const value = PEDALS[type.attributes.type ?? '']
        if (value !== undefined) this.content.pedals.push(change(value))
      }
    }
  }

  private sound(xml: Xml, place: number): void {
    const at = Math.max(0, Math.round(place))
    readSound(xml, this.bar, this.index + 1, this.remarks)
    const tempo = toNumber(xml.attributes.tempo)
    if (tempo !== undefined) this.tempo(at).sound ??= tempo
    for (const instrument of childrenOf(xml, 'midi-instrument')) {
      const program = numberOf(instrument, 'midi-program')
      if (program === undefined) continue
      const value = { instrument: instrument.attributes.id, program: program - 1 }
      this.content.programs.push({ bar: this.index, at, staff: undefined, value })
    }
  }

  private tempo(at: number) {
    const { tempos } = this.bar
    const found = tempos.get(at) ?? {}
    tempos.set(at, found)
    return found
  }

  private harmony(xml: Xml): void {
    const chord = chordOf(xml)
    if (!chord) return
    const at = Math.max(0, Math.round(this.position + this.offsetOf(xml)))
    this.content.attached.push({
      ...{ bar: this.index, at, staff: this.staffOf(xml) },
      apply(beat, staff) {
        staff.addChord(chord.uniqueId, chord)
        beat.chordId = chord.uniqueId
      },
    })
  }
}

const MINOR = /^(?:minor|aeolian)$/i

const WEDGES: Readonly<Record<string, model.CrescendoType>> = {
  crescendo: model.CrescendoType.Crescendo,
  diminuendo: model.CrescendoType.Decrescendo,
}

const PEDALS: Readonly<Record<string, model.SustainPedalMarkerType>> = {
  start: model.SustainPedalMarkerType.Down,
  resume: model.SustainPedalMarkerType.Down,
  stop: model.SustainPedalMarkerType.Up,
  discontinue: model.SustainPedalMarkerType.Up,
  change: model.SustainPedalMarkerType.Down,
}

function ottavaOf({ attributes: { type, size } }: Xml): model.Ottavia {
  const isTwo = size === '15' || size === '22'
  if (type === 'down') return isTwo ? model.Ottavia._15ma : model.Ottavia._8va
  if (type === 'up') return isTwo ? model.Ottavia._15mb : model.Ottavia._8vb
  return model.Ottavia.Regular
}
