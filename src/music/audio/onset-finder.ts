import { PowerSpectrum } from './power-spectrum.js'

/** Time between measurements, s. */
const HOP_S = 0.004
const FRAME_S = 0.0232
const LOWEST_HZ = 60
const HIGHEST_HZ = 9000
const BANDS_PER_OCTAVE = 4
/** Dynamic range, dB. Levels further below the loudest band so far count as silence. */
const RANGE_DB = 62
/** Minimum mean rise across all bands that counts as an onset, dB. */
const RISE_DB = 1.8
/** Number of measurements between the two levels compared. */
const LAG = 4
/** Minimum distance between onsets, in measurements. */
const GAP = 12
/** Measurements to wait before reporting an onset, in case a stronger one follows. */
const AHEAD = 3
/** Number of measurements that determine the typical rise. */
const REMEMBERED = 40
/** Position of the onset within the frame with the largest rise, measured on plucked notes. */
const ONSET_IN_FRAME = 0.38

export interface FoundOnset {
  /** Index of the note’s first sample. */
  readonly at: number
  /** Mean rise across all bands above the typical rise, dB. */
  readonly rise: number
}

/**
 * Detects note onsets: sudden energy rises in many frequency bands. Compares each band with the loudest of
 * three earlier ones to ignore vibrato (Böck and Widmer, 2013).
 */
export class OnsetFinder {
  /** Samples between measurements. */
  readonly hop: number
  private readonly frame: number
  private readonly spectrum: PowerSpectrum
  private readonly power: Float64Array
  /** First bin of each band, followed by the end of the last band. */
  private readonly edges: readonly number[]
  /** Levels from the latest measurements, dB. */
  private readonly levels: Float64Array[] = []
  private readonly rises: number[] = []
  private loudest = 1e-6
  private sinceOnset = GAP

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.hop = Math.round(HOP_S * sampleRate)
    this.frame = Math.round(FRAME_S * sampleRate)
    this.spectrum = new PowerSpectrum(2 ** Math.ceil(Math.log2(this.frame)))
    const binHz = sampleRate / this.spectrum.size
    const highest = Math.min(HIGHEST_HZ, 0.45 * sampleRate)
    const count = Math.floor(BANDS_PER_OCTAVE * Math.log2(highest / LOWEST_HZ))
    const bins = Array.from({ length: count + 1 }, (_, band) =>
      Math.max(1, Math.round((LOWEST_HZ * 2 ** (band / BANDS_PER_OCTAVE)) / binHz)),
    )
    this.edges = [...new Set(bins)]
    this.power = new Float64Array((this.edges.at(-1) ?? 0) + 1)
  }

  /**
   * Measures the frame before `end`. Call it once per `hop`.
   * @param end index after the last sample heard
   */
  step(samples: Float32Array, end: number): FoundOnset | undefined {
    this.spectrum.measure(samples, end - this.frame, this.frame, this.power)
    const levels = this.measureLevels()
    const earlier = this.levels.length > LAG ? this.levels.shift() : undefined
    this.levels.push(levels)
    this.rises.push(earlier ? meanRise(earlier, levels) : 0)
    if (this.rises.length > REMEMBERED) this.rises.shift()
    this.sinceOnset += 1
    const rise = this.riseOfOnset()
    if (rise === undefined) return undefined
    this.sinceOnset = AHEAD
    return { at: end - AHEAD * this.hop - Math.round((1 - ONSET_IN_FRAME) * this.frame), rise }
  }

  private measureLevels(): Float64Array {
    const { power, edges } = this
    const energies = new Float64Array(edges.length - 1)
    for (let band = 0; band < energies.length; band += 1) {
      for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin += 1) {
        energies[band] = (energies[band] ?? 0) + (power[bin] ?? 0)
      }
      this.loudest = Math.max(this.loudest, energies[band] ?? 0)
    }
    const floor = this.loudest * 10 ** (-RANGE_DB / 10)
    return energies.map(energy => 10 * Math.log10(energy + floor))
  }

  private riseOfOnset(): number | undefined {
    const { rises } = this
    const at = rises.length - 1 - AHEAD
    const rise = rises[at] ?? 0
    if (this.sinceOnset - AHEAD < GAP || rises.slice(Math.max(0, at - AHEAD)).some(other => other > rise))
      return undefined
    const before = rises.slice(0, Math.max(0, at - AHEAD)).sort((a, b) => a - b)
    const above = rise - (before[before.length >> 1] ?? 0)
    return above >= RISE_DB ? above : undefined
  }
}

function meanRise(before: Float64Array, now: Float64Array): number {
  let sum = 0
  for (let band = 0; band < now.length; band += 1) {
    const [lower = -Infinity, same = 0, higher = -Infinity] = [
      before[band - 1],
      before[band],
      before[band + 1],
    ]
    sum += Math.max(0, (now[band] ?? 0) - Math.max(lower, same, higher))
  }
  return sum / now.length
}
