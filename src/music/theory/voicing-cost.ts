/**
 * Cost of a voicing: hand effort, sound, and location on the neck.
 *
 * Terms from N. Smith, “CombinoChord” (2016), C. Dahlgren and S. Grahn,
 * “Ergonomic fingerings for guitar chord sequences” (KTH 2014), and chord books.
 */
import type { ChordTones } from './chord-tones.js'
import { degreeNumberOf } from './degrees.js'
import { type Frets, type Grip, MUTED } from './playability.js'

/** Fitted to shapes from chord books (docs/adr/0025-chord-finder.md). */

type ChordKind = 'power' | 'triad' | 'seventh' | 'extended'

const WEIGHTS = {
  finger: 0.74, // per finger; a barre counts as one
  stretch: 0.96, // per fret between the lowest and the highest finger
  wideStretch: 0.75, // per fret beyond two
  barre: 0.9,
  otherBarre: 2.28,
  openOverBarre: 0.63, // open string below a barre, whose finger would mute it
  split: 0.92, // separate fingers at the lowest fret, with others above
  farHeight: 0.34, // per fret beyond the fifth, in addition to `height`
  openFarAway: 2.42, // per open string with the hand far up the neck
  innerMute: 7.66, // per muted inner string, except next to the bass
  looseMute: 4.61, // muted string above an open one: no finger touches it
  slashLowMute: 0.75, // per muted string below a slash bass
  slashNextMute: -2.25, // muted string next to a slash bass: easy to mute with fingers and thumb
  slashTwice: 2.66, // per repetition of a slash bass that isn't a chord tone
  bass: 7.68, // the lowest note is neither the root nor the slash bass
  symmetricBass: 3.06, // like `bass`, for symmetric chords
  reentrantBass: 0.39, // like `bass`, if the last string isn't the lowest: ukulele, banjo
  leftOut: 1.31, // per missing optional tone other than a fifth
  thin: 3.93, // per string fewer than four
  lowThird: 4.01, // third above a low bass: the lower, the muddier
  lowSecond: 1.78,
  lowThirdOpen: 1.57, // added to `lowThird` if there are open strings
  lowFourth: 1.28, // fourth above a low bass: the upper note sounds like the root
  colorTwice: 0.9, // per seventh, sixth or tension beyond the first
  doubled: 1.43, // per doubled tone in an extended or altered chord
  unison: 2.88, // two strings at one pitch
  lowTension: 2.43, // per ninth, eleventh or thirteenth within an octave of the bass
  shell: -2.77, // jazz shell: third and seventh over a muted fifth string and a bass on the sixth
  full: 1.6, // per string beyond three in a power chord
}

/** Each array lists values for power chords, triads, sevenths and extended chords. */
const BY_KIND = {
  lowMute: [1.67, 0, 0.26, 0.83], // per muted string below the lowest sounding one
  moreLowMute: [0.51, 2.48, 2.5, 3.36], // added to `lowMute` after the first string: the bass is thin
  highMute: [1.02, 2.2, 0.92, 0.11], // per muted string above: the strum has to stop before it
  moreHighMute: [0.04, 1.88, 2.43, 3.76], // added to `highMute` after the first string
  highMuteOpen: [0.37, 3.48, 2.74, 3.37], // added to `highMute` if there are open strings
  nextMute: [3.17, 3.63, 2.7, 2.37], // string above the bass, muted by the same finger
  nextMuteOpen: [0.26, 0.28, 0.96, 0.02], // added to `nextMute` if there are open strings
  open: [2.4, 0.29, 0.18, 1.07], // per open string with fingers near the nut
  height: [0.13, 0.37, 0.42, 0.56], // per fret up to the fifth
}

const KINDS: readonly ChordKind[] = ['power', 'triad', 'seventh', 'extended']

type KindWeights = Readonly<Record<keyof typeof BY_KIND, number>>

type VoicingWeights = typeof WEIGHTS & KindWeights

export function weightsOf(kind: ChordKind): VoicingWeights {
  const at = KINDS.indexOf(kind)
  const own = Object.entries(BY_KIND).map(([name, weights]) => [name, weights[at] ?? 0] as const)
  return { ...WEIGHTS, ...(Object.fromEntries(own) as KindWeights) }
}

const FULL = 4
const POWER = 3
const AT_NUT = 3
/** Index of string 6. Higher bass strings leave too few strings for a shell voicing. */
const SHELL_FROM = 5
const CLEAR_FROM = 52 // intervals above a bass below E3 sound muddy

/** Chord tones as bit masks, indexed by string and fret (`string * width + fret`, from 0). */
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
  /** Bit of the perfect fifth if it is optional. */
  readonly fifth: number
  readonly seventh: number
  readonly tensions: number
  readonly colors: number
  /** Bit of a slash bass outside the chord. */
  readonly foreignBass: number
  readonly isSlash: boolean
  /** Diminished sevenths and augmented triads. */
  readonly isSymmetric: boolean
  /** Doubled tones would sound muddy. */
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
  let groups = 0 // groups of adjacent strings at the lowest fret, one finger each
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

  // On a re-entrant instrument, a strum crosses all strings, so a mute costs the same on either side.
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
