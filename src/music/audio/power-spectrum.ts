import FFT from 'fft.js'
import { getOrMake } from '../../core/platform/store.js'

/** @param length number of samples @returns their weights */
type Window = (length: number) => Float64Array

/** Computes power spectra of windowed excerpts. */
export class PowerSpectrum {
  private readonly fft
  private readonly input: Float64Array
  private readonly output: Float64Array
  private readonly windows = new Map<number, Float64Array>()

  /** @param size number of samples, a power of 2; shorter excerpts are zero-padded */
  constructor(
    readonly size: number,
    private readonly window: Window = hann,
  ) {
    this.fft = new FFT(size)
    this.input = new Float64Array(size)
    this.output = new Float64Array(2 * size)
  }

  /**
   * @param from index of the first sample, may be negative; positions outside `samples` are silent
   * @param power receives the power of the lowest bins; bin `k` is at `k / size` of the sample rate
   */
  measure(samples: ArrayLike<number>, from: number, length: number, power: Float64Array): void {
    const { input, output } = this
    const window = getOrMake(this.windows, length, () => this.window(length))
    input.fill(0)
    for (let index = 0; index < length; index += 1) {
      input[index] = (samples[from + index] ?? 0) * (window[index] ?? 0)
    }
    this.fft.realTransform(output, input)
    for (let bin = 0; bin < power.length; bin += 1) {
      power[bin] = (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2
    }
  }
}

const hann: Window = length =>
  Float64Array.from({ length }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / length))
