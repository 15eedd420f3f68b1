import { model } from '../../engine.js'
import type { DraftBar, DraftBeat, DraftPart, DraftStaff, Remark } from '../draft.js'
import { joinNotes } from './joined-notes.js'
import { addSigns, type ReadBeat, type ReadNote } from './notes.js'
import type { Attached, Change, PartContent, Place } from './part-content.js'
import { articulationOf, DRUMS, type Instrument, isDrum, keyOf } from './percussion.js'
import { place, placeAnywhere, soundingHarmonic, tuningFrom } from './positions.js'
import { NO_PITCH, OTHER_POSITION } from './remarks.js'
import { readTrill, stepAbove } from './trills.js'

export interface PartInfo {
  readonly track: model.Track
  /** By ID, in file order. */
  readonly instruments: ReadonlyMap<string, Instrument>
  /** True if finger 1 is the index finger. */
  readonly isFretted: boolean
}

export function draftPart(
  info: PartInfo,
  content: PartContent,
  bars: readonly DraftBar[],
  remarks: Remark[],
): DraftPart {
  return new PartBuilder(info, content, bars, remarks).build()
}

/**
 * @returns a function that finds the value at a position; call it with ascending positions
 * @param staff staff index, or `undefined` for all staves
 */
function along<Value, Initial>(
  changes: readonly Change<Value>[],
  staff: number | undefined,
  initial: Initial,
): (place: Place) => Value | Initial {
  const sorted = changes
    .filter(change => staff === undefined || (change.staff ?? staff) === staff)
    .sort(inTime)
  let next = 0
  let value: Value | Initial = initial
  return ({ bar, at }) => {
    for (
      let change = sorted[next];
      change && (change.bar < bar || (change.bar === bar && change.at <= at));
      change = sorted[next]
    ) {
      value = change.value
      next += 1
    }
    return value
  }
}

const inTime = (a: Place, b: Place) => a.bar - b.bar || a.at - b.at

interface BuiltStaff {
  readonly staff: model.Staff
  readonly index: number
  readonly beats: ReadBeat[][]
  readonly isTablature: boolean
}

const { Clef } = model

class PartBuilder {
  private readonly isDrums: boolean
  private readonly pitches = new Map<ReadNote, number>()

  constructor(
    private readonly info: PartInfo,
    private readonly content: PartContent,
    private readonly bars: readonly DraftBar[],
    private readonly remarks: Remark[],
  ) {
    const notes = content.beats.flatMap(beat => beat.notes)
    const drums = notes.filter(note => isDrum(note, this.instrumentOf(note))).length
    this.isDrums = drums > 0 && drums * 2 >= notes.length
  }

  build(): DraftPart {
    const { beats } = this.content
    // Grace notes come before their main notes.
    beats.sort(inTime)
    beats.forEach(soundingHarmonic)
    const staves = Array.from({ length: this.content.staves }, (_, index) => this.builtStaff(index))
    const copied = new Set(staves.filter((staff, index) => this.isCopy(staff, staves[index + 1])))
    this.addPrograms()
    const kept = staves.filter(staff => !copied.has(staff))
    const added = joinNotes(
      kept.map(({ beats }) => beats.flat()),
      this.pitches,
      this.bars.map(({ marks }) => marks.endings),
    )
    for (const beat of added) staves[beat.staff]?.beats[beat.bar]?.push(beat)
    const { track } = this.info
    if (this.isDrums) Object.assign(track.playbackInfo, { primaryChannel: DRUMS, secondaryChannel: DRUMS })
    return {
      track,
      staves: kept.map(built => {
        const notation = staves[built.index - 1]
        return this.draftStaff(built, notation && copied.has(notation) ? notation : built)
      }),
    }
  }

  private instrumentOf({ instrument }: ReadNote): Instrument | undefined {
    const { instruments } = this.info
    return instruments.get(instrument ?? '') ?? [...instruments.values()][0]
  }

