import { PowerSpectrum } from './power-spectrum.js'

export interface HeardPitch {
  /** Fractional MIDI note number; 69 is 440 Hz. */
  readonly pitch: number
  /** 0–1 */
  readonly confidence: number
}

/** Distance between candidates, semitones. */
const STEP = 0.2
/** Highest partial considered, Hz. Higher ones are weak and sharp. */
const HIGHEST_PARTIAL = 5000
/** Ignore energy below this fraction of a candidate’s frequency. It may be pick noise. */
const BELOW = 0.75
/** Exponent of the energy fraction in the rating. */
const COUNTED = 0.3
/** Exponent of the fraction of prominent low partials in the rating. */
const COMPLETE = 0.3
const LOWEST_PARTIALS = 6
/** Power ratio to the surrounding median at which a partial counts as fully prominent. */
const PROMINENT = Math.exp(1.5)
/** Half the width of the search range for a partial, relative to its frequency. */
const SLACK = 0.015
/** Weaker partials don’t count, relative to the power of the strongest. */
const AUDIBLE = 1e-5
const SILENCE = 1e-9
/** Minimum prominence of a note’s lowest partial. */
const FUNDAMENTAL = 0.6
/** Deviations to try, cents. A hard pluck starts sharp. */
const SHARP = [0, 10, 20]

/** @param pitch MIDI note number @returns Hz */
export const frequencyOf = (pitch: number) => 440 * 2 ** ((pitch - 69) / 12)

/** @param frequency Hz @returns fractional MIDI note number */
export const pitchOf = (frequency: number) => 69 + 12 * Math.log2(frequency / 440)

interface Candidate {
  readonly frequency: number
  /** First spectral bin to consider. */
  readonly first: number
  readonly weights: Float32Array
}

/**
 * Finds the pitch of a single note. Rates each candidate by the autocorrelation of the sound above 0.75 times
 * its frequency and by how many of its lowest partials are prominent.
 */
export class PitchFinder {
  private readonly spectrum: PowerSpectrum
  private readonly binHz: number
  private readonly power: Float64Array
  private readonly sums: Float64Array
  private readonly candidates: readonly Candidate[]
  private readonly scores: Float64Array
  /** Power of the strongest bin. */
  private strongest = 0
  /** Number of samples measured. */
  private length = 1

  /**
   * @param sampleRate Hz
   * @param lowest MIDI note number; default: a semitone below a guitar’s range
   * @param highest MIDI note number
   */
  constructor(
    sampleRate: number,
    private readonly lowest = 39,
    highest = 89,
  ) {
    this.spectrum = new PowerSpectrum(sampleRate > 60_000 ? 16_384 : 8192)
    this.binHz = sampleRate / this.spectrum.size
    const bins = Math.floor(Math.min(HIGHEST_PARTIAL, 0.45 * sampleRate) / this.binHz)
    this.power = new Float64Array(bins)
    this.sums = new Float64Array(bins + 1)
    this.candidates = Array.from({ length: Math.round((highest - lowest) / STEP) + 1 }, (_, index) =>
      this.candidate(frequencyOf(lowest + index * STEP), bins),
    )
    this.scores = new Float64Array(this.candidates.length)
  }

  /**
   * @param from index of the first sample
   * @param to index after the last sample; at most 0.17 s are used
   * @returns `undefined` for silence
   */
  find(samples: Float32Array, from: number, to: number): HeardPitch | undefined {
    if (!this.measure(samples, from, to)) return undefined
    const { scores } = this
    for (const [index, candidate] of this.candidates.entries()) scores[index] = this.score(candidate)
    const best = this.best()
    const pitch = this.lowest + STEP * (best + vertex(scores[best - 1], scores[best], scores[best + 1]))
    return { pitch, confidence: Math.min(1, scores[best] ?? 0) }
  }

  /** Measures what `find`, `completenessOf` and `levelOf` judge. @returns whether there is sound */
  measure(samples: Float32Array, from: number, to: number): boolean {
    const { power, sums } = this
    const length = Math.min(to - from, this.spectrum.size)
    this.spectrum.measure(samples, from, length, power)
    for (let bin = power.length - 1; bin >= 0; bin -= 1) sums[bin] = (sums[bin + 1] ?? 0) + (power[bin] ?? 0)
    this.strongest = power.reduce((most, each) => Math.max(most, each), 0)
    this.length = length
    return (sums[0] ?? 0) >= SILENCE
  }

