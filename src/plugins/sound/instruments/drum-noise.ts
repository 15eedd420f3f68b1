/** What drums rattle with, computed: the same samples each time, so that a render can be compared. */

const SECONDS = 1
/** A square wave each, of the six oscillators of the TR-808's cymbals, in Hz. */
const METAL_HZ = [205.3, 304.4, 369.6, 522.7, 540, 800] as const

export type DrumNoise = 'air' | 'metal'

/** One second to be played again and again, −1 to 1. @param sampleRate Hz */
export function renderDrumNoise(kind: DrumNoise, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(SECONDS * sampleRate))
  return kind === 'air' ? fillWithAir(samples) : fillWithMetal(samples, sampleRate)
}

/** White noise by a linear congruential generator (Numerical Recipes). */
function fillWithAir(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let state = 1
  for (let index = 0; index < samples.length; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    samples[index] = state / 2 ** 31 - 1
  }
  return samples
}

function fillWithMetal(samples: Float32Array<ArrayBuffer>, sampleRate: number): Float32Array<ArrayBuffer> {
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0
    for (const hz of METAL_HZ) sum += ((index / sampleRate) * hz) % 1 < 0.5 ? 1 : -1
    samples[index] = sum / METAL_HZ.length
  }
  return samples
}
