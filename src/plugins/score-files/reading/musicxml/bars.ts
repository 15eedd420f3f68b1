import type { BarMarks, Jump } from '../../../../music/song/unfold.js'
import { model, QUARTER } from '../../engine.js'
import type { DraftBar, Remark, Swing } from '../draft.js'
import { ODD_TEMPO, OVERFULL, UNKNOWN_TARGET } from './remarks.js'

/** Properties of a bar, collected from all parts. The first part with a value takes precedence. */
export interface BarFacts {
  /** `undefined` if unchanged. */
  meter?: { readonly beats: number; readonly unit: number; readonly isCommon: boolean }
  isFree?: boolean
  /** End of the content, and of the rests that fill the bar, in ticks. */
  end: number
  restEnd: number
  isImplicit: boolean
  isDouble?: boolean
  section?: string
  /** Quarter notes per minute, by tick. `sound` takes precedence. */
  readonly tempos: Map<number, TempoFacts>
  /** `undefined` if unchanged; `null` if straight. */
  swing?: Swing | null
  repeatStart?: boolean
  repeatEnd?: number
  /** True if repeats are played again after a jump. */
  isAfterJump?: boolean
  endings?: readonly number[]
  segno?: string
  coda?: string
  toCoda?: string
  fine?: boolean
  jump?: { from?: string | undefined; until?: 'fine' | 'coda' | 'coda2'; withRepeats?: boolean }
  /** True for a coda sign without text, which may mean “To Coda”. */
  isBareCoda?: boolean
}

export interface TempoFacts {
  sound?: number
  metronome?: number
  /** Ratio to the previous tempo. */
  ratio?: number
}

export function newBar(): BarFacts {
  return { end: 0, restEnd: 0, isImplicit: false, tempos: new Map() }
}

/** Allowed difference between a bar's length and its meter. */
const ROUNDING_TICKS = 30

export function draftBars(facts: readonly BarFacts[], remarks: Remark[]): DraftBar[] {
  const marks = marksOf(facts, remarks)
  let meter = { beats: 4, unit: 4, isCommon: false }
  let isFree = false
  let swing: Swing | undefined
  let tempo = 120
  return facts.map((bar, index) => {
    if (bar.meter) meter = bar.meter
    if (bar.meter || bar.isFree) isFree = bar.isFree ?? false
    if (bar.swing !== undefined) swing = bar.swing ?? undefined
    const whole = (meter.beats * QUARTER * 4) / meter.unit
    const length = lengthOf(bar, whole)
    if (length > whole && !isFree && !bar.isImplicit) {
      remarks.push({ sentence: OVERFULL, values: { bar: index + 1 } })
    }
    const masterBar = new model.MasterBar()
    masterBar.timeSignatureNumerator = meter.beats
    masterBar.timeSignatureDenominator = meter.unit
    masterBar.timeSignatureCommon = meter.isCommon
    masterBar.isFreeTime = isFree
    masterBar.isAnacrusis = length < whole
    masterBar.isDoubleBar = bar.isDouble ?? false
    masterBar.tripletFeel = feelOf(swing)
    if (bar.section) {
      masterBar.section = new model.Section()
      masterBar.section.marker = bar.section
    }
    for (const [at, { sound, metronome, ratio }] of [...bar.tempos].sort(([a], [b]) => a - b)) {
      const asked = sound ?? metronome ?? tempo * (ratio ?? 1)
      if (asked < MIN_TEMPO || asked > FASTEST) {
        remarks.push({ sentence: ODD_TEMPO, values: { bar: index + 1 } })
        continue
      }
      tempo = asked
      const place = Math.min(1, at / length)
      masterBar.tempoAutomations.push(model.Automation.buildTempoAutomation(false, place, tempo, 2))
    }
    const { [index]: signs = {} } = marks
    draw(signs, masterBar, facts)
    return { masterBar, length, marks: signs, swing }
  })
}

/** Tempo in quarter notes per minute. */
const MIN_TEMPO = 5
const FASTEST = 2000

function lengthOf({ end, restEnd }: BarFacts, whole: number): number {
  const length = end > 0 ? end : restEnd > 0 ? Math.min(whole, restEnd) : whole
  return Math.abs(length - whole) <= ROUNDING_TICKS ? whole : Math.max(1, Math.round(length))
}

function feelOf(swing: Swing | undefined): model.TripletFeel {
  const { TripletFeel } = model
  if (!swing) return TripletFeel.NoTripletFeel
  const isEighth = swing.unit === QUARTER / 2
  if (Math.abs(swing.first - 2 / 3) < 0.01) return isEighth ? TripletFeel.Triplet8th : TripletFeel.Triplet16th
  if (swing.first === 0.75) return isEighth ? TripletFeel.Dotted8th : TripletFeel.Dotted16th
  if (swing.first === 0.25) return isEighth ? TripletFeel.Scottish8th : TripletFeel.Scottish16th
  return TripletFeel.NoTripletFeel
}

