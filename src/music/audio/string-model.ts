import type { ExcerptSpectrum, Projection } from './excerpt-spectrum.js'
import { frequencyOf } from './pitch-finder.js'

const PARTIALS = 10
const HIGHEST_HZ = 4000
/** Deviation from equal temperament to try, cents. A hard pluck starts sharp. */
const CENTS = [-18, -12, -6, 0, 6, 12, 18, 24, 30]
/** Inharmonicity coefficients to try: plain to heavily wound strings (Fletcher, 1964). */
const STIFFNESSES = [4e-5, 1e-4, 2.5e-4]
/** Power falls with the square of a partial’s number, as for a string plucked at a point. */
const FALL = 2
/** Distance over which the levels of partials are alike, octaves. */
const ALIKE = 0.35
/** Minimum level of a string, relative to the median of the chord. */
const WEAKEST = 0.1
/** Standard deviation of a partial’s frequency from the model and over time, cents. */
const DRIFT_CENTS = 4
/** Variance of a partial’s level over time, relative to its power. */
const DRIFT_LEVEL = 0.05
const MOST_DRIFT = 0.6
/** Minimum part of a string’s power that was there before the onset if it goes on ringing. */
const RANG_ON = 0.9
/** Keeps the equations solvable if two partials coincide. */
const RIDGE = 0.01

/** A vibrating string whose partials’ amplitudes are normally distributed around zero. */
export interface StringModel {
  readonly pitch: number
  /** Frequencies of the partials, Hz. */
  readonly hz: readonly number[]
  /** Expected power of each partial. */
  powers: number[]
  /** Estimated complex amplitudes. */
  re: number[]
  im: number[]
}

/** One sinusoid of the model. */
interface Column {
  readonly hz: number
  readonly model: StringModel
  readonly partial: number
  readonly drift: 0 | 1
  /** Variance relative to the power of the partial. */
  readonly variance: number
  /** Standard deviation of the noise. */
  readonly noise: number
  /** Projection of the sound, relative to the noise. */
  readonly re: number
  readonly im: number
}

export function stringModel(pitch: number, cents = 0, stiffness = 1e-4): StringModel {
  const hz: number[] = []
  const base = frequencyOf(pitch + cents / 100)
  for (let partial = 1; partial <= PARTIALS; partial += 1) {
    const frequency = partial * base * Math.sqrt(1 + stiffness * partial ** 2)
    if (frequency > HIGHEST_HZ) break
    hz.push(frequency)
  }
  return { pitch, hz, powers: [], re: [], im: [] }
}

export const copied = (model: StringModel): StringModel => ({
  ...model,
  re: [...model.re],
  im: [...model.im],
})

const projected: Projection = { re: 0, im: 0, driftRe: 0, driftIm: 0, noise: 1 }

/**
 * Fits a string’s tuning and stiffness to the spectrum without the other strings.
 * @param others with amplitudes
 */
export function tuned(spectrum: ExcerptSpectrum, pitch: number, others: readonly StringModel[]): StringModel {
  const rest = others
    .flatMap(({ hz, re, im }) => hz.map((each, at) => ({ hz: each, re: re[at] ?? 0, im: im[at] ?? 0 })))
    .sort((a, b) => a.hz - b.hz)
  let best = stringModel(pitch)
  let most = -1
  for (const cents of CENTS) {
    for (const stiffness of STIFFNESSES) {
      const model = stringModel(pitch, cents, stiffness)
      const explained = model.hz.reduce((sum, hz) => sum + signalToNoise(spectrum, hz, rest), 0)
      if (explained <= most) continue
      most = explained
      best = model
    }
  }
  return best
}

/** @param rest sinusoids to subtract, lowest first */
export function signalToNoise(
  spectrum: ExcerptSpectrum,
  hz: number,
  rest: readonly { hz: number; re: number; im: number }[],
): number {
  spectrum.project(hz, projected)
  let { re, im } = projected
  for (const other of rest) {
    const distance = other.hz - hz
    if (distance < -spectrum.reach) continue
    if (distance > spectrum.reach) break
    const overlap = spectrum.overlap(distance, 0, false)
    re -= overlap * other.re
    im -= overlap * other.im
  }
  return (re * re + im * im) / projected.noise
}

/**
 * Fits the strings’ amplitudes and powers (expectation maximization).
 * @param typical expected powers by partial, which no string falls far below
 * @returns logarithm of the likelihood ratio between these strings and noise
 */