  private builtStaff(index: number): BuiltStaff {
    const staff = new model.Staff()
    const beats = this.content.beats.filter(
      ({ staff: other, beat, notes }) => other === index && (notes.length > 0 || beat.graceType === 0),
    )
    const transposed = along(this.content.transposes, index, undefined)
    staff.displayTranspositionPitch = transposed({ bar: 0, at: 0 })?.semitones ?? 0
    const soundAt = along(this.content.transposes, index, undefined)
    for (const beat of beats) {
      const { semitones = 0, doubled = 0 } = soundAt(beat) ?? {}
      for (const read of [...beat.notes]) {
        if (read.pitch === undefined || read.isUnpitched) continue
        const pitch = intoMidiRange(read.pitch + semitones)
        this.pitches.set(read, pitch)
        if (doubled === 0) continue
        const double = { ...read, note: new model.Note(), string: undefined, links: [] }
        beat.notes.push(double)
        this.pitches.set(double, intoMidiRange(pitch + doubled))
      }
    }
    const clefs = this.content.clefs.filter(clef => clef.staff === index)
    const isTablature = clefs.some(({ value }) => value.sign === 'TAB')
    const details = this.content.details[index]
    const lines = Math.max(details?.lines ?? 0, details?.tuning.length ?? 0)
    if (details?.lines !== undefined) staff.standardNotationLineCount = isTablature ? 5 : details.lines
    if (this.isDrums) {
      staff.isPercussion = true
      for (const beat of beats) for (const read of beat.notes) this.setDrum(read)
    } else {
      staff.capo = details?.capo ?? 0
      const known = Array.from(details?.tuning ?? []).toReversed()
      const isKnown = known.length > 0 && known.every(pitch => pitch !== undefined)
      const count = lines > 2 ? lines : 6
      const sound = (read: ReadNote) => this.pitches.get(read)
      if (isKnown) staff.stringTuning.tunings = known
      else if (isTablature) staff.stringTuning.tunings = tuningFrom(beats, staff.capo, count, sound)
      const keyAt = along(this.content.keys, index, undefined)
      for (const beat of beats) this.setPitches(beat, staff, isTablature, keyAt(beat)?.fifths ?? 0)
    }
    const byBar: ReadBeat[][] = this.bars.map(() => [])
    for (const beat of beats) byBar[beat.bar]?.push(beat)
    return { staff, index, beats: byBar, isTablature }
  }

  private setDrum(read: ReadNote): void {
    const instrument = this.instrumentOf(read)
    const name = instrument?.name || this.info.track.name
    const key = keyOf(read, instrument?.key, name)
    read.note.percussionArticulation = articulationOf(this.info.track, read, key, name)
    this.pitches.set(read, key)
  }

  private setPitches(
    beat: ReadBeat,
    { tuning, capo }: model.Staff,
    isTablature: boolean,
    fifths: number,
  ): void {
    const loose: ReadNote[] = []
    for (const read of [...beat.notes]) {
      const { note } = read
      const pitch = this.pitches.get(read)
      if (pitch === undefined) {
        // The note's instrument isn't pitched, so the note can't be played.
        beat.notes.splice(beat.notes.indexOf(read), 1)
        this.remarks.push({ sentence: NO_PITCH, values: { bar: beat.bar + 1 } })
        continue
      }
      note.isDead = read.head === 'x' && (tuning.length > 0 || this.info.isFretted)
      note.accidentalMode = SPELLED[Math.trunc(read.alter)] ?? model.NoteAccidentalMode.Default
      if (read.trill) {
        const above = stepAbove(read.pitch ?? 0, fifths)
        readTrill(read.trill, note, pitch, above, beat.length)
      }
      note.leftHandFinger = fingerOf(read.fingering, this.info.isFretted) ?? note.leftHandFinger
      if (tuning.length > 0 && read.string !== undefined) {
        const fits = place(read, pitch, tuning, capo)
        if (!fits && !note.isDead) {
          this.remarks.push({ sentence: OTHER_POSITION, values: { bar: beat.bar + 1 } })
        }
      } else if (isTablature && !read.endsTie) loose.push(read)
    }
    const used = new Set(beat.notes.map(({ note }) => note.string))
    for (const read of loose) {
      placeAnywhere(read.note, this.pitches.get(read) ?? 0, tuning, capo, used)
      used.add(read.note.string)
    }
    for (const read of beat.notes) {
      const pitch = this.pitches.get(read) ?? 0
      if (!read.note.isStringed)
        Object.assign(read.note, { octave: Math.floor(pitch / 12), tone: pitch % 12 })
      else this.pitches.set(read, soundOn(read.note, tuning, capo, pitch))
    }
  }