/** Programs name segnos and codas differently. A jump matches the only one even if the names differ. */
function marksOf(facts: readonly BarFacts[], remarks: Remark[]): BarMarks[] {
  leaveAtFirstCoda(facts)
  const segnos = namesOf(facts, 'segno')
  const codas = namesOf(facts, 'coda')
  const known = (name: string | undefined, names: readonly string[], bar: number) => {
    if (name === undefined || names.includes(name)) return name
    if (names.length !== 1) remarks.push({ sentence: UNKNOWN_TARGET, values: { bar: bar + 1 } })
    return names.length === 1 ? names[0] : undefined
  }
  const toCodas = facts.map((bar, index) => known(bar.toCoda, codas, index))
  const leaving = [...new Set(toCodas.filter(name => name !== undefined))]
  const isAfterJump = facts.some(bar => bar.isAfterJump)
  return facts.map((bar, index) => {
    const { repeatStart, repeatEnd, endings, segno, coda, fine } = bar
    let jump: Jump | undefined
    if (bar.jump) {
      const { from, until = 'any', withRepeats = isAfterJump } = bar.jump
      const start = known(from, segnos, index)
      const exit = leaving[until === 'coda2' ? leaving.length - 1 : 0]
      const goal = until === 'fine' || until === 'any' ? until : exit === undefined ? 'any' : { coda: exit }
      // Without its segno, the jump would restart the song from the beginning.
      if (from === undefined || start !== undefined) jump = { segno: start, until: goal, withRepeats }
    }
    return { repeatStart, repeatEnd, endings, segno, coda, toCoda: toCodas[index], fine, jump }
  })
}

/** If there are two coda signs, the first (before the jump) means “To Coda” and the second is its target. */
function leaveAtFirstCoda(facts: readonly BarFacts[]): void {
  const jump = facts.findIndex(bar => bar.jump)
  const [first, second] = facts.filter(bar => bar.coda !== undefined)
  if (jump < 0 || !first?.isBareCoda || !second || facts.some(bar => bar.toCoda !== undefined)) return
  if (facts.indexOf(first) > jump || facts.indexOf(second) <= facts.indexOf(first)) return
  first.toCoda = second.coda ?? ''
  delete first.coda
}

function namesOf(facts: readonly BarFacts[], key: 'segno' | 'coda' | 'toCoda'): string[] {
  return [...new Set(facts.flatMap(bar => bar[key] ?? []))]
}

/** Draws repeat and jump markings. alphaTab has two symbols each for segno and coda. */
function draw(marks: BarMarks, masterBar: model.MasterBar, facts: readonly BarFacts[]): void {
  const { Direction } = model
  const { segno, coda, toCoda, jump, endings = [] } = marks
  masterBar.isRepeatStart = marks.repeatStart ?? false
  masterBar.repeatCount = marks.repeatEnd ?? 0
  masterBar.alternateEndings = endings
    .filter(number => number <= model.MasterBar.MaxAlternateEndings)
    .reduce((bits, number) => bits | (1 << (number - 1)), 0)
  const isSecond = (name: string | undefined, key: 'segno' | 'coda') =>
    namesOf(facts, key).indexOf(name ?? '') > 0
  const add = (direction: model.Direction) => masterBar.addDirection(direction)
  if (segno !== undefined) add(isSecond(segno, 'segno') ? Direction.TargetSegnoSegno : Direction.TargetSegno)
  if (coda !== undefined) add(isSecond(coda, 'coda') ? Direction.TargetDoubleCoda : Direction.TargetCoda)
  if (toCoda !== undefined) add(isSecond(toCoda, 'coda') ? Direction.JumpDaDoubleCoda : Direction.JumpDaCoda)
  if (marks.fine) add(Direction.TargetFine)
  if (!jump) return
  const from =
    jump.segno === undefined ? 'DaCapo' : isSecond(jump.segno, 'segno') ? 'DalSegnoSegno' : 'DalSegno'
  const { until } = jump
  const isCoda = typeof until === 'object' || (until === 'any' && namesOf(facts, 'toCoda').length > 0)
  const isDouble = typeof until === 'object' && isSecond(until.coda, 'coda')
  const isFine = until === 'fine' || (until === 'any' && facts.some(bar => bar.fine))
  add(Direction[`Jump${from}${isCoda ? (isDouble ? 'AlDoubleCoda' : 'AlCoda') : isFine ? 'AlFine' : ''}`])
}
