/** Length of the blocks in which loudness is measured, s. */
const BLOCK_S = 0.4
const SILENCE = -70
/** Relative gate, dB. Blocks quieter than the mean by this much are ignored. */
const GATE = 10

/** Measures integrated loudness (ITU-R BS.1770) in non-overlapping blocks. */
export class Loudness {
  private readonly weightLeft: Filter
  private readonly weightRight: Filter
  private readonly block: number
  private readonly energies: number[] = []
  private energy = 0
  private measured = 0

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.weightLeft = weighting(sampleRate)
    this.weightRight = weighting(sampleRate)
    this.block = Math.round(BLOCK_S * sampleRate)
  }

  add(left: Float32Array, right: Float32Array): void {
    for (let index = 0; index < left.length; index += 1) {
      this.energy += this.weightLeft(left[index] ?? 0) ** 2 + this.weightRight(right[index] ?? 0) ** 2
      this.measured += 1
      if (this.measured < this.block) continue
      this.energies.push(this.energy / this.block)
      this.energy = 0
      this.measured = 0
    }
  }

  /** Loudness in LUFS; −∞ for silence. */
  get value(): number {
    const audible = this.energies.filter(energy => lufs(energy) > SILENCE)
    const gate = lufs(mean(audible)) - GATE
    return lufs(mean(audible.filter(energy => lufs(energy) > gate)))
  }
}

const lufs = (energy: number) => -0.691 + 10 * Math.log10(energy)
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

type Filter = (sample: number) => number

/** Returns a K-weighting filter (ITU-R BS.1770, annex 1) for any sample rate (B. De Man, 2018). */
function weighting(sampleRate: number): Filter {
  const boost = trebleBoost(sampleRate)
  const pass = highPass(sampleRate)
  return sample => pass(boost(sample))
}

function trebleBoost(sampleRate: number): Filter {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const damped = k / 0.7071752369554196
  const b = [high + band * damped + k * k, 2 * (k * k - high), high - band * damped + k * k] as const
  return biquad(b, [1 + damped + k * k, 2 * (k * k - 1), 1 - damped + k * k])
}

function highPass(sampleRate: number): Filter {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const damped = k / 0.5003270373238773
  const a0 = 1 + damped + k * k
  return biquad([a0, -2 * a0, a0], [a0, 2 * (k * k - 1), 1 - damped + k * k])
}

type Coefficients = readonly [number, number, number]

function biquad([b0, b1, b2]: Coefficients, [a0, a1, a2]: Coefficients): Filter {
  let first = 0
  let second = 0
  return sample => {
    const result = (b0 * sample + first) / a0
    first = b1 * sample - a1 * result + second
    second = b2 * sample - a2 * result
    return result
  }
}
