/** Derives stems and rests from onsets and durations. Performances have no note values. */
import { firstFrom } from './tab-time.js'

interface TimedNote {
  /** In quarter notes. */
  readonly onset: number
  readonly duration: number
}

export interface RhythmSign {
  /** Quarter notes since the start of the bar. */
  readonly at: number
  /** In quarter notes. */
  readonly length: number
  readonly kind: 'note' | 'tied' | 'rest'
  /** Note value without dots and tuplets, in quarter notes: 4 is a whole note. */
  readonly value: number
  readonly dotted: boolean
  /** Tuplet size, such as 3; 0 outside tuplets. */
  readonly tuplet: number
  /** True if beamed to the next note. */
  readonly beamed: boolean
}

interface BarTime {
  /** In quarter notes. */
  readonly start: number
  readonly end: number
  /** Beat length in quarter notes: 1.5 in 6/8. */
  readonly beat: number
}

/** Tolerance for rounded ticks, in quarter notes. */
const SLACK = 0.02
/** Minimum length of a rest, in quarter notes. Players release notes early. */
const LEAST_REST = 0.2
const LEAST_SHARE = 0.3

const PLAIN = [4, 2, 1, 0.5, 0.25, 0.125]
const VALUES = PLAIN.flatMap(value => [
  { value, length: value, dotted: false, tuplet: 0 },
  { value, length: value * 1.5, dotted: true, tuplet: 0 },
  { value, length: (value * 2) / 3, dotted: false, tuplet: 3 },
]).toSorted((a, b) => b.length - a.length)

/** @param notes notes of all bars, sorted by onset */
export function barRhythm(notes: readonly TimedNote[], { start, end, beat }: BarTime): readonly RhythmSign[] {
  const signs: Omit<RhythmSign, 'beamed'>[] = []
  const write = (from: number, to: number, kind: RhythmSign['kind']) => {
    let at = from
    for (let as = kind; to - at > SLACK; as = as === 'note' ? 'tied' : as) {
      const left = to - at
      const found =
        VALUES.find(({ length }) => Math.abs(length - left) < SLACK) ??
        VALUES.find(({ length, tuplet }) => !tuplet && length <= left + SLACK)
      if (!found) return
      signs.push({ ...found, at: at - start, kind: as })
      at += found.length
    }
  }
  let at = start
  let sounds = soundsUntil(notes, firstFrom(notes, start - SLACK) - 1)
  let kind: RhythmSign['kind'] = 'tied'
  for (let index = firstFrom(notes, start - SLACK); at < end - SLACK; ) {
    const next = Math.min(end, notes[index]?.onset ?? end)
    const until = soundEnd(at, next, sounds)
    write(at, until, kind)
    write(until, next, 'rest')
    at = next
    kind = 'note'
    while (index < notes.length && (notes[index]?.onset ?? 0) < next + SLACK) index += 1
    sounds = soundsUntil(notes, index - 1)
  }
  return joined(signs, { start, end, beat })
}

/** Shows a single rest in an empty bar. */
export function joined(
  signs: readonly Omit<RhythmSign, 'beamed'>[],
  { start, end, beat }: BarTime,
): readonly RhythmSign[] {
  if (signs.every(sign => sign.kind === 'rest')) return [{ ...REST, at: (end - start) / 2 }]
  return signs.map((sign, index) => ({ ...sign, beamed: isBeamed(sign, signs[index + 1], beat) }))
}

const REST = { length: 4, kind: 'rest', value: 4, dotted: false, tuplet: 0, beamed: false } as const

/** Returns the end of the longest note in a chord. @param last index of the chord's last note */
function soundsUntil(notes: readonly TimedNote[], last: number): number {
  const { onset = 0 } = notes[last] ?? {}
  let until = 0
  for (let index = last; (notes[index]?.onset ?? -1) > onset - SLACK; index -= 1)
    until = Math.max(until, onset + (notes[index]?.duration ?? 0))
  return until
}

/** Snaps a note's end to the sixteenth or triplet grid, or to the next note. */
function soundEnd(at: number, next: number, sounds: number): number {
  const silence = next - sounds
  if (silence < Math.max(LEAST_REST, LEAST_SHARE * (next - at))) return next
  if (sounds - at < SLACK) return at
  const [straight = 0, triplet = 0] = [4, 3].map(
    parts => Math.max(1, Math.round((sounds - at) * parts)) / parts,
  )
  const nearest =
    Math.abs(at + triplet - sounds) < Math.abs(at + straight - sounds) - SLACK ? triplet : straight
  return Math.min(next, at + nearest)
}