export function estimate(
  spectrum: ExcerptSpectrum,
  models: readonly StringModel[],
  rounds: number,
  typical?: readonly number[],
): number {
  const columns = models.flatMap(model => columnsOf(spectrum, model)).sort((a, b) => a.hz - b.hz)
  const system = new System(spectrum, columns)
  for (const model of models) if (model.powers.length < model.hz.length) start(model, columns)
  for (let round = 0; ; round += 1) {
    const likelihood = system.solve()
    if (round >= rounds) return likelihood
    for (const model of models) model.powers = new Array(model.hz.length).fill(0)
    for (const [at, { model, partial, drift, noise }] of columns.entries()) {
      if (drift === 0) model.powers[partial] = system.power(at) * noise ** 2
    }
    for (const model of models) model.powers = smoothed(model.powers)
    const least = typical ?? typicalPowers(models)
    for (const model of models) {
      model.powers = model.powers.map((power, at) => Math.max(power, WEAKEST * (least[at] ?? 0)))
    }
  }
}

/** @returns whether a string goes on ringing: hardly any partial is louder than before the onset */
export function rangBefore(spectrum: ExcerptSpectrum, { hz, re, im }: StringModel): boolean {
  let [now, before] = [0, 0]
  for (const [at, each] of hz.entries()) {
    const power = (re[at] ?? 0) ** 2 + (im[at] ?? 0) ** 2
    now += power
    before += Math.min(power, spectrum.powerBefore(each))
  }
  return before > RANG_ON * now
}

/** @returns median power of each partial */
export function typicalPowers(models: readonly StringModel[]): number[] {
  return Array.from({ length: PARTIALS }, (_, partial) => {
    const powers = models.flatMap(({ powers }) => powers[partial] ?? []).sort((a, b) => a - b)
    const middle = (powers.length - 1) / 2
    return Math.sqrt((powers[Math.floor(middle)] ?? 0) * (powers[Math.ceil(middle)] ?? 0))
  })
}

function columnsOf(spectrum: ExcerptSpectrum, model: StringModel): Column[] {
  return model.hz.flatMap((hz, partial) => {
    spectrum.project(hz, projected)
    const noise = Math.sqrt(projected.noise)
    const cents = 2 * Math.PI * hz * (2 ** (DRIFT_CENTS / 1200) - 1) * spectrum.deviation
    const variance = Math.min(MOST_DRIFT, DRIFT_LEVEL + cents ** 2)
    const { re, im, driftRe, driftIm } = projected
    return [
      { hz, model, partial, drift: 0, variance: 1, noise, re: re / noise, im: im / noise },
      { hz, model, partial, drift: 1, variance, noise, re: driftRe / noise, im: driftIm / noise },
    ]
  })
}

function start(model: StringModel, columns: readonly Column[]): void {
  const powers = new Array<number>(model.hz.length).fill(0)
  for (const { model: other, drift, partial, re, im, noise } of columns) {
    if (other === model && drift === 0) powers[partial] = (re * re + im * im) * noise ** 2
  }
  model.powers = smoothed(powers)
}

const kernels = new Map<number, number[][]>()

/** Averages the powers of neighboring partials after removing their typical fall. */
function smoothed(powers: readonly number[]): number[] {
  let kernel = kernels.get(powers.length)
  if (!kernel) {
    kernel = powers.map((_, at) => {
      const weights = powers.map((_, other) =>
        Math.exp(-0.5 * (Math.log2((other + 1) / (at + 1)) / ALIKE) ** 2),
      )
      const sum = weights.reduce((a, b) => a + b, 0)
      return weights.map((weight, other) => (weight / sum) * ((other + 1) / (at + 1)) ** FALL)
    })
    kernels.set(powers.length, kernel)
  }
  return kernel.map(weights => weights.reduce((sum, weight, at) => sum + weight * (powers[at] ?? 0), 0))
}

/** Equations of the amplitudes. Only sinusoids close in frequency overlap, so the matrix is a band. */
class System {
  private readonly count: number
  /** First and last column that overlaps a column. */
  private readonly first: Int32Array
  private readonly last: Int32Array
  private readonly overlaps: Float64Array
  private readonly factors: Float64Array
  private readonly inverse: Float64Array
  private readonly re: Float64Array
  private readonly im: Float64Array

