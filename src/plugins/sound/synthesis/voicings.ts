import { type Technique } from '../../../music/song/techniques.js'

/** General MIDI programs, 0–127. */
const MUTED_GUITAR = 28
const OVERDRIVEN_GUITAR = 29
const DISTORTED_GUITAR = 30
/** Has a harder attack than other basses. */
const FINGER_BASS = 33
const SLAP_BASS = 36
const POP_BASS = 37
const isGuitar = (program: number) => program >= 24 && program <= 31
const is = (wanted: number) => (program: number) => program === wanted
const isDistorted = (program: number) => program === OVERDRIVEN_GUITAR || program === DISTORTED_GUITAR
const isBright = (program: number) => program === 24 || program === 25 || program === 27
const isUndistorted = (program: number) => isGuitar(program) && !isDistorted(program)
const isBass = (program: number) => program >= 32 && program <= 39
const hasPick = (program: number) => isGuitar(program) && program !== OVERDRIVEN_GUITAR
const isPlucked = (program: number) => isGuitar(program) || isBass(program)

/** SoundFont generators, whose values are offsets from the instrument's (SoundFont 2.04, section 8.1.3). */
const START = 0
const HOLD = 35
const DECAY = 36
const ATTENUATION = 48
/** Skips the pick attack, in samples. */
const AFTER_PICK = { [START]: 1280 }
/** Makes notes decay by 20 dB within about a second. Times are in steps of 2 timecents. */
const SHORT = { [HOLD]: -6000, [DECAY]: -1900 }

/** Sound controllers (MIDI CA-022); 64 leaves the instrument unchanged. */
const RELEASE_TIME = 72
const ATTACK_TIME = 73
const RESONANCE = 71
const BRIGHTNESS = 74

/**
 * How a technique sounds on a guitar or bass, as differences from a plain note. Songs already end palm-muted
 * and dead notes early.
 */
export interface Voicing {
  readonly controllers?: Readonly<Record<number, number>>
  /** Factor for the velocity. */
  readonly velocity?: number
  /** General MIDI program, 0–127. */
  readonly program?: number
  readonly generators?: Readonly<Record<number, number>>
}

const HARMONICS: readonly Technique[] = ['natural-harmonic', 'artificial-harmonic']
const NOT_PICKED: readonly Technique[] = ['hammer-on', 'pull-off', 'tap']

/** The first row that matches both a technique and the program applies. */
const VOICINGS: readonly (readonly [
  techniques: readonly Technique[],
  isFor: (program: number) => boolean,
  voicing: Voicing,
])[] = [
  [['dead'], isGuitar, { program: MUTED_GUITAR, controllers: { [RELEASE_TIME]: 20 } }],
  [['dead'], isBass, { program: FINGER_BASS, controllers: { [RELEASE_TIME]: 20 } }],
  [['palm-mute'], isUndistorted, { program: MUTED_GUITAR }],
  [
    ['palm-mute'],
    is(OVERDRIVEN_GUITAR),
    { controllers: { [BRIGHTNESS]: 22 }, generators: { [ATTENUATION]: -110 } },
  ],
  [
    ['palm-mute'],
    is(DISTORTED_GUITAR),
    { controllers: { [BRIGHTNESS]: 30, [RESONANCE]: 0 }, velocity: 1.25 },
  ],
  [['palm-mute'], isBass, { controllers: { [BRIGHTNESS]: 16 } }],
  // The bank’s own harmonics (program 31) sound two or three octaves too high.
  [HARMONICS, isBright, { controllers: { [BRIGHTNESS]: 26 }, velocity: 1.15 }],
  [HARMONICS, isUndistorted, { controllers: { [BRIGHTNESS]: 48 } }],
  [HARMONICS, isBass, { controllers: { [BRIGHTNESS]: 16 } }],
  [['slap'], isBass, { program: SLAP_BASS }],
  [['pop'], isBass, { program: POP_BASS }],
  [['slap'], isGuitar, { velocity: 1.3, generators: SHORT }],
  [['pop'], isGuitar, { controllers: { [BRIGHTNESS]: 90 }, velocity: 1.3 }],
  [
    NOT_PICKED,
    hasPick,
    { controllers: { [ATTACK_TIME]: 127, [BRIGHTNESS]: 60 }, velocity: 0.95, generators: AFTER_PICK },
  ],
  // These samples start softly. Skipping their start would cause a click.
  [NOT_PICKED, isPlucked, { controllers: { [ATTACK_TIME]: 127, [BRIGHTNESS]: 60 }, velocity: 0.85 }],
  [['staccato'], isPlucked, { controllers: { [RELEASE_TIME]: 12 } }],
]

/** @returns `undefined` if the techniques don’t change the sound */
export function voicingOf(techniques: readonly Technique[], program: number): Voicing | undefined {
  return VOICINGS.find(
    ([names, isFor]) => isFor(program) && names.some(name => techniques.includes(name)),
  )?.[2]
}
