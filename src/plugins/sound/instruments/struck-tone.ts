import { shape } from './plucked-string.js'

/** Frequency ratio to the pitch, initial level (0–1), and seconds until −60 dB at A3. */
export type StruckPartial = readonly [ratio: number, level: number, decay: number]

/** Exponent by which decay times decrease with frequency. */
const SHORTER = 0.5
const REFERENCE_HZ = 220
/** Highest partial, as a fraction of half the sample rate. */
const HIGHEST = 0.9
const SILENT = 5e-4

interface StruckOptions {
  readonly frequency: number
  readonly sampleRate: number
  readonly seconds: number
  readonly partials: readonly StruckPartial[]
}

/** Adds up partials. Returns samples from −0.9 to 0.9; deterministic for the same options. */
export function renderStruck(options: StruckOptions): Float32Array<ArrayBuffer> {
  const { frequency, sampleRate, seconds, partials } = options
  const samples = new Float32Array(Math.round(seconds * sampleRate))
  const shorter = (REFERENCE_HZ / frequency) ** SHORTER
  for (const [ratio, level, decay] of partials) {
    const hz = ratio * frequency
    if (hz < (sampleRate / 2) * HIGHEST)
      addPartial(samples, hz / sampleRate, level, decay * shorter * sampleRate)
  }
  shape(samples, sampleRate)
  return samples
}

/** Uses a recurrence with two multiplications per sample. @param decay samples until −60 dB */
function addPartial(samples: Float32Array, cycles: number, level: number, decay: number): void {
  const radians = 2 * Math.PI * cycles
  const kept = 10 ** (-3 / decay)
  const twice = 2 * kept * Math.cos(radians)
  const square = kept * kept
  let before = (-level * Math.sin(radians)) / kept
  let now = 0
  const last = Math.min(samples.length, (decay * Math.log10(level / SILENT)) / 3)
  for (let index = 0; index < last; index += 1) {
    samples[index] = (samples[index] ?? 0) + now
    const next = twice * now - square * before
    before = now
    now = next
  }
}

/** Inharmonicity of a piano string in the middle register (Fletcher 1964). */
const STIFFNESS = 0.0004
const OVERTONES = 22
/** Strike position on the string (Fletcher and Rossing, The Physics of Musical Instruments). */
const HAMMER = 1 / 7.3
/** Fraction that decays fast. Of a string's two polarizations, one decays fast and the other rings on. */
const FAST = 0.25
const SLOW_LEVEL = 0.3
const SLOW_OVERTONES = 9

/** @param roll exponent by which overtones become softer; lower values sound brighter */
export function pianoPartials(roll: number, ring = 9): StruckPartial[] {
  return Array.from({ length: OVERTONES }, (_, index) => {
    const number = index + 1
    const ratio = number * Math.sqrt((1 + STIFFNESS * number ** 2) / (1 + STIFFNESS))
    const level = (0.15 + Math.abs(Math.sin(Math.PI * number * HAMMER))) / number ** roll
    const decay = ring / (1 + 0.3 * index)
    const fast = [ratio, level * (1 - SLOW_LEVEL), decay * FAST] as const
    return number > SLOW_OVERTONES ? [fast] : [fast, [ratio, level * SLOW_LEVEL, decay] as const]
  }).flat()
}
