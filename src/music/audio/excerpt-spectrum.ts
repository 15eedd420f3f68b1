import FFT from 'fft.js'

const SIZE = 16_384
/** Sample rate to decimate to, Hz. Partials above 5 kHz are too weak to distinguish strings. */
const DECIMATED_RATE = 11_000
/** Length of the low-pass filter before decimation, in decimated samples. */
const FILTER_LENGTH = 16
/** Cutoff of that filter, relative to the decimated rate. */
const CUTOFF = 0.45
/** Gap between the excerpt and the sound before it, s. Onsets are found this precisely. */
const GAP_S = 0.003
/** Width of the main lobe’s model errors, as a multiple of the window’s bandwidth. */
const ERROR_WIDTH = 2.5
/** Power of the model’s errors, relative to the power around a frequency. Real partials aren’t ideal sinusoids. */
const ERROR = 0.5
/** Power below the mean of the whole spectrum that counts as silence. */
const SILENCE = 1e-6
/** Steps of the overlap tables per window bandwidth. */
const STEPS = 20
/** Maximum distance of sinusoids whose overlap counts, in window bandwidths. */
const REACH = 2.5

/** How much of a sinusoid an excerpt contains. */
export interface Projection {
  re: number
  im: number
  /** Projection on the sinusoid times time: its drift in frequency and level. */
  driftRe: number
  driftIm: number
  /** Power of noise and model errors at this frequency. */
  noise: number
}

/** Complex spectrum of a Hann-windowed excerpt, and what a least-squares fit of sinusoids to it needs. */
export class ExcerptSpectrum {
  private readonly fft = new FFT(SIZE)
  private readonly input = new Float64Array(SIZE)
  private readonly before = new Float64Array(2 * SIZE)
  private readonly level = new Float64Array(2 * SIZE)
  private readonly drift = new Float64Array(2 * SIZE)
  private readonly noise = new Float64Array(SIZE / 2)
  private readonly sums = new Float64Array(SIZE / 2 + 1)
  private readonly factor: number
  private readonly rate: number
  private readonly filter: Float64Array
  private readonly tables = new Map<number, Tables>()
  private table: Tables = { window: new Float64Array(), deviation: 0, overlaps: [] }
  /** Hz; sinusoids closer together aren’t resolved. */
  bandwidth = 1

