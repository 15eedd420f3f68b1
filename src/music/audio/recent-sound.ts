/** The last two seconds of a stream. Times count samples since its start. */
export class RecentSound {
  readonly samples: Float32Array
  /** Time of the first of `samples`. */
  base = 0
  private filled = 0

  constructor(private readonly sampleRate: number) {
    this.samples = new Float32Array(2 * sampleRate)
  }

  get end(): number {
    return this.base + this.filled
  }

  append(added: Float32Array): void {
    if (this.filled + added.length > this.samples.length) {
      const dropped = this.filled >> 1
      this.samples.copyWithin(0, dropped, this.filled)
      this.base += dropped
      this.filled -= dropped
    }
    this.samples.set(added, this.filled)
    this.filled += added.length
  }

  /** @returns number of samples */
  length(seconds: number): number {
    return Math.round(seconds * this.sampleRate)
  }

  /** @returns mean power */
  power(from: number, to: number): number {
    let sum = 1e-12
    const last = Math.min(to - this.base, this.filled)
    for (let at = Math.max(0, from - this.base); at < last; at += 1) sum += (this.samples[at] ?? 0) ** 2
    return sum / (to - from)
  }
}
