/** Weights of `voicingCost`, fitted to shapes of chord books (docs/adr/0025-chord-finder.md). */

/** Chords are voiced by how many tones they have: power chords low and short, triads full, the others without doubling. */
export type ChordKind = 'power' | 'triad' | 'seventh' | 'extended'

/** Weights of any chord. */
export const WEIGHTS = {
  /** Each finger; a barre counts as one. */
  finger: 0.63,
  /** Each fret between the lowest and the highest finger, and again each beyond two. */
  stretch: 0.94,
  wideStretch: 1.74,
  /** A barre of the first finger, or of another one. */
  barre: 0.58,
  otherBarre: 2.17,
  /** An open string above a barre, which the finger would mute. */
  openOverBarre: 2.19,
  /** Fingers at the lowest fret that aren't one barre, with others above them. */
  split: 0.96,
  /** Each fret beyond the fifth, in addition to `height`. */
  farHeight: 0.42,
  /** Each open string with the hand further up. */
  openFarAway: 3.24,
  /** Each muted string inside, other than the one after the bass. */
  innerMute: 6.2,
  /** A muted string after an open one: no finger leans on it. */
  looseMute: 3.77,
  /** Each muted string below the bass that the symbol names. */
  slashLowMute: 0.7,
  /** The string after such a bass: both fingers and thumbs mute it on the way. */
  slashNextMute: -1.16,
  /** Each such bass again above, if it isn't a tone of the chord. */
  slashTwice: 2.2,
  /** The lowest note is not the root, or the bass that the symbol names. */
  bass: 6.1,
  /** The same in reentrant tunings such as ukulele or banjo, where the last string isn't the lowest. */
  reentrantBass: 0.24,
  /** Each optional tone other than a fifth that is left out. */
  leftOut: 2.2,
  /** Each string fewer than four. */
  thin: 2.89,
  /** A third or a second over the bass, the lower the muddier; with open strings. */
  lowThird: 3.66,
  lowSecond: 0.98,
  lowThirdOpen: 1.41,
  /** Each seventh, sixth or tension beyond the first. */
  colorTwice: 1.49,
  /** Each doubled tone of an extended or altered chord. */
  doubled: 2.37,
  /** Two strings at one pitch. */
  unison: 3.49,
  /** Each ninth, eleventh or thirteenth within an octave of the bass. */
  lowTension: 3.49,
  /** Third and seventh follow a bass on the sixth string after a muted one, and nothing is doubled: jazz shells. */
  shell: -1.76,
  /** Third and seventh follow the bass of an extended chord. */
  guideTones: -0.89,
  /** Each string of a power chord more than three. */
  full: 1.54,
}

/** Weights that depend on the chord. */
export interface KindWeights {
  /** Each silent string below the sounding ones: the strum starts after it. */
  readonly lowMute: number
  /** Again for each but the first: the bass is thin. */
  readonly moreLowMute: number
  /** Each silent string above them: the strum has to stop before it. */
  readonly highMute: number
  /** Again for each but the first. */
  readonly moreHighMute: number
  /** Again for each next to open strings, which are strummed. */
  readonly highMuteOpen: number
  /** The string after the bass, muted by the finger on the bass. */
  readonly nextMute: number
  /** The same, in addition, with open strings. */
  readonly nextMuteOpen: number
  /** Each open string next to fingers near the nut. */
  readonly open: number
  /** Each fret up the neck, to the fifth. */
  readonly height: number
}

export const KIND_WEIGHTS: Readonly<Record<ChordKind, KindWeights>> = {
  power: {
    lowMute: 2,
    moreLowMute: 0.45,
    highMute: 0.9,
    moreHighMute: 0,
    highMuteOpen: 0.23,
    nextMute: 2.82,
    nextMuteOpen: 0.24,
    open: 2,
    height: 0.1,
  },
  triad: {
    lowMute: 0.03,
    moreLowMute: 2.02,
    highMute: 2.79,
    moreHighMute: 1.87,
    highMuteOpen: 3.35,
    nextMute: 3.71,
    nextMuteOpen: 0.31,
    open: 0.25,
    height: 0.47,
  },
  seventh: {
    lowMute: 0.16,
    moreLowMute: 1.61,
    highMute: 0.81,
    moreHighMute: 2.26,
    highMuteOpen: 3.77,
    nextMute: 2.35,
    nextMuteOpen: 1.55,
    open: -0.04,
    height: 0.28,
  },
  extended: {
    lowMute: 0.47,
    moreLowMute: 2.61,
    highMute: 0,
    moreHighMute: 2.09,
    highMuteOpen: 2.89,
    nextMute: 1.93,
    nextMuteOpen: 0.32,
    open: 0.89,
    height: 0.56,
  },
}

export type VoicingWeights = typeof WEIGHTS & KindWeights