  constructor(sampleRate: number) {
    this.factor = Math.max(1, Math.floor(sampleRate / DECIMATED_RATE))
    this.rate = sampleRate / this.factor
    const half = (FILTER_LENGTH / 2) * this.factor
    this.filter = Float64Array.from({ length: 2 * half + 1 }, (_, index) => {
      const at = index - half
      const sinc =
        at === 0
          ? (2 * CUTOFF) / this.factor
          : Math.sin((2 * Math.PI * CUTOFF * at) / this.factor) / (Math.PI * at)
      return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / (half + 1)))
    })
  }

  /** Standard deviation of time under the window, s. */
  get deviation(): number {
    return this.table.deviation
  }

  /** Frequency difference at which sinusoids no longer overlap, Hz. */
  get reach(): number {
    return REACH * this.bandwidth
  }

  /** @param onset sample before which everything is earlier sound */
  measure(samples: Float32Array, onset: number, from: number, to: number): void {
    const { factor, level, before } = this
    const length = Math.min(SIZE / 2, Math.floor((to - from) / factor))
    this.bandwidth = this.rate / length
    this.table = this.tablesOf(length)
    this.transform(samples, from, level, false)
    this.transform(samples, from, this.drift, true)
    this.transform(samples, onset - length * factor - Math.round(GAP_S * this.rate) * factor, before, false)
    this.measureNoise()
  }

  /** @param into receives the result, so that none is allocated */
  project(hz: number, into: Projection): void {
    const { level, drift } = this
    const at = (hz * SIZE) / this.rate
    const bin = Math.floor(at)
    const part = at - bin
    const mixed = (values: Float64Array, offset: number) =>
      (values[2 * bin + offset] ?? 0) * (1 - part) + (values[2 * bin + 2 + offset] ?? 0) * part
    into.re = mixed(level, 0)
    into.im = mixed(level, 1)
    // The drifting sinusoid is i·t·e, so its projection is −i times the transform of t·sound.
    into.driftRe = mixed(drift, 1)
    into.driftIm = -mixed(drift, 0)
    into.noise = this.noise[bin] ?? 1
  }

  /** @returns power at this frequency before the onset */
  powerBefore(hz: number): number {
    const bin = Math.round((hz * SIZE) / this.rate)
    return (this.before[2 * bin] ?? 0) ** 2 + (this.before[2 * bin + 1] ?? 0) ** 2
  }

  /**
   * @param hz difference between the frequencies of the second and the first
   * @param drifts how many of both are drifting
   * @param isFirst whether only the first is drifting
   * @returns scalar product of two sinusoids under the window
   */
  overlap(hz: number, drifts: 0 | 1 | 2, isFirst: boolean): number {
    const at = (Math.abs(hz) / this.bandwidth) * STEPS
    const step = Math.floor(at)
    const table = this.table.overlaps[drifts]
    if (!table || step + 1 >= table.length) return 0
    const value = (table[step] ?? 0) * (1 - at + step) + (table[step + 1] ?? 0) * (at - step)
    return drifts === 1 && hz >= 0 === isFirst ? -value : value
  }

  private measureNoise(): void {
    const { level, noise, sums } = this
    const count = noise.length
    for (let bin = 0; bin < count; bin += 1) {
      sums[bin + 1] = (sums[bin] ?? 0) + (level[2 * bin] ?? 0) ** 2 + (level[2 * bin + 1] ?? 0) ** 2
    }
    const silence = (SILENCE * (sums[count] ?? 0)) / count + 1e-14
    const half = Math.round((ERROR_WIDTH * this.bandwidth * SIZE) / this.rate)
    for (let bin = 0; bin < count; bin += 1) {
      const first = Math.max(0, bin - half)
      const end = Math.min(count, bin + half + 1)
      const around = ((sums[end] ?? 0) - (sums[first] ?? 0)) / (end - first)
      noise[bin] = silence + ERROR * around
    }
  }

  /** Sets phase 0 to the middle of the window, so that the spectrum varies slowly. */
  private transform(samples: Float32Array, from: number, output: Float64Array, isDrift: boolean): void {
    const { input, filter, factor, table } = this
    const half = (filter.length - 1) / 2
    const middle = table.window.length >> 1
    input.fill(0)
    for (let index = 0; index < table.window.length; index += 1) {
      let sum = 0
      const first = from + index * factor - half
      for (let tap = 0; tap < filter.length; tap += 1) sum += (filter[tap] ?? 0) * (samples[first + tap] ?? 0)
      const time = isDrift ? (index - middle) / (this.rate * table.deviation) : 1
      input[(index - middle + SIZE) % SIZE] = sum * (table.window[index] ?? 0) * time
    }
    this.fft.realTransform(output, input)
  }

  private tablesOf(length: number): Tables {
    const known = this.tables.get(length)
    if (known) return known
    const middle = length >> 1
    const window = Float64Array.from(
      { length },
      (_, index) => (1 - Math.cos((2 * Math.PI * (index + 0.5)) / length)) / length,
    )
    const moment = window.reduce(
      (sum, weight, index) => sum + weight * ((index - middle) / this.rate) ** 2,
      0,
    )
    const deviation = Math.sqrt(moment)
    const overlaps = [0, 1, 2].map(drifts =>
      Float64Array.from({ length: REACH * STEPS + 2 }, (_, step) => {
        let sum = 0
        for (let index = 0; index < length; index += 1) {
          const time = (index - middle) / this.rate
          const phase = (2 * Math.PI * step * this.bandwidth * time) / STEPS
          const wave = drifts === 1 ? -Math.sin(phase) : Math.cos(phase)
          sum += (window[index] ?? 0) * (time / deviation) ** drifts * wave
        }
        return sum
      }),
    )
    const tables = { window, deviation, overlaps }
    if (this.tables.size > 8) this.tables.clear()
    this.tables.set(length, tables)
    return tables
  }
}

interface Tables {
  /** Weights that add up to 1. */
  readonly window: Float64Array
  readonly deviation: number
  /** By number of drifting sinusoids, then by frequency difference. */
  readonly overlaps: readonly Float64Array[]
}
