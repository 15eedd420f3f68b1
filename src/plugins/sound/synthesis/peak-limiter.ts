/** Highest sample value, −1 dBFS. */
export const CEILING = 10 ** (-1 / 20)

const LOOK_AHEAD_S = 0.0015
const RELEASE_S = 0.12

/** Lowers loud passages so that no sample exceeds `CEILING`. Delays the sound by 1.5 ms. */
export class PeakLimiter {
  private readonly left: Float32Array
  private readonly right: Float32Array
  private readonly release: number
  private place = 0
  private gain = 1
  private target = 1
  private held = 0
  private step = 0

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    const length = Math.max(1, Math.round(LOOK_AHEAD_S * sampleRate))
    this.left = new Float32Array(length)
    this.right = new Float32Array(length)
    this.release = 1 - Math.exp(-1 / (RELEASE_S * sampleRate))
  }

  /** @param volume gain applied before limiting */
  process(left: Float32Array, right: Float32Array, volume: number): void {
    const { length } = this.left
    for (let index = 0; index < left.length; index += 1) {
      const l = (left[index] ?? 0) * volume
      const r = (right[index] ?? 0) * volume
      const peak = Math.max(Math.abs(l), Math.abs(r))
      this.follow(peak > CEILING ? CEILING / peak : 1)
      const delayedLeft = this.left[this.place] ?? 0
      const delayedRight = this.right[this.place] ?? 0
      this.left[this.place] = l
      this.right[this.place] = r
      this.place = (this.place + 1) % length
      left[index] = delayedLeft * this.gain
      right[index] = delayedRight * this.gain
    }
  }

  /** Reaches a lower gain just before its peak leaves the delay line, holds it there, then recovers. */
  private follow(wanted: number): void {
    const { length } = this.left
    if (wanted < this.target) {
      this.target = wanted
      this.step = Math.min(this.step, (wanted - this.gain) / length)
      this.held = length
    } else if (wanted <= this.target && wanted < 1) this.held = length
    if (this.gain > this.target) this.gain = Math.max(this.target, this.gain + this.step)
    else if (this.held > 0) this.held -= 1
    else {
      this.target = 1
      this.step = 0
      this.gain += (1 - this.gain) * this.release
    }
  }
}
