import { ExcerptSpectrum } from './excerpt-spectrum.js'
import {
  copied,
  estimate,
  rangBefore,
  type StringModel,
  stringModel,
  tuned,
  typicalPowers,
} from './string-model.js'

/** A note that the song expects. */
export interface ExpectedNote {
  /** 1 is the highest string. */
  readonly string: number
  /** Sounding MIDI note number. */
  readonly pitch: number
}

export interface StringVerdict {
  readonly string: number
  /** Sounding MIDI note number; `undefined` if the string is silent. */
  readonly heard: number | undefined
  /** Absent if the string sounds as expected. `open`: a string that should be silent rings open. */
  readonly reason?: Reason
}

export interface ChordVerdict {
  readonly right: boolean
  /** Whether more sound is unlikely to change `right`. */
  readonly sure: boolean
  readonly strings: readonly StringVerdict[]
}

export type Reason = 'silent' | 'semitone' | 'octave' | 'open'

/** A difference from the expected chord. */
interface Change {
  readonly reason: Reason
  readonly string: number
  readonly heard: number | undefined
  /** Logarithm of the likelihood ratio between the changed and the unchanged chord, above the minimum. */
  readonly excess: number
}

/** Durations of sound to verify, s. The first sure verdict counts, or the last. */
export const LOOKS_S: readonly number[] = [0.06, 0.09, 0.25]

/** Time after the onset to ignore pick noise, s. */
const PICK_S = 0.01
/** Duration before which the sound isn’t steady enough to be ignored, s. */
const STEADY_S = 0.027
/**
 * Minimum gain of a change. The model expects an additional string to be as loud as the chord. This reduces
 * the gain by 4 if the string shares all its partials.
 */
const LEAST_GAINS: Readonly<Record<Reason, number>> = { silent: 3, semitone: 1, octave: 1, open: -4 }
/** Extra gain required of an open string next to a single note. */
const BESIDES_ONE = 12
/** A string sounds as expected if the gain of silence is lower. */
const IMPOSSIBLE = -40
/** Mean square below which nothing is heard: −70 dB. */
const SILENCE = 1e-7
/** Distance from the minimum gain at which a wrong string is sure. Pick noise resembles open strings. */
const SURE: Readonly<Record<Reason, number>> = { silent: 5, semitone: 6, octave: 6, open: 16 }
/** The same for the right chord. */
const SURELY_RIGHT = -6
const ROUNDS = 6
const TUNING_PASSES = 2
const MOST_CHANGES = 4

/**
 * Verifies the strings of an expected chord. Compares the likelihood of the chord and of each single
 * change: a string a semitone off, a silent string, and another string ringing open.
 */
export class ChordVerifier {
  private readonly spectrum: ExcerptSpectrum

  /** @param open sounding MIDI notes of the open strings with capo, highest string first */
  constructor(
    private readonly sampleRate: number,
    private readonly open: readonly number[],
  ) {
    this.spectrum = new ExcerptSpectrum(sampleRate)
  }

  /**
   * @param onset index of the first sample of the strum
   * @param to index after the last sample heard so far
   */
  verify(samples: Float32Array, onset: number, to: number, expected: readonly ExpectedNote[]): ChordVerdict {
    const seconds = (to - onset) / this.sampleRate
    const from = onset + Math.round(Math.max(PICK_S, seconds / 2 - STEADY_S) * this.sampleRate)
    const energy = samples.subarray(from, to).reduce((sum, sample) => sum + sample ** 2, 0)
    if (energy <= SILENCE * (to - from)) {
      const strings = expected.map(({ string }) => ({ string, heard: undefined, reason: 'silent' as const }))
      return { right: strings.length === 0, sure: true, strings }
    }
    this.spectrum.measure(samples, onset, from, to)
    const changes: Change[] = []
    let sure = true
    while (changes.length < MOST_CHANGES) {
      const [change] = this.changes(expected, changes).sort((a, b) => b.excess - a.excess)
      if (change && changes.length === 0)
        sure = change.excess < SURELY_RIGHT || change.excess > SURE[change.reason]
      if (!change || change.excess <= 0) break
      changes.push(change)
    }
    const strings = expected.map(({ string, pitch }): StringVerdict => {
      const change = changes.find(each => each.string === string)
      return change ? { string, heard: change.heard, reason: change.reason } : { string, heard: pitch }
    })
    for (const { string, heard, reason } of changes)
      if (reason === 'open') strings.push({ string, heard, reason })
    return { right: changes.length === 0, sure, strings }
  }

  /** @param made changes that are certain */
  private changes(expected: readonly ExpectedNote[], made: readonly Change[]): Change[] {
    const { spectrum } = this
    const sounding = [
      ...expected.filter(({ string }) => !made.some(change => change.string === string)),
      ...made.flatMap(({ string, heard }) => (heard === undefined ? [] : { string, pitch: heard })),
    ]
    const models = this.fitted(sounding.map(({ pitch }) => pitch))
    const typical = typicalPowers(models)
    const base = estimate(spectrum, models, 3, typical)
    const isDecided = (string: number) => made.some(change => change.string === string)
    const pitches = sounding.map(({ pitch }) => pitch)
    const changes: Change[] = []
    const add = (reason: Reason, string: number, heard: number | undefined, likelihood: number) => {
      changes.push({ reason, string, heard, excess: likelihood - base - LEAST_GAINS[reason] })
    }
    for (const [at, { string, pitch }] of sounding.entries()) {
      if (isDecided(string)) continue
      const others = models.filter((_, index) => index !== at).map(copied)
      const silent = estimate(spectrum, others, 4, typical)
      add('silent', string, undefined, silent)
      if (silent - base < IMPOSSIBLE) continue
      for (const interval of sounding.length > 1 ? [-1, 1] : [-12, -1, 1, 12]) {
        const heard = pitch + interval
        if (pitches.includes(heard) || heard < (this.open[string - 1] ?? 0) - 1) continue
        const reason = Math.abs(interval) === 1 ? 'semitone' : 'octave'
        add(reason, string, heard, this.withString(heard, others, typical))
      }
    }
    for (const [index, pitch] of this.open.entries()) {
      const string = index + 1
      const isExpected = expected.some(each => each.string === string)
      if (isExpected || isDecided(string) || pitches.includes(pitch)) continue
      const likelihood = this.withString(pitch, models, typical)
      add('open', string, pitch, expected.length > 1 ? likelihood : likelihood - BESIDES_ONE)
    }
    return changes
  }

  /** @returns likelihood with one string more; −∞ if it has rung since before the onset */
  private withString(pitch: number, others: readonly StringModel[], typical: readonly number[]): number {
    const added = tuned(this.spectrum, pitch, others)
    const likelihood = estimate(this.spectrum, [...others.map(copied), added], 4, typical)
    return rangBefore(this.spectrum, added) ? -Infinity : likelihood
  }

  private fitted(pitches: readonly number[]): StringModel[] {
    const models = pitches.map(pitch => stringModel(pitch))
    estimate(this.spectrum, models, ROUNDS)
    for (let pass = 0; pass < TUNING_PASSES; pass += 1) {
      for (const [at, { pitch, powers }] of models.entries()) {
        const model = tuned(
          this.spectrum,
          pitch,
          models.filter((_, index) => index !== at),
        )
        model.powers = powers
        models[at] = model
        estimate(this.spectrum, models, 1)
      }
    }
    estimate(this.spectrum, models, 4)
    return models
  }
}
