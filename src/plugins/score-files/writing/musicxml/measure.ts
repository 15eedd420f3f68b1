import { model, QUARTER } from '../../engine.js'
import { endingNumbers } from '../../reading/written-score.js'
import { spelled } from './notes.js'
import type { PartStaff } from './staves.js'
import { element, empty } from './xml.js'

export function attributesOf(track: model.Track, staves: readonly PartStaff[], index: number): string {
  const masterBar = track.score.masterBars[index]
  const before = track.score.masterBars[index - 1]
  const bar = track.staves[0]?.bars[index]
  const previous = track.staves[0]?.bars[index - 1]
  if (!masterBar || !bar) return ''
  const content: string[] = []
  if (index === 0) content.push(element('divisions', QUARTER))
  const { keySignature: fifths, keySignatureType } = bar
  if (!previous || previous.keySignature !== fifths || previous.keySignatureType !== keySignatureType) {
    const mode = keySignatureType === model.KeySignatureType.Minor ? 'minor' : 'major'
    content.push(element('key', [element('fifths', fifths), element('mode', mode)]))
  }
  const { timeSignatureNumerator: beats, timeSignatureDenominator: unit } = masterBar
  if (!before || before.timeSignatureNumerator !== beats || before.timeSignatureDenominator !== unit) {
    content.push(element('time', [element('beats', beats), element('beat-type', unit)]))
  }
  if (index === 0 && staves.length > 1) content.push(element('staves', staves.length))
  for (const staff of staves) content.push(clefOf(staff, index))
  if (index === 0) for (const staff of staves) content.push(detailsOf(staff))
  content.push(simileOf(bar))
  return content.every(each => each === '') ? '' : element('attributes', content)
}

const SIMILES: Readonly<Partial<Record<model.SimileMark, number>>> = {
  [model.SimileMark.Simple]: 1,
  [model.SimileMark.FirstOfDouble]: 2,
}

function simileOf({ simileMark, previousBar }: model.Bar): string {
  const bars = SIMILES[simileMark]
  const type = bars ? 'start' : simileMark === 0 && previousBar && previousBar.simileMark !== 0 ? 'stop' : ''
  return type === '' ? '' : element('measure-style', [element('measure-repeat', bars, { type })])
}

const CLEFS: Readonly<Record<model.Clef, readonly [string, number]>> = {
  [model.Clef.Neutral]: ['percussion', 2],
  [model.Clef.C3]: ['C', 3],
  [model.Clef.C4]: ['C', 4],
  [model.Clef.F4]: ['F', 4],
  [model.Clef.G2]: ['G', 2],
}

function clefOf({ staff, number, isTablature }: PartStaff, index: number): string {
  const bar = staff.bars[index]
  const previous = staff.bars[index - 1]
  if (!bar) return ''
  const at = { number: number + 1 }
  if (isTablature) {
    return previous
      ? ''
      : element('clef', [element('sign', 'TAB'), element('line', staff.tuning.length - 1)], at)
  }
  if (previous?.clef === bar.clef) return ''
  const [sign, line] = staff.isPercussion ? CLEFS[model.Clef.Neutral] : CLEFS[bar.clef]
  const change = staff.isPercussion ? 0 : Math.round(staff.displayTranspositionPitch / 12)
  const octave = change === 0 ? '' : element('clef-octave-change', change)
  return element('clef', [element('sign', sign), element('line', line), octave], at)
}

/** Writes the tuning by line, starting with the bottom line, which is the last string. */
function detailsOf({ staff, number, isTablature }: PartStaff): string {
  if (!isTablature) return ''
  const { tuning, capo } = staff
  const strings = [...tuning].reverse().map((pitch, line) => {
    const { step, alter, octave } = spelled(pitch, 0)
    return element(
      'staff-tuning',
      [
        element('tuning-step', step),
        alter === 0 ? '' : element('tuning-alter', alter),
        element('tuning-octave', octave),
      ],
      { line: line + 1 },
    )
  })
  const lines = element('staff-lines', tuning.length)
  return element('staff-details', [lines, ...strings, capo > 0 ? element('capo', capo) : ''], {
    number: number + 1,
  })
}

export interface Directions {
  /** Ticks since the start of the bar. */
  readonly at: number
  readonly text: string
}

/**
 * Returns sections, tempos and jumps in order. They apply to all tracks but are written only in the first.
 */
export function directionsOf(masterBar: model.MasterBar): Directions[] {
  const { section } = masterBar
  const name = section && (section.text || section.marker)
  const tempos = masterBar.tempoAutomations.map(({ value, ratioPosition }) => ({
    at: Math.round(ratioPosition * masterBar.calculateDuration()),
    text: direction(
      [element('metronome', [element('beat-unit', 'quarter'), element('per-minute', value)])],
      empty('sound', { tempo: value }),
    ),
  }))
  const jumps = [...(masterBar.directions ?? [])].map(jump => ({
    at: isTarget(jump) ? 0 : Number.POSITIVE_INFINITY,
    text: jumpOf(jump),
  }))
  const names = name ? [{ at: 0, text: direction([element('rehearsal', name)]) }] : []
  const said = tempos.filter(
    ({ at, text }, index) => tempos[index - 1]?.at !== at || tempos[index - 1]?.text !== text,
  )
  return [...names, ...swingOf(masterBar), ...jumps, ...said].toSorted((a, b) => a.at - b.at)
}