type PlacedSign = Pick<RhythmSign, 'at' | 'length' | 'kind' | 'value'>

function isBeamed(sign: PlacedSign, next: PlacedSign | undefined, beat: number): boolean {
  if (!next || sign.kind === 'rest' || next.kind === 'rest' || sign.value > 0.5 || next.value > 0.5)
    return false
  const beatOf = ({ at }: PlacedSign) => Math.floor((at + SLACK) / beat)
  return beatOf(sign) === beatOf(next)
}

/** Vertical positions, in pixels. */
interface Rows {
  readonly zoom: number
  /** Vertical center and bottom edge of the strings. */
  readonly middle: number
  readonly bottom: number
}

const STEM = 17
const BEAMS_APART = 5
const STUB = 6

/** Returns SVG paths: `thin` for lines, `thick` for beams, `round` for dots. */
export function rhythmPaths(signs: readonly RhythmSign[], { zoom, middle, bottom }: Rows) {
  const paths = { thin: '', thick: '', round: '' }
  const foot = bottom + STEM
  const flags = ({ value }: RhythmSign) => Math.max(0, -Math.log2(value))
  for (const [index, sign] of signs.entries()) {
    const { at, kind, value, dotted, beamed } = sign
    const x = at * zoom
    if (kind === 'rest') {
      if (value >= 2) paths.thick += `M${x - 5} ${middle + (value === 2 ? -2 : 2)}h10`
      else if (value === 1) paths.thin += `M${x - 2} ${middle - 9}l5 6q-4 4 0 8q-7-3-4 4`
      else {
        const levels = flags(sign)
        paths.thin += `M${x + 4} ${middle - 5}L${x} ${middle + 3 + levels * 4}`
        for (let level = 0; level < levels; level += 1) {
          const y = middle - 5 + level * BEAMS_APART
          paths.round += `M${x - 4 - level} ${y}h.01`
          paths.thin += `M${x - 4 - level} ${y}q4 3 ${8 - level} 0`
        }
      }
      if (dotted) paths.round += `M${x + 9} ${middle}h.01`
      continue
    }
    if (value < 4) paths.thin += `M${x} ${value === 2 ? bottom + STEM / 2 : bottom + 1}V${foot}`
    if (kind === 'tied') paths.thin += `M${x - 14} ${bottom}q7 6 14 0`
    if (dotted) paths.round += `M${x + 5} ${bottom + 8}h.01`
    const isJoined = signs[index - 1]?.beamed === true
    const next = beamed ? signs[index + 1] : undefined
    for (let level = 0; level < flags(sign); level += 1) {
      const y = foot - 1.5 - level * BEAMS_APART
      if (next && flags(next) > level) paths.thick += `M${x - 0.75} ${y}H${next.at * zoom + 0.75}`
      else if (!next && !isJoined) paths.thin += `M${x} ${y + 1}q6-2 6-8`
      else if (!isJoined || flags(signs[index - 1] ?? sign) <= level)
        paths.thick += `M${x} ${y}h${next ? STUB : -STUB}`
    }
  }
  return paths
}

/** Returns tuplet numbers and their positions, in quarter notes since the start of the bar. */
export function tupletNumbers(signs: readonly RhythmSign[]) {
  const numbers: { readonly at: number; readonly tuplet: number }[] = []
  let first: RhythmSign | undefined
  let [sum, least] = [0, 0]
  for (const [index, sign] of signs.entries()) {
    const { tuplet, value, dotted, length, at } = sign
    if (!tuplet) continue
    if (!first) [first, sum, least] = [sign, 0, value]
    sum += length
    least = Math.min(least, value)
    // A tuplet is complete when its total length is a multiple of its smallest undotted value.
    const whole = (least * length * tuplet) / (value * (dotted ? 1.5 : 1))
    const isWhole = Math.abs(sum / whole - Math.round(sum / whole)) < SLACK
    if (!isWhole && signs[index + 1]?.tuplet === tuplet) continue
    numbers.push({ at: (first.at + at) / 2, tuplet })
    first = undefined
  }
  return numbers
}
