/** Weights of `voicingCost`, fitted to shapes of chord books (docs/adr/0025-chord-finder.md). */

/** Power chords are voiced low and short, triads full, the others without doubling. */
export type ChordKind = 'power' | 'triad' | 'seventh' | 'extended'

const WEIGHTS = {
  finger: 0.74, // each; a barre counts as one
  stretch: 0.96, // each fret between the lowest and the highest finger
  wideStretch: 0.75, // each beyond two
  barre: 0.9, // of the first finger
  otherBarre: 2.28,
  openOverBarre: 0.63, // the finger would mute it
  split: 0.92, // fingers at the lowest fret that aren't one barre, with others above them
  farHeight: 0.34, // each fret beyond the fifth, in addition to `height`
  openFarAway: 2.42, // each open string with the hand further up
  innerMute: 7.66, // each muted string inside, other than the one after the bass
  looseMute: 4.61, // a muted string after an open one: no finger leans on it
  slashLowMute: 0.75, // each muted string below a named bass
  slashNextMute: -2.25, // the string after it: both fingers and thumbs mute it on the way
  slashTwice: 2.66, // each repetition of a named bass outside the chord
  bass: 7.68, // the lowest note is neither the root nor the named bass
  symmetricBass: 3.06, // the same of a chord that is the same from each of its tones
  reentrantBass: 0.39, // the same where the last string isn't the lowest: ukulele, banjo
  leftOut: 1.31, // each missing optional tone other than a fifth
  thin: 3.93, // each string fewer than four
  lowThird: 4.01, // over the bass, the lower the muddier
  lowSecond: 1.78,
  lowThirdOpen: 1.57, // with open strings
  lowFourth: 1.28, // heard as the root of another chord
  colorTwice: 0.9, // each seventh, sixth or tension beyond the first
  doubled: 1.43, // each doubled tone of an extended or altered chord
  unison: 2.88, // two strings at one pitch
  lowTension: 2.43, // each ninth, eleventh or thirteenth within an octave of the bass
  shell: -2.77, // third and seventh over a muted fifth string and a bass on the sixth: jazz shells
  full: 1.6, // each string of a power chord more than three
}

/** For power chords, triads, sevenths and extended chords. */
const BY_KIND = {
  lowMute: [1.67, 0, 0.26, 0.83], // each silent string below the sounding ones
  moreLowMute: [0.51, 2.48, 2.5, 3.36], // again for each but the first: the bass is thin
  highMute: [1.02, 2.2, 0.92, 0.11], // each silent string above: the strum has to stop before it
  moreHighMute: [0.04, 1.88, 2.43, 3.76], // again for each but the first
  highMuteOpen: [0.37, 3.48, 2.74, 3.37], // again for each next to open strings
  nextMute: [3.17, 3.63, 2.7, 2.37], // the string after the bass, muted by the finger on the bass
  nextMuteOpen: [0.26, 0.28, 0.96, 0.02], // in addition, with open strings
  open: [2.4, 0.29, 0.18, 1.07], // each open string next to fingers near the nut
  height: [0.13, 0.37, 0.42, 0.56], // each fret up the neck, to the fifth
}

const KINDS: readonly ChordKind[] = ['power', 'triad', 'seventh', 'extended']

type KindWeights = Readonly<Record<keyof typeof BY_KIND, number>>

export type VoicingWeights = typeof WEIGHTS & KindWeights

export function weightsOf(kind: ChordKind): VoicingWeights {
  const at = KINDS.indexOf(kind)
  const own = Object.entries(BY_KIND).map(([name, weights]) => [name, weights[at] ?? 0] as const)
  return { ...WEIGHTS, ...(Object.fromEntries(own) as KindWeights) }
}
