import { createRandom, type Random } from '../support/random.js'
import { normalized, type Rendered } from './rendered-guitar.js'

export interface Conditions {
  /** Gain before the amplifier saturates. */
  readonly distortion?: number
  readonly room?: boolean
  /** Level of a metronome from a loudspeaker below the guitar’s, dB. */
  readonly clickDb?: number
  /** Whether one of three microphones is used, chosen by the seed. */
  readonly microphone?: boolean
  /** Level of white noise below the guitar’s, dB. */
  readonly noiseDb?: number
}

/** Conditions under which figures are reported. */
export const CONDITIONS: Readonly<Record<string, Conditions>> = {
  clean: {},
  '20 dB noise': { noiseDb: 20 },
  distorted: { distortion: 6 },
  'microphone in a room': { room: true, microphone: true, clickDb: 20, noiseDb: 40 },
}

/** The same sound under other conditions. Onsets stay exact: filters and the room add no delay. */
export function under(sound: Rendered, conditions: Conditions, seed: number): Rendered {
  const { sampleRate: rate, samples: dry } = sound
  const { distortion, room, clickDb, microphone, noiseDb } = conditions
  const random = createRandom(seed)
  let samples = dry
  if (distortion !== undefined) samples = samples.map(sample => Math.tanh(distortion * sample))
  const level = loudness(samples)
  if (room) samples = inRoom(samples, rate, random)
  if (clickDb !== undefined) samples = mixed(samples, clicks(samples.length, rate), level, clickDb)
  for (const filter of microphone ? random.of(MICROPHONES) : []) samples = filtered(samples, rate, filter)
  if (noiseDb !== undefined) samples = mixed(samples, whiteNoise(samples.length, random), level, noiseDb)
  return { ...sound, samples: normalized(samples) }
}

/** @returns root mean square of the parts that aren’t silent */
function loudness(samples: Float32Array): number {
  const loud = samples.filter(sample => Math.abs(sample) > 1e-4)
  return Math.sqrt(loud.reduce((sum, sample) => sum + sample ** 2, 0) / Math.max(1, loud.length))
}

function mixed(samples: Float32Array, other: Float32Array, level: number, decibels: number): Float32Array {
  const gain = (level / loudness(other)) * 10 ** (-decibels / 20)
  return samples.map((sample, index) => sample + gain * (other[index] ?? 0))
}

/** @returns a number from −1 to 1 */
const uniform = (random: Random) => random.below(2 ** 20) / 2 ** 19 - 1

function whiteNoise(length: number, random: Random): Float32Array {
  return Float32Array.from({ length }, () => uniform(random))
}

const REVERB_S = 0.3
const FIRST_REFLECTION_S = 0.004
const REFLECTIONS = 400
/** Level of the room below the direct sound. */
const ROOM_GAIN = 0.12

/** Convolves with sparse random reflections whose level falls by 60 dB (velvet noise). */
function inRoom(samples: Float32Array, rate: number, random: Random): Float32Array {
  const out = samples.slice()
  for (let reflection = 0; reflection < REFLECTIONS; reflection += 1) {
    const after = FIRST_REFLECTION_S + (REVERB_S * (reflection + random.below(1000) / 1000)) / REFLECTIONS
    const gain = ROOM_GAIN * 10 ** ((-3 * after) / REVERB_S) * (random.below(2) * 2 - 1)
    const delay = Math.round(after * rate)
    for (let at = delay; at < out.length; at += 1)
      out[at] = (out[at] ?? 0) + gain * (samples[at - delay] ?? 0)
  }
  return out
}

const CLICK_EVERY_S = 0.6
const CLICK_S = 0.03
const CLICK_HZ = 1000

function clicks(length: number, rate: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => {
    const at = (index / rate) % CLICK_EVERY_S
    return at < CLICK_S ? Math.sin(2 * Math.PI * CLICK_HZ * at) * Math.exp((-5 * at) / CLICK_S) : 0
  })
}

interface Filter {
  readonly type: 'high pass' | 'low pass' | 'peak'
  readonly hz: number
  readonly db?: number
}

/** Typical responses of a phone, a laptop and a dynamic microphone. */
const MICROPHONES: readonly (readonly Filter[])[] = [
  [
    { type: 'high pass', hz: 120 },
    { type: 'peak', hz: 3500, db: 5 },
    { type: 'low pass', hz: 12_000 },
  ],
  [
    { type: 'high pass', hz: 200 },
    { type: 'peak', hz: 900, db: -4 },
    { type: 'low pass', hz: 7000 },
  ],
  [
    { type: 'high pass', hz: 60 },
    { type: 'peak', hz: 5000, db: 5 },
    { type: 'low pass', hz: 15_000 },
  ],
]

/** Second-order filter (R. Bristow-Johnson, "Audio EQ Cookbook", Q = 1/√2; 1 for peaks). */
function filtered(samples: Float32Array, rate: number, { type, hz, db = 0 }: Filter): Float32Array {
  const angle = (2 * Math.PI * hz) / rate
  const cos = Math.cos(angle)
  const alpha = Math.sin(angle) / (type === 'peak' ? 2 : Math.SQRT2)
  const root = 10 ** (db / 40)
  const pass = type === 'low pass' ? 1 - cos : 1 + cos
  const sign = type === 'low pass' ? 1 : -1
  const [b0, b1, b2] =
    type === 'peak' ? [1 + alpha * root, -2 * cos, 1 - alpha * root] : [pass / 2, sign * pass, pass / 2]
  const [a0, a1, a2] = [1 + alpha / root, -2 * cos, 1 - alpha / root]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map(x => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  })
}
