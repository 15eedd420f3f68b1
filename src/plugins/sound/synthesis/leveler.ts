/** Loudness of songs, LUFS. */
const TARGET = -16
/** Loudness is measured in blocks of this length (ITU-R BS.1770). */
const BLOCK_S = 0.4
const SILENCE = -60
/** Blocks that are quieter than the others by this much hardly count, so that fades stay fades. */
const QUIETER = 10
const QUIET_WEIGHT = 0.1
/** Sounding time over which loudness is averaged. */
const MEMORY_S = 10
/** Mean of decibels instead of energies, which is lower. */
const MEAN_OFFSET = 1
const RANGE = { lowest: -12, highest: 9 } as const
const SMOOTH_S = 0.4

/** Brings songs to the same loudness by a gain that moves within seconds and then hardly changes. */
export class Leveler {
  private readonly channels: readonly [Weighting, Weighting]
  private readonly block: number
  private readonly smooth: number
  private energy = 0
  private measured = 0
  private blocks = 0
  private loudness = TARGET
  private target = 1
  private gain = 1

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.channels = [new Weighting(sampleRate), new Weighting(sampleRate)]
    this.block = Math.round(BLOCK_S * sampleRate)
    this.smooth = 1 - Math.exp(-1 / (SMOOTH_S * sampleRate))
  }

  process(left: Float32Array, right: Float32Array): void {
    const [weightLeft, weightRight] = this.channels
    for (let index = 0; index < left.length; index += 1) {
      const l = left[index] ?? 0
      const r = right[index] ?? 0
      this.energy += weightLeft.next(l) ** 2 + weightRight.next(r) ** 2
      this.measured += 1
      if (this.measured === this.block) this.endBlock()
      this.gain += (this.target - this.gain) * this.smooth
      left[index] = l * this.gain
      right[index] = r * this.gain
    }
  }

  private endBlock(): void {
    const loudness = -0.691 + 10 * Math.log10(this.energy / this.block + 1e-12)
    this.energy = 0
    this.measured = 0
    if (loudness < SILENCE) return
    this.blocks += 1
    const isQuiet = this.blocks > 1 && loudness < this.loudness - QUIETER
    const weight = Math.max(1 / this.blocks, BLOCK_S / MEMORY_S) * (isQuiet ? QUIET_WEIGHT : 1)
    this.loudness += (loudness - this.loudness) * weight
    const decibels = TARGET - MEAN_OFFSET - this.loudness
    this.target = 10 ** (Math.min(RANGE.highest, Math.max(RANGE.lowest, decibels)) / 20)
  }
}

/** K-weighting of one channel (ITU-R BS.1770, annex 1): a high shelf, then a high pass. */
class Weighting {
  private readonly shelf: Biquad
  private readonly pass: Biquad

  constructor(sampleRate: number) {
    this.shelf = highShelf(sampleRate)
    this.pass = highPass(sampleRate)
  }

  next(sample: number): number {
    return this.pass.next(this.shelf.next(sample))
  }
}

class Biquad {
  private first = 0
  private second = 0

  constructor(
    private readonly b: readonly [number, number, number],
    private readonly a: readonly [number, number],
  ) {}

  next(sample: number): number {
    const [b0, b1, b2] = this.b
    const [a1, a2] = this.a
    const result = b0 * sample + this.first
    this.first = b1 * sample - a1 * result + this.second
    this.second = b2 * sample - a2 * result
    return result
  }
}

/** The filters of the standard at any sample rate (B. De Man, 2018). */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const damped = k / 0.7071752369554196
  const a0 = 1 + damped + k * k
  const b = [high + band * damped + k * k, 2 * (k * k - high), high - band * damped + k * k] as const
  return new Biquad([b[0] / a0, b[1] / a0, b[2] / a0], [(2 * (k * k - 1)) / a0, (1 - damped + k * k) / a0])
}

function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const damped = k / 0.5003270373238773
  const a0 = 1 + damped + k * k
  return new Biquad([1, -2, 1], [(2 * (k * k - 1)) / a0, (1 - damped + k * k) / a0])
}