  /**
   * Rates a note in the measured sound.
   * @returns fraction of prominent low partials, 0–1; 0 without the lowest
   */
  completenessOf(pitch: number): number {
    const rated = SHARP.map(cents => {
      const frequency = frequencyOf(pitch + cents / 100)
      return this.prominence(frequency, 1) < FUNDAMENTAL ? 0 : this.completeness(frequency)
    })
    return Math.max(...rated)
  }

  /** @returns power of a note’s lowest partials in the measured sound, except shared ones */
  levelOf(pitch: number, isShared: (frequency: number) => boolean = () => false): number {
    const { power, binHz } = this
    const frequency = frequencyOf(pitch)
    let sum = 0
    for (let partial = 1; partial <= LOWEST_PARTIALS; partial += 1) {
      const at = Math.round((partial * frequency) / binHz)
      if (isShared(partial * frequency)) continue
      for (let bin = at - 2; bin <= at + 2; bin += 1) sum += power[bin] ?? 0
    }
    return sum / this.length ** 2
  }

  private candidate(frequency: number, bins: number): Candidate {
    const first = Math.min(bins, Math.ceil((BELOW * frequency) / this.binHz))
    const weights = Float32Array.from({ length: bins - first }, (_, bin) =>
      Math.cos((2 * Math.PI * (first + bin) * this.binHz) / frequency),
    )
    return { frequency, first, weights }
  }

  private score({ first, weights }: Candidate): number {
    let sum = 0
    for (let bin = 0; bin < weights.length; bin += 1)
      sum += (weights[bin] ?? 0) * (this.power[first + bin] ?? 0)
    const counted = this.sums[first] ?? 0
    if (sum <= 0 || counted === 0) return 0
    return (sum / counted) * (counted / (this.sums[0] ?? 1)) ** COUNTED
  }

  /** @returns index of the best candidate among the local maxima */
  private best(): number {
    const { scores, candidates } = this
    const most = scores.reduce((max, score) => Math.max(max, score), 0)
    let best = 0
    let bestScore = 0
    for (const [index, { frequency }] of candidates.entries()) {
      const score = scores[index] ?? 0
      if (score < most / 2 || score < (scores[index - 1] ?? 0) || score < (scores[index + 1] ?? 0)) continue
      const rated = score * this.completeness(frequency) ** COMPLETE
      if (rated <= bestScore) continue
      best = index
      bestScore = rated
    }
    return best
  }

  /** @returns fraction of prominent low partials, 0–1; low if only every second or third is prominent */
  private completeness(frequency: number): number {
    const count = Math.min(LOWEST_PARTIALS, Math.floor((this.power.length * this.binHz) / frequency - 0.5))
    let sum = 0
    let weights = 0
    for (let partial = 1; partial <= count; partial += 1) {
      sum += this.prominence(frequency, partial) / Math.sqrt(partial)
      weights += 1 / Math.sqrt(partial)
    }
    return weights === 0 ? 0 : sum / weights
  }

  private prominence(frequency: number, partial: number): number {
    const { power, binHz } = this
    const at = (partial * frequency) / binHz
    const spread = Math.max(1.5, SLACK * at)
    let peak = 0
    for (let bin = Math.ceil(at - spread); bin <= at + spread; bin += 1)
      peak = Math.max(peak, power[bin] ?? 0)
    const half = frequency / binHz / 2
    const around = power.slice(Math.max(0, Math.round(at - half)), Math.round(at + half)).sort()
    const median = around[around.length >> 1] ?? 0
    if (median === 0 || peak < AUDIBLE * this.strongest) return 0
    return Math.max(0, Math.min(1, Math.log(peak / median) / Math.log(PROMINENT)))
  }
}

/** @returns position of a parabola’s vertex, −0.5 to 0.5, from its values at −1, 0 and 1 */
export function vertex(before = 0, at = 0, after = 0): number {
  const bend = before - 2 * at + after
  return bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend))
}