  constructor(
    spectrum: ExcerptSpectrum,
    private readonly columns: readonly Column[],
  ) {
    const count = columns.length
    this.count = count
    this.first = new Int32Array(count)
    this.last = new Int32Array(count)
    this.overlaps = new Float64Array(count * count)
    this.factors = new Float64Array(count * count)
    this.inverse = new Float64Array(count * count)
    this.re = new Float64Array(count)
    this.im = new Float64Array(count)
    let from = 0
    for (const [row, { hz, drift }] of columns.entries()) {
      while (hz - (columns[from]?.hz ?? 0) > spectrum.reach) from += 1
      this.first[row] = from
      for (let other = from; other <= row; other += 1) {
        const column = columns[other]
        this.last[other] = row
        if (!column) continue
        const drifts = (drift + column.drift) as 0 | 1 | 2
        this.overlaps[row * count + other] =
          other === row ? 1 : spectrum.overlap(hz - column.hz, drifts, column.drift === 1)
      }
    }
  }

  /** Expected power of a column, given the sound. */
  power(at: number): number {
    return (this.re[at] ?? 0) ** 2 + (this.im[at] ?? 0) ** 2 + (this.inverse[at * this.count + at] ?? 0)
  }

  /** Estimates the amplitudes. @returns logarithm of the likelihood ratio between the strings and noise */
  solve(): number {
    const determinant = this.factorize()
    const explained = this.substitute()
    this.invert()
    for (const [at, { model, partial, drift, noise }] of this.columns.entries()) {
      if (drift === 1) continue
      model.re[partial] = (this.re[at] ?? 0) * noise
      model.im[partial] = (this.im[at] ?? 0) * noise
    }
    return explained - determinant
  }

  /** Cholesky factorization. */
  private factorize(): number {
    const { count, first, factors, overlaps } = this
    let determinant = 0
    for (const [row, { model, partial, variance, noise }] of this.columns.entries()) {
      const power = Math.max(1e-6, (variance * (model.powers[partial] ?? 0)) / noise ** 2)
      determinant += Math.log(power)
      const begin = first[row] ?? 0
      for (let at = begin; at <= row; at += 1) {
        let value = (overlaps[row * count + at] ?? 0) + (at === row ? 1 / power + RIDGE : 0)
        for (let k = Math.max(begin, first[at] ?? 0); k < at; k += 1) {
          value -= (factors[row * count + k] ?? 0) * (factors[at * count + k] ?? 0)
        }
        if (at < row) factors[row * count + at] = value / (factors[at * count + at] ?? 1)
        else {
          const root = Math.sqrt(Math.max(value, 1e-9))
          factors[row * count + row] = root
          determinant += 2 * Math.log(root)
        }
      }
    }
    return determinant
  }

  private substitute(): number {
    const { count, first, last, factors, re, im } = this
    let explained = 0
    for (const [row, column] of this.columns.entries()) {
      let [real, imaginary] = [column.re, column.im]
      for (let k = first[row] ?? 0; k < row; k += 1) {
        real -= (factors[row * count + k] ?? 0) * (re[k] ?? 0)
        imaginary -= (factors[row * count + k] ?? 0) * (im[k] ?? 0)
      }
      const root = factors[row * count + row] ?? 1
      re[row] = real / root
      im[row] = imaginary / root
      explained += (real / root) ** 2 + (imaginary / root) ** 2
    }
    for (let row = count - 1; row >= 0; row -= 1) {
      let [real, imaginary] = [re[row] ?? 0, im[row] ?? 0]
      for (let k = row + 1; k <= (last[row] ?? 0); k += 1) {
        real -= (factors[k * count + row] ?? 0) * (re[k] ?? 0)
        imaginary -= (factors[k * count + row] ?? 0) * (im[k] ?? 0)
      }
      const root = factors[row * count + row] ?? 1
      re[row] = real / root
      im[row] = imaginary / root
    }
    return explained
  }

  /** Entries of the inverse within the band (Takahashi, 1973). */
  private invert(): void {
    const { count, last, factors, inverse } = this
    for (let row = count - 1; row >= 0; row -= 1) {
      const root = factors[row * count + row] ?? 1
      for (let at = last[row] ?? 0; at >= row; at -= 1) {
        let value = at === row ? 1 / root : 0
        for (let k = row + 1; k <= (last[row] ?? 0); k += 1) {
          value -= (factors[k * count + row] ?? 0) * (inverse[k >= at ? k * count + at : at * count + k] ?? 0)
        }
        inverse[at * count + row] = value / root
      }
    }
  }
}
