/** Half-life of the loudest attack, s. Velocities are relative to it. */
const REMEMBERED_S = 20
const LOUDEST_AT_FIRST = 0.02
/** Velocity of the loudest attack. */
const STRONG = 0.9
const SOFTEST = 0.05

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

/** Turns the levels of attacks into velocities. */
export class AttackLevels {
  private loudest = LOUDEST_AT_FIRST
  private at = 0

  /** @param level amplitude @param at time, s @returns 0–1 */
  velocityOf(level: number, at: number): number {
    const remembered = this.loudest * 0.5 ** ((at - this.at) / REMEMBERED_S)
    this.loudest = Math.max(LOUDEST_AT_FIRST, level, remembered)
    this.at = at
    return Math.max(SOFTEST, STRONG * Math.sqrt(level / this.loudest))
  }
}
