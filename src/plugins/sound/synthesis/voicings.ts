import { type Technique } from '../../../music/song/techniques.js'

/** General MIDI programs, 0–127. */
const MUTED_GUITAR = 28
const GUITAR_HARMONICS = 31
const SLAP_BASS = 36
const POP_BASS = 37
const isGuitar = (program: number) => program >= 24 && program <= 31
const isBass = (program: number) => program >= 32 && program <= 39
const isDistorted = (program: number) => program === 29 || program === 30

/** Sound controllers (MIDI CA-022); 64 leaves the instrument unchanged. */
const RELEASE_TIME = 72
const ATTACK_TIME = 73
const BRIGHTNESS = 74
const DECAY_TIME = 75

/** How a technique sounds on a guitar or bass, as differences from a plain note. */
export interface Voicing {
  readonly controllers: Readonly<Record<number, number>>
  /** Factor for the velocity, 0–1. */
  readonly velocity?: number
  /** Longest duration in ms. */
  readonly longest?: number
  /** @returns General MIDI program, 0–127 */
  readonly program?: (program: number) => number
}

const damped = (program: number) => (isGuitar(program) && !isDistorted(program) ? MUTED_GUITAR : program)

/** The first technique that a note has decides. */
const VOICINGS: readonly (readonly [techniques: readonly Technique[], voicing: Voicing])[] = [
  [
    ['dead'],
    {
      controllers: { [BRIGHTNESS]: 24, [DECAY_TIME]: 10, [RELEASE_TIME]: 20 },
      velocity: 0.85,
      longest: 45,
      program: damped,
    },
  ],
  [
    ['palm-mute'],
    { controllers: { [BRIGHTNESS]: 40, [DECAY_TIME]: 34, [RELEASE_TIME]: 50 }, program: damped },
  ],
  [
    ['natural-harmonic', 'artificial-harmonic'],
    {
      controllers: {},
      program: program => (isGuitar(program) && !isDistorted(program) ? GUITAR_HARMONICS : program),
    },
  ],
  [['slap'], { controllers: {}, program: program => (isBass(program) ? SLAP_BASS : program) }],
  [['pop'], { controllers: {}, program: program => (isBass(program) ? POP_BASS : program) }],
  [
    ['hammer-on', 'pull-off', 'legato-slide', 'tap'],
    { controllers: { [ATTACK_TIME]: 84, [BRIGHTNESS]: 56 }, velocity: 0.8 },
  ],
]

/** @returns `undefined` if the note sounds like a plain one */
export function voicingOf(techniques: readonly Technique[], program: number): Voicing | undefined {
  if (!isGuitar(program) && !isBass(program)) return undefined
  return VOICINGS.find(([names]) => names.some(name => techniques.includes(name)))?.[1]
}
