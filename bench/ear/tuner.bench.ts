// Plucks of two electric guitars, each resampled by at most 1.5 semitones, and synthetic stiff strings from B0
// to F♯6. No nylon strings. The peer is McLeod’s method (pitchy) with a window of 93 ms. See
// ../shared/data/ear/README.md.
import FFT from 'fft.js'
import { PitchDetector } from 'pitchy'
import { frequencyOf } from '../../src/music/audio/pitch-finder.js'
import { TunerListener } from '../../src/music/audio/tuner-listener.js'
import { PLUCK_S, pluck } from '../../tests/music/audio/plucked-string.js'
import { median, quantile, reportFigure, reportRatio } from '../support/harness.js'
import { createRandom } from '../support/random.js'
import { MOST_SHIFTED, PEAK, readGuitars, render } from './rendered-guitar.js'

const RATE = 44_100
const HOP = 0.03 * RATE
const PEER_WINDOW = 4096
const LEAST_CLARITY = 0.9
/** A pluck is steady in the second that begins this long after it. */
const STEADY_S = 0.25

interface StringSound {
  readonly samples: Float32Array
  /** Seconds */
  readonly onset: number
  /** Hz, while the string is steady. */
  readonly truth: number
}

interface Reading {
  /** Seconds since the pluck. */
  readonly at: number
  readonly cents: number
}

const random = createRandom(58)
const between = (least: number, most: number) => least + ((most - least) * random.below(2 ** 20)) / 2 ** 20

/** A stiff string whose lowest partial may be weak. */
function stiffString(pitch: number): StringSound {
  const truth = frequencyOf(pitch + between(-0.5, 0.5))
  const [stiffness, lowest] = [random.of([0, 1e-4, 4e-4]), random.of([1, 0.3, 0.1])]
  const samples = pluck(truth, { stiffness, lowest, seconds: 1.6, rate: RATE })
  return { samples, onset: PLUCK_S, truth }
}

const fft = new FFT(2 ** 18)

/** Frequency of the lowest partial in the steady second, if it is among the strong ones. */
function measured(samples: Float32Array, onset: number, expected: number): number | undefined {
  const excerpt = new Float64Array(fft.size)
  const from = Math.round((onset + STEADY_S) * RATE)
  for (let index = 0; index < RATE; index += 1)
    excerpt[index] = (samples[from + index] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / RATE))
  const output = new Float64Array(2 * fft.size)
  fft.realTransform(output, excerpt)
  const power = (bin: number) => (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2
  const strongest = (least: number, most: number) => {
    let best = Math.round((least * fft.size) / RATE)
    for (let bin = best; bin < (most * fft.size) / RATE; bin += 1) if (power(bin) > power(best)) best = bin
    return best
  }
  const best = strongest(0.96 * expected, 1.04 * expected)
  if (power(best) < 0.25 * power(strongest(60, 5000))) return undefined
  const [before = 0, at = 0, after = 0] = [best - 1, best, best + 1].map(bin => Math.log(power(bin)))
  return ((best + (0.5 * (before - after)) / (before - 2 * at + after)) * RATE) / fft.size
}

async function realStrings(): Promise<StringSound[]> {
  const guitars = await readGuitars()
  return guitars.flatMap(({ name, plucks }) =>
    plucks.flatMap(pluck => {
      const pitch = pluck.pitch + between(-MOST_SHIFTED, MOST_SHIFTED)
      const seconds = PLUCK_S + pluck.samples.length / pluck.sampleRate
      const note = { at: PLUCK_S, string: 1, pitch, velocity: 1, length: seconds }
      const { samples } = render({ name, plucks: [pluck] }, [note], { seed: 0, seconds })
      const onset = samples.findIndex(sample => Math.abs(sample) > 0.1 * PEAK) / RATE
      const truth = measured(samples, onset, frequencyOf(pitch))
      return truth ? [{ samples, onset, truth }] : []
    }),
  )
}

function ours({ samples, onset, truth }: StringSound): Reading[] {
  const listener = new TunerListener(RATE)
  const size = 0.01 * RATE
  return Array.from({ length: Math.floor(samples.length / size) }, (_, index) => {
    const reading = listener.push(samples.subarray(index * size, (index + 1) * size))
    return { at: ((index + 1) * size) / RATE - onset, cents: 1200 * Math.log2((reading?.hz ?? 0) / truth) }
  }).filter(({ cents }) => Number.isFinite(cents))
}

const peer = PitchDetector.forFloat32Array(PEER_WINDOW)

function pitchy({ samples, onset, truth }: StringSound): Reading[] {
  return Array.from({ length: Math.floor((samples.length - PEER_WINDOW) / HOP) }, (_, index) => {
    const from = Math.round(index * HOP)
    const [hz, clarity] = peer.findPitch(samples.subarray(from, from + PEER_WINDOW), RATE)
    const cents = clarity > LEAST_CLARITY ? 1200 * Math.log2(hz / truth) : Number.NaN
    return { at: (from + PEER_WINDOW) / RATE - onset, cents }
  }).filter(({ cents }) => Number.isFinite(cents))
}

const MISSING = 1200

/** Errors and jitter in cents, times in seconds. */
function figures(sounds: readonly StringSound[], listen: (sound: StringSound) => Reading[]) {
  const found = {
    early: [] as number[],
    first: [] as number[],
    steady: [] as number[],
    jitter: [] as number[],
  }
  for (const sound of sounds) {
    const readings = listen(sound).filter(({ at }) => at > 0)
    found.early.push(Math.abs(readings.findLast(({ at }) => at <= 0.15)?.cents ?? MISSING))
    found.first.push(readings.find(({ cents }) => Math.abs(cents) < 50)?.at ?? Infinity)
    const after = readings.filter(({ at }) => at > STEADY_S && at < STEADY_S + 1).map(({ cents }) => cents)
    found.steady.push(Math.abs(after.length > 0 ? median(after) : MISSING))
    found.jitter.push(...after.slice(1).map((cents, index) => Math.abs(cents - (after[index] ?? 0))))
  }
  return found
}

const LABELS = {
  early: 'error 150 ms after the pluck',
  first: 'first right reading',
  steady: 'steady error',
  jitter: 'jitter',
}

const synthetic = Array.from({ length: 68 }, (_, index) => stiffString(23 + index))
const real = await realStrings()
for (const sounds of [synthetic, real]) {
  const name = sounds === real ? 'plucks' : 'synthetic strings'
  const own = figures(sounds, ours)
  const other = figures(sounds, pitchy)
  const compare = (what: keyof typeof own, q: number) => {
    const title = q === 0.5 ? 'median' : `${100 * q} %`
    const both = [quantile(own[what], q), quantile(other[what], q)] as const
    reportRatio(`${name}, ${LABELS[what]}, ${title}, next to pitchy`, both, 'cents', '≤ 1')
  }
  compare('steady', 0.5)
  compare('steady', 0.95)
  compare('jitter', 0.95)
  compare('early', 0.5)
  // Plucks are up to 17 cents sharp at first.
  const limit = sounds === real ? '≤ 17 cents' : '≤ 2 cents'
  reportFigure(`${name}, ${LABELS.early}, 95 %`, quantile(own.early, 0.95), limit)
  reportFigure(`${name}, ${LABELS.first}, 95 %`, 1000 * quantile(own.first, 0.95), '≤ 150 ms')
}
