import { frequencyOf, PitchFinder, vertex } from './pitch-finder.js'
import { PowerSpectrum } from './power-spectrum.js'

export interface TunerReading {
  /** Frequency of the string’s lowest partial, Hz. */
  readonly hz: number
  /** 0–1 */
  readonly confidence: number
}

/** Lowest MIDI note. The lowest open string of a five-string bass is B0, note 23. */
const LOWEST = 22
const HIGHEST = 90
const LEAST_CONFIDENCE = 0.5
const PARTIALS = 8
/** Minimum power of a partial, relative to the strongest one. */
const WEAKEST = 2e-3
/** Power of odd partials, relative to the strongest partial, below which the string sounds an octave higher. */
const ODD = 1e-2
/** Half the width of the search range for a partial, relative to its frequency. */
const RANGE = 0.03
const LEAST_RANGE_HZ = 3
/** Maximum inharmonicity coefficient of a guitar string. */
const STIFFEST = 1e-3

/**
 * Measures the frequency of a string’s lowest partial. Stiffness makes higher partials sharp, so the measured
 * frequencies are fitted to a stiff-string model (Fletcher, 1964).
 */
export class Tuner {
  private readonly pitches: PitchFinder
  private readonly spectrum: PowerSpectrum
  private readonly power: Float64Array

  /** @param sampleRate Hz */
  constructor(readonly sampleRate: number) {
    this.pitches = new PitchFinder(sampleRate, LOWEST, HIGHEST)
    this.spectrum = new PowerSpectrum(sampleRate > 60_000 ? 65_536 : 32_768)
    this.power = new Float64Array(this.spectrum.size / 4)
  }

  /** @returns `undefined` if the excerpt has no clear pitch */
  find(samples: Float32Array, from: number, to: number): TunerReading | undefined {
    const heard = this.pitches.find(samples, from, to)
    if (!heard || heard.confidence < LEAST_CONFIDENCE) return undefined
    const hz = this.refine(samples, from, to, frequencyOf(heard.pitch))
    return hz === undefined ? undefined : { hz, confidence: heard.confidence }
  }

  /** @param rough Hz, within 3 % of the lowest partial or an octave below it @returns Hz */
  refine(samples: Float32Array, from: number, to: number, rough: number): number | undefined {
    this.spectrum.measure(samples, from, to - from, this.power)
    const peaks = Array.from({ length: PARTIALS }, (_, index) => this.peak(rough, index + 1))
    const strongest = Math.max(...peaks.map(({ power }) => power))
    const audible = peaks.filter(({ power, hz }) => hz > 0 && power > WEAKEST * strongest)
    const isOctaveBelow = audible.every(({ partial, power }) => partial % 2 === 0 || power < ODD * strongest)
    if (!isOctaveBelow) return lowestPartial(audible)
    const even = audible.filter(({ partial }) => partial % 2 === 0)
    return lowestPartial(even.map(peak => ({ ...peak, partial: peak.partial / 2 })))
  }

  private peak(rough: number, partial: number): Peak {
    const { power } = this
    const binHz = this.sampleRate / this.spectrum.size
    const center = (partial * rough) / binHz
    let best = 0
    const spread = Math.max(RANGE * center, LEAST_RANGE_HZ / binHz)
    for (let bin = Math.ceil(center - spread); bin <= center + spread; bin += 1) {
      const isPeak = (power[bin] ?? 0) > (power[bin - 1] ?? 0) && (power[bin] ?? 0) >= (power[bin + 1] ?? 0)
      if (isPeak && (power[bin] ?? 0) > (power[best] ?? 0)) best = bin
    }
    if (best === 0) return { partial, hz: 0, power: 0 }
    const [before, at, after] = [best - 1, best, best + 1].map(bin => Math.log(power[bin] ?? 0))
    return { partial, hz: (best + vertex(before, at, after)) * binHz, power: power[best] ?? 0 }
  }
}

interface Peak {
  readonly partial: number
  readonly hz: number
  readonly power: number
}

/** Fits `(hz / partial)² = f² (1 + stiffness · partial²)`, weighted by power. */
function lowestPartial(peaks: readonly Peak[]): number | undefined {
  let [weights, x, y, xx, xy] = [0, 0, 0, 0, 0]
  for (const { partial, hz, power: weight } of peaks) {
    const square = partial ** 2
    const value = (hz / partial) ** 2
    weights += weight
    x += weight * square
    y += weight * value
    xx += weight * square * square
    xy += weight * square * value
  }
  if (weights === 0) return undefined
  const spread = weights * xx - x * x
  const slope = spread > 1e-9 * weights * xx ? (weights * xy - x * y) / spread : 0
  const mean = y / weights
  const bounded = Math.max(0, Math.min(STIFFEST * mean, slope))
  return Math.sqrt(mean + bounded * (1 - x / weights))
}
