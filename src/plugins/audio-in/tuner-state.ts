import { pitchOf } from '../../music/audio/pitch-finder.js'

export interface TunerOptions {
  /** MIDI note of each open string with the capo, string 1 first; undefined while tuning chromatically. */
  readonly strings: readonly number[] | undefined
  /** Frequency of A4, Hz. */
  readonly a4: number
  /** Whether to go on to the next string when one is in tune. */
  readonly handsFree: boolean
}

export type Verdict = 'flat' | 'in-tune' | 'sharp'

export interface TunerState {
  /** String to tune, from 1. Undefined while tuning chromatically and before the first note. */
  readonly string: number | undefined
  /** Whether the user has chosen the string. */
  readonly chosen: boolean
  /** MIDI note to tune to. */
  readonly pitch: number | undefined
  /** Deviation from that note; undefined while nothing sounds. */
  readonly cents: number | undefined
  readonly verdict: Verdict | undefined
  /** Strings in tune, in the order in which they were tuned. */
  readonly tuned: readonly number[]
  /** How long this string has been in tune, ms. */
  readonly inTuneFor: number
  /** Time of the last reading, ms. */
  readonly at: number
  /** Note that still rings of the previous string. */
  readonly ringing: number | undefined
}

/** Maximum deviation of a string in tune, cents. */
const IN_TUNE = 3
/** Deviation at which a string in tune counts as out of tune again, cents. */
const OUT_OF_TUNE = 5
/** How long a string must be in tune, ms. */
const STEADY_MS = 1000
/** Longest time that one reading stands for, ms. */
const READING_MS = 100
/** The player has moved on to another string if the note is this close to it, semitones … */
const NEAR = 0.5
/** … and this far from the current one. */
const FAR = 1.5

const BEFORE: TunerState = {
  ...{ string: undefined, chosen: false, pitch: undefined, cents: undefined, verdict: undefined },
  ...{ tuned: [], inTuneFor: 0, at: 0, ringing: undefined },
}

/** Hands-free tuning begins with the lowest string. */
export function firstState({ strings, handsFree }: TunerOptions): TunerState {
  return { ...BEFORE, string: handsFree ? strings?.length : undefined }
}

/** @param string undefined to recognize the string by its pitch @returns the state before the next note */
export function chooseString(state: TunerState, string: number | undefined): TunerState {
  const { tuned, at } = state
  return { ...BEFORE, tuned, at, string, chosen: string !== undefined }
}

/** @param hz undefined if nothing sounds @param at ms */
export function nextState(
  state: TunerState,
  hz: number | undefined,
  at: number,
  options: TunerOptions,
): TunerState {
  if (hz === undefined) return { ...state, cents: undefined, verdict: undefined, ringing: undefined }
  const heard = pitchOf((hz * 440) / options.a4)
  if (state.ringing !== undefined && Math.abs(heard - state.ringing) < NEAR) return state
  const { strings } = options
  const string = strings && stringOf(heard, strings, state, options.handsFree)
  const pitch = (string && strings[string - 1]) ?? Math.round(heard)
  const isSame = string === state.string && pitch === state.pitch
  // Many players tune with the natural harmonic at fret 12.
  const sounding = string && Math.abs(heard - pitch - 12) < NEAR ? heard - 12 : heard
  const cents = 100 * (sounding - pitch)
  const limit = isSame && state.verdict === 'in-tune' ? OUT_OF_TUNE : IN_TUNE
  const verdict = Math.abs(cents) <= limit ? 'in-tune' : cents < 0 ? 'flat' : 'sharp'
  const elapsed = isSame ? Math.min(READING_MS, Math.max(0, at - state.at)) : 0
  const inTuneFor = verdict === 'in-tune' ? (isSame ? state.inTuneFor : 0) + elapsed : 0
  const next = { ...state, string, pitch, cents, verdict, inTuneFor, at, ringing: undefined } as const
  return string ? withTuned(next, string, options) : next
}

function withTuned(state: TunerState, string: number, { strings = [], handsFree }: TunerOptions): TunerState {
  const others = state.tuned.filter(each => each !== string)
  if (state.verdict !== 'in-tune') return { ...state, tuned: others }
  if (state.inTuneFor < STEADY_MS || state.tuned.includes(string)) return state
  const tuned = [...others, string]
  const next = handsFree ? nextString(string, tuned, strings.length) : undefined
  return next ? { ...BEFORE, tuned, at: state.at, string: next, ringing: state.pitch } : { ...state, tuned }
}

/** @returns the closest untuned string towards string 1, then from the lowest string */
export function nextString(string: number, tuned: readonly number[], count: number): number | undefined {
  const order = Array.from({ length: count }, (_, index) => ((string - 2 - index + 2 * count) % count) + 1)
  return order.find(each => !tuned.includes(each))
}

function stringOf(heard: number, strings: readonly number[], state: TunerState, handsFree: boolean): number {
  const { string: current = 0, chosen, tuned, cents } = state
  const open = (string: number) => strings[string - 1] ?? Infinity
  const distance = (string: number) => Math.abs(heard - open(string))
  const isHarmonic = Math.abs(heard - 12 - open(current)) < NEAR
  const hasMoved =
    !isHarmonic && distance(current) > FAR && strings.some(each => Math.abs(heard - each) < NEAR)
  if (open(current) < Infinity && (chosen || (handsFree && !hasMoved))) return current
  const preference = (string: number) =>
    string === current && cents !== undefined ? 0 : tuned.includes(string) ? 2 : 1
  return strings
    .map((_, index) => index + 1)
    .reduce((best, string) => {
      const closer = distance(string) - distance(best) || preference(string) - preference(best)
      return closer < 0 ? string : best
    })
}
