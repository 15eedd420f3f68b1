/**
 * Karplus–Strong plucked string (1983) with extensions by Jaffe and Smith (1983) for tuning,
 * decay and pick position: a delay line of one period that loses some treble on each pass.
 */
export interface PluckedString {
  /**
   * Distance of the pick from the bridge as a fraction of the string length, 0–1.
   * At 0.14, above the bridge pickup, every seventh overtone is missing.
   */
  readonly pick: number
  /** Frequency above which the width of the pick dampens overtones, in Hz. */
  readonly corner: number
  readonly ring: number
}

export const GUITAR_STRING: PluckedString = { pick: 0.14, corner: 400 * 2 ** 3.2, ring: 1 }

interface PluckOptions {
  readonly frequency: number
  readonly sampleRate: number
  readonly seconds: number
  readonly string?: PluckedString
}

const PEAK = 0.9

const HIGHEST_HZ = 10_000
const FADE_IN_S = 0.0008
const FADE_OUT_S = 0.08

/** Returns samples from −0.9 to 0.9 without DC offset. Deterministic for the same options. */
export function renderPluck(options: PluckOptions): Float32Array<ArrayBuffer> {
  const { frequency, sampleRate, seconds, string = GUITAR_STRING } = options
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  const loop = loopOf(frequency, sampleRate, string.ring)
  vibrate(samples, pluck(frequency, sampleRate, loop.delay, string), loop)
  shape(samples, sampleRate)
  return samples
}

interface Loop {
  readonly delay: number
  /** Coefficient of the all-pass filter that provides the fractional delay. */
  readonly allPass: number
  /** Weight of the previous sample, which dampens treble. */
  readonly damping: number
  readonly gain: number
}

/** Returns the time until −60 dB in seconds; low strings ring longer. */
function decayOf(frequency: number): number {
  return Math.min(9, 4.5 * (220 / frequency) ** 0.6)
}

/** Low strings are dampened more per period, as they have fewer periods per second. */
function dampingOf(frequency: number): number {
  return Math.min(0.5, 0.32 * (220 / frequency) ** 0.5)
}

function loopOf(frequency: number, sampleRate: number, ring: number): Loop {
  const radians = (2 * Math.PI * frequency) / sampleRate
  const damping = dampingOf(frequency)
  const real = 1 - damping + damping * Math.cos(radians)
  const imaginary = damping * Math.sin(radians)
  const filterDelay = Math.atan2(imaginary, real) / radians
  const filterGain = Math.hypot(real, imaginary)
  const rest = sampleRate / frequency - filterDelay
  // The all-pass filter works best with delays of 0.1 to 1.1 samples (Jaffe and Smith).
  const delay = Math.floor(rest - 0.1)
  const part = rest - delay
  const allPass = Math.sin((radians * (1 - part)) / 2) / Math.sin((radians * (1 + part)) / 2)
  const perTurn = 10 ** (-3 / (frequency * decayOf(frequency) * ring))
  return { delay, allPass, damping, gain: Math.min(0.99999, perTurn / filterGain) }
}

/** Adds the overtones excited by the pick: all except those with a node at the pick position. */
function pluck(
  frequency: number,
  sampleRate: number,
  delay: number,
  { pick, corner }: PluckedString,
): Float32Array {
  const shape = new Float32Array(delay)
  const overtones = Math.floor(Math.min(HIGHEST_HZ, sampleRate * 0.45) / frequency)
  const random = seeded(Math.round(frequency * 100))
  for (let overtone = 1; overtone <= Math.max(1, overtones); overtone += 1) {
    const soft = 1 / (1 + ((overtone * frequency) / corner) ** 2)
    const strength = (Math.sin(Math.PI * overtone * pick) / overtone) * soft
    addWave(shape, overtone, strength, random() * 2 * Math.PI)
  }
  return shape
}

/** Uses a recurrence with one multiplication per sample instead of a sine. */
function addWave(shape: Float32Array, cycles: number, strength: number, phase: number): void {
  const step = (2 * Math.PI * cycles) / shape.length
  const twice = 2 * Math.cos(step)
  let before = strength * Math.sin(phase - step)
  let now = strength * Math.sin(phase)
  for (let index = 0; index < shape.length; index += 1) {
    shape[index] = (shape[index] ?? 0) + now
    const next = twice * now - before
    before = now
    now = next
  }
}

function vibrate(samples: Float32Array, line: Float32Array, { allPass, damping, gain }: Loop): void {
  let filtered = 0
  let passedIn = 0
  let passedOut = 0
  let at = 0
  for (let index = 0; index < samples.length; index += 1) {
    const out = line[at] ?? 0
    samples[index] = out
    const lost = gain * ((1 - damping) * out + damping * filtered)
    filtered = out
    const tuned = allPass * (lost - passedOut) + passedIn
    passedIn = lost
    passedOut = tuned
    line[at] = tuned
    at = at + 1 === line.length ? 0 : at + 1
  }
}

/** Removes the DC offset, normalizes, and fades in and out. */
export function shape(samples: Float32Array, sampleRate: number): void {
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - mean)), 0)
  const fadeIn = FADE_IN_S * sampleRate
  const fadeOut = FADE_OUT_S * sampleRate
  const scale = peak > 0 ? PEAK / peak : 0
  for (let index = 0; index < samples.length; index += 1) {
    const fade = Math.min(1, index / fadeIn, (samples.length - 1 - index) / fadeOut)
    samples[index] = ((samples[index] ?? 0) - mean) * scale * fade
  }
}

/** Pseudo-random numbers, 0–1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
