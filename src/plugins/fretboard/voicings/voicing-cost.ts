/**
 * The cost of what the hand does, what sounds, and where on the neck.
 *
 * Terms from N. Smith, “CombinoChord” (2016), C. Dahlgren and S. Grahn, “Ergonomic fingerings for guitar chord sequences”
 * (KTH 2014), and chord books.
 */
import type { ChordTones } from '../chords/chord-tones.js'
import { degreeNumberOf } from '../chords/degrees.js'
import { type Frets, type Grip, MUTED } from '../chords/playability.js'
import type { ChordKind, VoicingWeights } from './voicing-weights.js'

const FULL = 4
const POWER = 3
const AT_NUT = 3 // highest first fret of a hand at the nut
/** Index of the sixth string: on others, too few strings are left above a muted one. */
const SHELL_FROM = 5
const CLEAR_FROM = 52 // intervals over a bass below E3 sound muddy

/** Tones as bits, by string and fret (`string * width + fret`, from 0). */
export interface Sounds {
  readonly tones: Int32Array
  readonly pitches: Int16Array
  readonly width: number
  readonly reentrant: boolean
  readonly roles: ToneRoles
}

export interface ToneRoles {
  readonly all: number
  readonly bass: number
  readonly third: number
  /** The perfect fifth, if it is optional. */
  readonly fifth: number
  readonly seventh: number
  readonly tensions: number
  readonly colors: number
  /** A named bass outside the chord. */
  readonly foreignBass: number
  readonly isSlash: boolean
  /** A diminished seventh or an augmented triad. */
  readonly isSymmetric: boolean
  /** Doubled tones blur it. */
  readonly isDense: boolean
  readonly kind: ChordKind
}