  /** Adds program changes sorted by time. The first program is the track's. */
  private addPrograms(): void {
    const { track, instruments } = this.info
    if (this.isDrums) return
    const programs = new Map([...instruments].map(([id, { program }]) => [id, program]))
    const changes = this.content.programs.toSorted(inTime)
    let next = 0
    let usual = [...instruments.keys()][0]
    let current: number | undefined
    for (const beat of this.content.beats) {
      for (let change = changes[next]; change && inTime(change, beat) <= 0; change = changes[next]) {
        next += 1
        const { instrument = usual ?? '', program } = change.value
        programs.set(instrument, program)
        usual = instrument
      }
      const [first] = beat.notes
      if (!first) continue
      const program = programs.get(first.instrument ?? usual ?? '') ?? programs.get(usual ?? '')
      if (program === undefined || program === current) continue
      if (current === undefined) track.playbackInfo.program = program
      else {
        const place = beat.at / (this.bars[beat.bar]?.length ?? 1)
        beat.beat.automations.push(model.Automation.buildInstrumentAutomation(false, place, program))
      }
      current = program
    }
  }

  /** Returns whether a guitar's tablature repeats the notes on its staff. If so, only one copy is played. */
  private isCopy(staff: BuiltStaff, next: BuiltStaff | undefined): boolean {
    if (!next || staff.staff.tuning.length > 0 || next.staff.tuning.length === 0) return false
    const keyOf = (beat: ReadBeat) =>
      `${beat.at} ${beat.beat.graceType} ${beat.notes.map(note => this.pitches.get(note)).sort()}`
    const played = (beats: readonly ReadBeat[]) => beats.filter(({ notes }) => notes.length > 0)
    const keys = (beats: readonly ReadBeat[]) => played(beats).map(keyOf).sort().join()
    if (!next.isTablature && played(staff.beats.flat()).length === 0) return false
    if (staff.beats.some((beats, bar) => keys(beats) !== keys(next.beats[bar] ?? []))) return false
    for (const [bar, beats] of staff.beats.entries()) {
      const byKey = new Map(played(beats).map(beat => [keyOf(beat), beat]))
      for (const beat of played(next.beats[bar] ?? [])) {
        const other = byKey.get(keyOf(beat))
        if (other) addSigns(beat, other)
      }
    }
    return true
  }

  /** @param notation staff with the clefs; for tablature, a different staff than `staff` */
  private draftStaff({ staff, index, beats, isTablature }: BuiltStaff, notation: BuiltStaff): DraftStaff {
    const isBoth = notation.staff !== staff
    const hasPositions = beats.some(bar => bar.some(({ notes }) => notes.some(({ note }) => note.isStringed)))
    staff.showTablature = isTablature || (hasPositions && staff.tuning.length > 0)
    staff.showStandardNotation = isBoth || !isTablature
    if (isBoth) staff.displayTranspositionPitch = notation.staff.displayTranspositionPitch
    const mine = (other: number | undefined) => [index, notation.index].includes(other ?? 0)
    for (const attached of this.content.attached) {
      if (mine(attached.staff)) attach(attached, beats[attached.bar] ?? [], staff)
    }
    this.addDynamics(beats.flat(), index, notation.index)
    const voices = voicesOf(beats.flat())
    const clefAt = along(this.content.clefs, notation.index, undefined)
    const keyAt = along(this.content.keys, notation.index, undefined)
    const pedals: (typeof this.content.pedals)[] = this.bars.map(() => [])
    for (const pedal of this.content.pedals) if (mine(pedal.staff)) pedals[pedal.bar]?.push(pedal)
    return {
      staff,
      bars: beats.map((read, number) => {
        const bar = new model.Bar()
        const clef = clefAt({ bar: number, at: 0 })
        const key = keyAt({ bar: number, at: 0 })
        bar.clef = clefOf(clef)
        bar.clefOttava = OTTAVAS[clef?.octaves ?? 0] ?? model.Ottavia.Regular
        if (this.isDrums) bar.clef = Clef.Neutral
        bar.keySignature = (key?.fifths ?? 0) as model.KeySignature
        if (key?.isMinor) bar.keySignatureType = model.KeySignatureType.Minor
        const length = this.bars[number]?.length ?? 1
        for (const { at, value } of pedals[number] ?? []) {
          const marker = new model.SustainPedalMarker()
          Object.assign(marker, { ratioPosition: Math.min(1, at / length), pedalType: value })
          bar.sustainPedals.push(marker)
        }
        return {
          bar,
          voices: voices.map((name, place) => {
            const isMine = ({ voice }: ReadBeat) => voice === name || (place === 0 && !voices.includes(voice))
            return draftVoice(read.filter(isMine), length)
          }),
        }
      }),
    }
  }

