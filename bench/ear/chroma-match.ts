import type { Recording } from '../../cli/io/read-audio.js'
import { PowerSpectrum } from '../../src/music/audio/power-spectrum.js'

const SIZE = 16_384
const spectrum = new PowerSpectrum(SIZE)
const power = new Float64Array(SIZE / 2)
const LOWEST_HZ = 70
const HIGHEST_HZ = 1500

/** Returns the cosine similarity, 0–1, of the energy of the twelve pitch classes and a chord. */
export function chromaMatch(
  { samples, sampleRate }: Recording,
  from: number,
  to: number,
  pitches: readonly number[],
): number {
  spectrum.measure(samples, from, to - from, power)
  const chroma = new Array<number>(12).fill(0)
  for (let bin = 1; bin < power.length; bin += 1) {
    const hz = (bin * sampleRate) / SIZE
    if (hz < LOWEST_HZ || hz > HIGHEST_HZ) continue
    const tone = (Math.round(69 + 12 * Math.log2(hz / 440)) + 12) % 12
    chroma[tone] = (chroma[tone] ?? 0) + Math.sqrt(power[bin] ?? 0)
  }
  const wanted = new Set(pitches.map(pitch => pitch % 12))
  const both = [...wanted].reduce((sum, tone) => sum + (chroma[tone] ?? 0), 0)
  return both / Math.hypot(...chroma) / Math.sqrt(wanted.size)
}