export function toneRoles(chord: ChordTones, bitOf: (pitchClass: number) => number): ToneRoles {
  const bits = (is: (degree: string, leftOut: number) => boolean) =>
    chord.tones.reduce(
      (sum, { degree, leftOut, pitchClass }) => (is(degree, leftOut) ? sum | bitOf(pitchClass) : sum),
      0,
    )
  const bass = bitOf(chord.bass ?? chord.root)
  const size = chord.tones.filter(({ degree }) => degree !== '').length
  const kind = size < 3 ? 'power' : size === 3 ? 'triad' : size === 4 ? 'seventh' : 'extended'
  const fifth = bits((degree, leftOut) => degree === '5' && leftOut > 0)
  const third = bits(degree => degree === '3' || degree === 'b3')
  return {
    all: bits(() => true),
    bass,
    third,
    fifth,
    seventh: bits(degree => /^(b{0,2}7|6)$/.test(degree)) & ~third,
    tensions: bits(degree => degreeNumberOf(degree) > 8),
    colors: bits(degree => !/^(1|b?3|[b#]?5)$/.test(degree)) & ~bass,
    foreignBass: bits(degree => degree === ''),
    isSlash: chord.bass !== undefined && chord.bass !== chord.root,
    isSymmetric: /^1 (3 #5|b3 b5 bb7)$/.test(chord.tones.map(({ degree }) => degree).join(' ')),
    isDense: kind === 'extended' || (kind === 'seventh' && fifth === 0),
    kind,
  }
}

export function voicingCost(
  frets: Frets,
  { fingers, barre }: Grip,
  { tones, pitches, width, reentrant, roles }: Sounds,
  lowestCell: number,
  w: VoicingWeights,
): number {
  const count = frets.length
  let lowest = 0
  let highest = 0
  for (let index = 0; index < count; index += 1) {
    const fret = frets[index] ?? MUTED
    if (fret > 0 && (lowest === 0 || fret < lowest)) lowest = fret
    if (fret > highest) highest = fret
  }
  const bassPitch = pitches[lowestCell] ?? 0
  let cost = 0
  let sounding = 0
  let open = 0
  let first = -1
  let last = -1
  let mask = 0
  let colors = 0
  let groups = 0 // strings at the lowest fret that one finger can press
  let isBarred = false
  let before = -1
  let overBass = 0
  let second = 0
  let third = 0
  for (let index = count - 1; index >= 0; index -= 1) {
    const fret = frets[index] ?? MUTED
    if (fret !== lowest) isBarred &&= fret > lowest
    if (fret === MUTED) continue
    const cell = index * width + fret
    const tone = tones[cell] ?? 0
    const pitch = pitches[cell] ?? 0
    sounding += 1
    if (sounding === 1) last = index
    else if (sounding === 2) {
      second = tone
      overBass = pitch - bassPitch
    } else if (sounding === 3) third = tone
    if (first > index + 1 && frets[first] === 0) cost += w.looseMute
    first = index
    mask |= tone
    if (tone & roles.colors) colors += 1
    if (tone & roles.tensions && cell !== lowestCell && pitch - bassPitch < 12) cost += w.lowTension
    if (tone === roles.foreignBass && cell !== lowestCell) cost += w.slashTwice
    if (pitch === before) cost += w.unison
    before = pitch
    if (fret === 0) open += 1
    else if (fret === lowest) {
      if (!isBarred) groups += 1
      isBarred = true
    }
  }
  const lowMutes = count - 1 - last
  const inner = last - first + 1 - sounding
  const nextMute = inner > 0 && frets[last - 1] === MUTED ? 1 : 0
  const twice = sounding - ones(mask)
  const out = roles.all & ~mask
  const { seventh } = roles
  const isGuided = (second & roles.third && third & seventh) || (second & seventh && third & roles.third)

  cost +=
    w.finger * fingers + w.stretch * (highest - lowest) + w.wideStretch * Math.max(0, highest - lowest - 2)
  if (barre) {
    cost += barre.fret === lowest ? w.barre : w.otherBarre
    if (hasOpenBelow(frets, barre.from)) cost += w.openOverBarre
  }
  if (groups > 1 && (highest > lowest || barre)) cost += w.split
  cost += w.height * Math.min(4, Math.max(0, lowest - 1)) + w.farHeight * Math.max(0, lowest - 5)
  if (lowest > 0) cost += (lowest <= AT_NUT ? w.open : w.openFarAway) * open

  // All strings of a ukulele are one stroke.
  cost += (reentrant ? w.highMute : w.lowMute + (roles.isSlash ? w.slashLowMute : 0)) * lowMutes
  cost += w.moreLowMute * Math.max(0, lowMutes - 1)
  cost += w.highMute * first + w.moreHighMute * Math.max(0, first - 1)
  if (open > 0) cost += w.highMuteOpen * first
  cost += w.innerMute * (inner - nextMute)
  if (nextMute > 0)
    cost += w.nextMute + (open > 0 ? w.nextMuteOpen : 0) + (roles.isSlash ? w.slashNextMute : 0)

  if (tones[lowestCell] !== roles.bass)
    cost += reentrant ? w.reentrantBass : roles.isSymmetric ? w.symmetricBass : w.bass
  cost += w.leftOut * ones(out & ~roles.fifth)
  if (roles.kind === 'power') {
    cost += w.thin * Math.max(0, Math.min(POWER, count) - sounding) + w.full * Math.max(0, sounding - POWER)
  } else cost += w.thin * Math.max(0, Math.min(FULL, count) - sounding)
  cost += w.colorTwice * Math.max(0, colors - ones(roles.colors & mask))
  if (roles.isDense) cost += w.doubled * twice
  if (isGuided && !roles.isSlash && nextMute > 0 && twice === 0 && last >= SHELL_FROM) cost += w.shell
  if (sounding > 1 && overBass < 5 && bassPitch < CLEAR_FROM) {
    const muddy = overBass < 3 ? w.lowSecond : open > 0 ? w.lowThirdOpen : w.lowThird
    cost += (muddy * (CLEAR_FROM - bassPitch)) / 12
  } else if (overBass === 5 && !roles.isSlash && bassPitch < CLEAR_FROM) cost += w.lowFourth
  return cost
}

function hasOpenBelow(frets: Frets, string: number): boolean {
  for (let index = 0; index < string - 1; index += 1) if (frets[index] === 0) return true
  return false
}

export function ones(bits: number): number {
  let rest = bits
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}