  private addDynamics(beats: readonly ReadBeat[], index: number, notation: number): void {
    const ofStaff = <Value>(changes: readonly Change<Value>[]) => {
      const own = changes.some(({ staff }) => staff === index) ? index : notation
      return changes.some(({ staff = own }) => staff === own)
        ? along(changes, own, undefined)
        : along(changes, undefined, undefined)
    }
    const dynamicAt = ofStaff(this.content.dynamics)
    const wedgeAt = ofStaff(this.content.wedges)
    const ottavaAt = along(this.content.ottavas, notation, undefined)
    for (const read of beats) {
      const { beat } = read
      if (beat.dynamics === PLAIN_BEAT.dynamics) beat.dynamics = dynamicAt(read) ?? beat.dynamics
      beat.crescendo = wedgeAt(read) ?? beat.crescendo
      beat.ottava = ottavaAt(read) ?? beat.ottava
    }
  }
}

const PLAIN_BEAT = new model.Beat()

function intoMidiRange(pitch: number): number {
  if (pitch < 0) return ((pitch % 12) + 12) % 12
  return pitch > 127 ? 108 + (pitch % 12) : pitch
}

function soundOn(
  { fret, string, harmonicType }: model.Note,
  tuning: readonly number[],
  capo: number,
  pitch: number,
): number {
  return harmonicType === model.HarmonicType.None
    ? (tuning[tuning.length - string] ?? 0) + capo + fret
    : pitch
}

const SPELLED: Readonly<Record<number, model.NoteAccidentalMode>> = {
  [-2]: model.NoteAccidentalMode.ForceDoubleFlat,
  [-1]: model.NoteAccidentalMode.ForceFlat,
  1: model.NoteAccidentalMode.ForceSharp,
  2: model.NoteAccidentalMode.ForceDoubleSharp,
}

const OTTAVAS: Readonly<Record<number, model.Ottavia>> = {
  [-2]: model.Ottavia._15mb,
  [-1]: model.Ottavia._8vb,
  1: model.Ottavia._8va,
  2: model.Ottavia._15ma,
}

function clefOf(clef: { readonly sign: string; readonly line: number } | undefined): model.Clef {
  if (clef?.sign === 'F') return Clef.F4
  if (clef?.sign === 'C') return clef.line === 3 ? Clef.C3 : Clef.C4
  return clef?.sign === 'PERCUSSION' ? Clef.Neutral : Clef.G2
}

function fingerOf(text: string, isFretted: boolean): model.Fingers | undefined {
  const { Fingers } = model
  if (/^[pt]$/i.test(text)) return Fingers.Thumb
  if (text === '0') return Fingers.NoOrDead
  const number = /^[1-5]$/.test(text) ? Number(text) - (isFretted ? 0 : 1) : undefined
  return number !== undefined && number <= Fingers.LittleFinger ? number : undefined
}

const MOST_VOICES = 16

/** Sorts numbered voices; named voices keep their order. */
function voicesOf(beats: readonly ReadBeat[]): string[] {
  const names = [...new Set(beats.map(({ voice }) => voice))].slice(0, MOST_VOICES)
  return names.every(name => Number.isFinite(Number(name)))
    ? names.sort((a, b) => Number(a) - Number(b))
    : names
}

function draftVoice(read: readonly ReadBeat[], length: number): DraftBeat[] {
  return read.map(({ at, beat, notes, ...each }) => {
    if (each.fillsBar) beat.duration = model.Duration.Whole
    return { at, length: each.fillsBar ? length : each.length, beat, notes: notes.map(({ note }) => note) }
  })
}

const MOST_GRACES = 8

/** Attaches a marking to the beat at its time. If there is none, uses the next beat, or the last one. */
function attach({ at, apply }: Attached, beats: readonly ReadBeat[], staff: model.Staff): void {
  let [first, end] = [0, beats.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((beats[middle]?.at ?? 0) < at) first = middle + 1
    else end = middle
  }
  const main = beats.slice(first, first + MOST_GRACES).find(({ length }) => length > 0)
  const found = main ?? beats[first] ?? beats.at(-1)
  if (found) apply(found.beat, staff)
}
