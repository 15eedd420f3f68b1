/** Loudness is measured in blocks of this length. */
const BLOCK_S = 0.4
const SILENCE = -70
/** Blocks that are quieter than the mean by this much don't count. */
const GATE = 10

/** Integrated loudness (ITU-R BS.1770), with blocks that don't overlap. */
export class Loudness {
  private readonly channels: readonly [Weighting, Weighting]
  private readonly block: number
  private readonly energies: number[] = []
  private energy = 0
  private measured = 0

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.channels = [new Weighting(sampleRate), new Weighting(sampleRate)]
    this.block = Math.round(BLOCK_S * sampleRate)
  }

  add(left: Float32Array, right: Float32Array): void {
    const [weightLeft, weightRight] = this.channels
    for (let index = 0; index < left.length; index += 1) {
      this.energy += weightLeft.next(left[index] ?? 0) ** 2 + weightRight.next(right[index] ?? 0) ** 2
      this.measured += 1
      if (this.measured < this.block) continue
      this.energies.push(this.energy / this.block)
      this.energy = 0
      this.measured = 0
    }
  }

  /** LUFS; −∞ for silence. */
  get value(): number {
    const audible = this.energies.filter(energy => lufs(energy) > SILENCE)
    const gate = lufs(mean(audible)) - GATE
    return lufs(mean(audible.filter(energy => lufs(energy) > gate)))
  }
}

const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy)
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** K-weighting of one channel (ITU-R BS.1770, annex 1): a treble boost, then a high pass. */
class Weighting {
  private readonly boost: Biquad
  private readonly pass: Biquad

  constructor(sampleRate: number) {
    this.boost = trebleBoost(sampleRate)
    this.pass = highPass(sampleRate)
  }

  next(sample: number): number {
    return this.pass.next(this.boost.next(sample))
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
function trebleBoost(sampleRate: number): Biquad {
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
