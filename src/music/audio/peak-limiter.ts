/** Maximum sample value, −1 dBFS. */
export const CEILING = 10 ** (-1 / 20)

const LOOK_AHEAD_S = 0.0015
const RELEASE_S = 0.12
/** Tolerance within which a gain counts as 1. */
const RECOVERED = 1e-6

/** Lowers loud passages so that no sample exceeds `CEILING`. Delays the sound by 1.5 ms. */
export class PeakLimiter {
  private readonly left: Float32Array
  private readonly right: Float32Array
  private readonly release: number
  private place = 0
  /** Maximum gain for each sample in the delay line and the one leaving it. */
  private readonly allowed: Float32Array
  /** Recent minimums of `allowed`, recovering slowly. */
  private readonly held: Float32Array
  private lowest = 1
  private recovering = 1
  private gainPlace = 0
  /** Sum of `held`, whose mean is the gain. */
  private sum: number

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    const length = Math.max(1, Math.round(LOOK_AHEAD_S * sampleRate))
    this.left = new Float32Array(length)
    this.right = new Float32Array(length)
    this.release = 1 - Math.exp(-1 / (RELEASE_S * sampleRate))
    this.allowed = new Float32Array(length + 1).fill(1)
    this.held = new Float32Array(length + 1).fill(1)
    this.sum = length + 1
  }

  /** Delay in samples. */
  get latency(): number {
    return this.left.length
  }

  /** Applies a gain ramp from one volume to another, then limits the result. */
  process(left: Float32Array, right: Float32Array, from = 1, to = from): void {
    const { length } = this.left
    for (let index = 0; index < left.length; index += 1) {
      const volume = to + ((from - to) * (left.length - index)) / left.length
      const l = (left[index] ?? 0) * volume
      const r = (right[index] ?? 0) * volume
      const peak = Math.max(Math.abs(l), Math.abs(r))
      const gain = this.follow(peak > CEILING ? Math.fround(CEILING / peak) : 1)
      left[index] = (this.left[this.place] ?? 0) * gain
      right[index] = (this.right[this.place] ?? 0) * gain
      this.left[this.place] = l
      this.right[this.place] = r
      this.place = (this.place + 1) % length
    }
  }

  /** Returns the mean of gains that are all low enough for the sample leaving the delay line. */
  private follow(allowed: number): number {
    const { length } = this.allowed
    const leaving = this.allowed[this.gainPlace] ?? 1
    this.allowed[this.gainPlace] = allowed
    if (allowed <= this.lowest) this.lowest = allowed
    else if (leaving <= this.lowest) this.lowest = this.allowed.reduce((a, b) => Math.min(a, b))
    const risen = this.recovering + (this.lowest - this.recovering) * this.release
    this.recovering = risen > this.lowest || this.lowest - risen < RECOVERED ? this.lowest : risen
    this.sum -= this.held[this.gainPlace] ?? 1
    this.held[this.gainPlace] = this.recovering
    // Sums of a few single-precision numbers are exact.
    this.sum += this.held[this.gainPlace] ?? 1
    this.gainPlace = (this.gainPlace + 1) % length
    return this.sum / length
  }
}
