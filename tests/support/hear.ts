/** Pitch, loudness and peak of audio samples. Also bundled into the page that renders offline. */

/** RMS between two times, s. */
export function loudness(samples: ArrayLike<number>, sampleRate: number, from: number, to: number): number {
  const first = Math.round(from * sampleRate)
  const last = Math.min(samples.length, Math.round(to * sampleRate))
  let sum = 0
  for (let index = first; index < last; index += 1) sum += (samples[index] ?? 0) ** 2
  return Math.sqrt(sum / Math.max(1, last - first))
}

/** Peak between two times, s. */
export function peak(
  samples: ArrayLike<number>,
  sampleRate: number,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): number {
  let most = 0
  const last = Math.min(samples.length, to * sampleRate)
  for (let index = Math.round(from * sampleRate); index < last; index += 1)
    most = Math.max(most, Math.abs(samples[index] ?? 0))
  return most
}

/**
 * Pitch in Hz by autocorrelation over up to twenty periods, with parabolic interpolation between samples.
 * `near` is the expected pitch, which must be within a third of a semitone.
 */
export function pitchNear(
  samples: ArrayLike<number>,
  sampleRate: number,
  near: number,
  from: number,
  to: number,
): number {
  let hz = near
  // More periods are more precise, but need a closer initial estimate.
  for (const vibrations of [1, 4, 20]) {
    const shift = (vibrations * sampleRate) / hz
    const reach = vibrations === 1 ? 0.02 : 0.008
    hz =
      (vibrations * sampleRate) / bestShift(samples, from * sampleRate, to * sampleRate, shift, shift * reach)
  }
  return hz
}

function bestShift(
  samples: ArrayLike<number>,
  from: number,
  to: number,
  middle: number,
  reach: number,
): number {
  const first = Math.floor(middle - reach) - 1
  const last = Math.ceil(middle + reach) + 1
  const likeness = (shift: number) => {
    let product = 0
    let before = 0
    let after = 0
    for (let index = Math.round(from); index + shift < to; index += 1) {
      const one = samples[index] ?? 0
      const other = samples[index + shift] ?? 0
      product += one * other
      before += one * one
      after += other * other
    }
    return product / Math.sqrt(before * after || 1)
  }
  let best = first
  let most = Number.NEGATIVE_INFINITY
  for (let shift = first; shift <= last; shift += 1) {
    const now = likeness(shift)
    if (now > most) {
      most = now
      best = shift
    }
  }
  const [left, right] = [likeness(best - 1), likeness(best + 1)]
  const bend = left - 2 * most + right
  return best + (bend === 0 ? 0 : (left - right) / (2 * bend))
}

/** Rising zero crossings per second: few for a drum, many for a cymbal. */
export function crossings(samples: ArrayLike<number>, sampleRate: number, from: number, to: number): number {
  let count = 0
  const last = Math.min(samples.length, Math.round(to * sampleRate))
  for (let index = Math.round(from * sampleRate) + 1; index < last; index += 1) {
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) count += 1
  }
  return count / (to - from)
}

/** Spectral centroid in Hz, a measure of brightness, from the energy of bands a quarter tone wide. */
export function brightness(samples: ArrayLike<number>, sampleRate: number, from: number, to: number): number {
  const first = Math.round(from * sampleRate)
  const length = Math.round((to - from) * sampleRate)
  let [sum, weighted] = [0, 0]
  for (let hz = 60; hz < 12_000; hz *= 2 ** (1 / 24)) {
    let [real, imaginary] = [0, 0]
    for (let index = 0; index < length; index += 1) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / length)
      const sample = (samples[first + index] ?? 0) * window
      const phase = (2 * Math.PI * hz * index) / sampleRate
      real += sample * Math.cos(phase)
      imaginary += sample * Math.sin(phase)
    }
    const energy = real ** 2 + imaginary ** 2
    sum += energy
    weighted += energy * hz
  }
  return weighted / sum
}

/** Time in seconds after the loudest 10 ms until the sound has fallen by so many decibels. */
export function decayTime(samples: ArrayLike<number>, sampleRate: number, decibels: number): number {
  const step = 0.01
  const levels = Array.from({ length: Math.floor(samples.length / sampleRate / step) }, (_, index) =>
    loudness(samples, sampleRate, index * step, (index + 1) * step),
  )
  const most = Math.max(...levels)
  const loudest = levels.indexOf(most)
  const ends = levels.findIndex((level, index) => index > loudest && level < most * 10 ** (-decibels / 20))
  return ((ends < 0 ? levels.length : ends) - loudest) * step
}

export const cents = (hz: number, reference: number): number => 1200 * Math.log2(hz / reference)