const { TripletFeel } = model
/** Ratio of the first note to the second, and their note value. */
const SWINGS: Readonly<Partial<Record<model.TripletFeel, readonly [number, number, string]>>> = {
  [TripletFeel.Triplet8th]: [2, 1, 'eighth'],
  [TripletFeel.Triplet16th]: [2, 1, '16th'],
  [TripletFeel.Dotted8th]: [3, 1, 'eighth'],
  [TripletFeel.Dotted16th]: [3, 1, '16th'],
  [TripletFeel.Scottish8th]: [1, 3, 'eighth'],
  [TripletFeel.Scottish16th]: [1, 3, '16th'],
}

function swingOf({ tripletFeel, previousMasterBar }: model.MasterBar): Directions[] {
  if (tripletFeel === (previousMasterBar?.tripletFeel ?? TripletFeel.NoTripletFeel)) return []
  const [first, second, type] = SWINGS[tripletFeel] ?? []
  const parts =
    type === undefined
      ? [empty('straight')]
      : [element('first', first), element('second', second), element('swing-type', type)]
  return [{ at: 0, text: element('sound', [element('swing', parts)]) }]
}

function direction(types: readonly string[], sound = ''): string {
  return element('direction', [element('direction-type', types), sound], { placement: 'above' })
}

const JUMP = model.Direction
type Sign = readonly [sign: string, sound: Readonly<Record<string, string>>]
const JUMPS: Readonly<Partial<Record<model.Direction, Sign>>> = {
  [JUMP.TargetFine]: [element('words', 'Fine'), { fine: 'yes' }],
  [JUMP.TargetSegno]: [empty('segno'), { segno: 'segno' }],
  [JUMP.TargetSegnoSegno]: [empty('segno'), { segno: 'segno2' }],
  [JUMP.TargetCoda]: [empty('coda'), { coda: 'coda' }],
  [JUMP.TargetDoubleCoda]: [empty('coda'), { coda: 'coda2' }],
  [JUMP.JumpDaCoda]: [element('words', 'To Coda'), { tocoda: 'coda' }],
  [JUMP.JumpDaDoubleCoda]: [element('words', 'To Double Coda'), { tocoda: 'coda2' }],
  ...jumpsFrom('DaCapo', 'D.C.', { dacapo: 'yes' }),
  ...jumpsFrom('DalSegno', 'D.S.', { dalsegno: 'segno' }),
  ...jumpsFrom('DalSegnoSegno', 'D.S.S.', { dalsegno: 'segno2' }),
}

function jumpsFrom(from: 'DaCapo' | 'DalSegno' | 'DalSegnoSegno', words: string, sound: Sign[1]) {
  const sign = (goal: string): Sign => [element('words', words + goal), sound]
  return {
    [JUMP[`Jump${from}`]]: sign(''),
    [JUMP[`Jump${from}AlCoda`]]: sign(' al Coda'),
    [JUMP[`Jump${from}AlDoubleCoda`]]: sign(' al Double Coda'),
    [JUMP[`Jump${from}AlFine`]]: sign(' al Fine'),
  }
}

/** Jump targets are written at the start of their bar, jumps at the end. */
const isTarget = (jump: model.Direction) => jump >= JUMP.TargetSegno && jump <= JUMP.TargetDoubleCoda

function jumpOf(jump: model.Direction): string {
  const [sign, sound] = JUMPS[jump] ?? []
  return sign ? direction([sign], empty('sound', sound)) : ''
}

export function barlinesOf(masterBar: model.MasterBar): { left: string; right: string } {
  const { isRepeatStart, isRepeatEnd, repeatCount, isDoubleBar, alternateEndings } = masterBar
  const begins = alternateEndings !== 0 && masterBar.previousMasterBar?.alternateEndings !== alternateEndings
  const ends =
    alternateEndings !== 0 && (isRepeatEnd || masterBar.nextMasterBar?.alternateEndings !== alternateEndings)
  const number = endingNumbers(alternateEndings).join(',')
  // Other programs require a repeat sign at each ending except the last.
  const goesBack = isRepeatEnd || (ends && (masterBar.nextMasterBar?.alternateEndings ?? 0) !== 0)
  const left = [
    isRepeatStart ? element('bar-style', 'heavy-light') : '',
    begins ? empty('ending', { number, type: 'start' }) : '',
    isRepeatStart ? empty('repeat', { direction: 'forward' }) : '',
  ]
  const right = [
    goesBack ? element('bar-style', 'light-heavy') : isDoubleBar ? element('bar-style', 'light-light') : '',
    ends ? empty('ending', { number, type: 'stop' }) : '',
    goesBack ? empty('repeat', { direction: 'backward', times: isRepeatEnd ? repeatCount : undefined }) : '',
  ]
  const barline = (location: string, parts: readonly string[]) =>
    parts.every(each => each === '') ? '' : element('barline', parts, { location })
  return { left: barline('left', left), right: barline('right', right) }
}
