/** Weights of `voicingCost`, fitted to shapes of chord books (docs/adr/0025-chord-finder.md). */

/** Chords are voiced by how many tones they have: power chords low and short, triads full, the others without doubling. */
export type ChordKind = 'power' | 'triad' | 'seventh' | 'extended'

/** Weights of any chord. */
const WEIGHTS = {
  /** Each finger; a barre counts as one. */
  finger: 0.74,
  /** Each fret between the lowest and the highest finger, and again each beyond two. */
  stretch: 0.96,
  wideStretch: 0.75,
  /** A barre of the first finger, or of another one. */
  barre: 0.9,
  otherBarre: 2.28,
  /** An open string above a barre, which the finger would mute. */
  openOverBarre: 0.63,
  /** Fingers at the lowest fret that aren't one barre, with others above them. */
  split: 0.92,
  /** Each fret beyond the fifth, in addition to `height`. */
  farHeight: 0.34,
  /** Each open string with the hand further up. */
  openFarAway: 2.42,
  /** Each muted string inside, other than the one after the bass. */
  innerMute: 7.66,
  /** A muted string after an open one: no finger leans on it. */
  looseMute: 4.61,
  /** Each muted string below the bass that the symbol names. */
  slashLowMute: 0.75,
  /** The string after such a bass: both fingers and thumbs mute it on the way. */
  slashNextMute: -2.25,
  /** Each such bass again above, if it isn't a tone of the chord. */
  slashTwice: 2.66,
  /** The lowest note is not the root, or the bass that the symbol names. */
  bass: 7.68,
  /** The same of a chord that is the same from each of its tones. */
  symmetricBass: 3.06,
  /** The same in reentrant tunings such as ukulele or banjo, where the last string isn't the lowest. */
  reentrantBass: 0.39,
  /** Each optional tone other than a fifth that is left out. */
  leftOut: 1.31,
  /** Each string fewer than four. */
  thin: 3.93,
  /** A third or a second over the bass, the lower the muddier; with open strings. */
  lowThird: 4.01,
  lowSecond: 1.78,
  lowThirdOpen: 1.57,
  /** A fourth over a low root: it is heard as the root of another chord. */
  lowFourth: 1.28,
  /** Each seventh, sixth or tension beyond the first. */
  colorTwice: 0.9,
  /** Each doubled tone of an extended or altered chord. */
  doubled: 1.43,
  /** Two strings at one pitch. */
  unison: 2.88,
  /** Each ninth, eleventh or thirteenth within an octave of the bass. */
  lowTension: 2.43,
  /** Third and seventh follow a bass on the sixth string after a muted one, and nothing is doubled: jazz shells. */
  shell: -2.77,
  /** Each string of a power chord more than three. */
  full: 1.6,
}

/** Weights that depend on the chord: of power chords, triads, sevenths and extended chords. */
const BY_KIND = {
  /** Each silent string below the sounding ones: the strum starts after it. */
  lowMute: [1.67, 0, 0.26, 0.83],
  /** Again for each but the first: the bass is thin. */
  moreLowMute: [0.51, 2.48, 2.5, 3.36],
  /** Each silent string above them: the strum has to stop before it. */
  highMute: [1.02, 2.2, 0.92, 0.11],
  /** Again for each but the first. */
  moreHighMute: [0.04, 1.88, 2.43, 3.76],
  /** Again for each next to open strings, which are strummed. */
  highMuteOpen: [0.37, 3.48, 2.74, 3.37],
  /** The string after the bass, muted by the finger on the bass. */
  nextMute: [3.17, 3.63, 2.7, 2.37],
  /** The same, in addition, with open strings. */
  nextMuteOpen: [0.26, 0.28, 0.96, 0.02],
  /** Each open string next to fingers near the nut. */
  open: [2.4, 0.29, 0.18, 1.07],
  /** Each fret up the neck, to the fifth. */
  height: [0.13, 0.37, 0.42, 0.56],
}

const KINDS: readonly ChordKind[] = ['power', 'triad', 'seventh', 'extended']

type KindWeights = Readonly<Record<keyof typeof BY_KIND, number>>

export type VoicingWeights = typeof WEIGHTS & KindWeights

export function weightsOf(kind: ChordKind): VoicingWeights {
  const at = KINDS.indexOf(kind)
  const own = Object.entries(BY_KIND).map(([name, weights]) => [name, weights[at] ?? 0] as const)
  return { ...WEIGHTS, ...(Object.fromEntries(own) as KindWeights) }
}
