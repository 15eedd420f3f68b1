/** Differences between two recordings of the same song. */
import { PowerSpectrum } from '../../src/music/audio/power-spectrum.js'
import { median } from '../support/harness.js'

const FRAME = 2048
const HOP = 1024
/** Level below a frame's loudest component that counts as silence, dB. */
const FLOOR_DB = 60
/** Highest frequency compared, Hz. */
const HIGHEST = 16_000

/** Returns the ratio of the recordings' levels. */
export function levelRatio(samples: readonly Float32Array[], reference: readonly Float32Array[]): number {
  const energy = (channels: readonly Float32Array[]) =>
    channels.reduce(
      (sum, channel) => sum + channel.reduce((before, sample) => before + sample * sample, 0),
      0,
    )
  return Math.sqrt(energy(samples) / energy(reference))
}

/**
 * Median over frames of the root mean square of the differences between the spectra in dB, once the levels
 * are equal. Frames in which the reference is silent don't count.
 */
export function logSpectralDistance(
  samples: readonly Float32Array[],
  reference: readonly Float32Array[],
  sampleRate: number,
): number {
  const gain = 1 / levelRatio(samples, reference)
  const bins = Math.floor((HIGHEST / sampleRate) * FRAME)
  const loudest = reference.reduce(
    (most, channel) => channel.reduce((before, sample) => Math.max(before, Math.abs(sample)), most),
    0,
  )
  const distances: number[] = []
  for (const [index, channel] of reference.entries()) {
    const own = samples[index] ?? channel
    for (let at = 0; at + FRAME <= Math.min(channel.length, own.length); at += HOP) {
      const frame = channel.subarray(at, at + FRAME)
      if (frame.every(sample => Math.abs(sample) < loudest / 1000)) continue
      distances.push(distanceOf(power(own.subarray(at, at + FRAME), gain), power(frame, 1), bins))
    }
  }
  return median(distances)
}

function distanceOf(own: Float64Array, reference: Float64Array, bins: number): number {
  const floor = Math.max(...reference.subarray(1, bins)) * 10 ** (-FLOOR_DB / 10)
  let sum = 0
  for (let bin = 1; bin < bins; bin += 1) {
    const ratio = Math.max(own[bin] ?? 0, floor) / Math.max(reference[bin] ?? 0, floor)
    sum += (10 * Math.log10(ratio)) ** 2
  }
  return Math.sqrt(sum / (bins - 1))
}

const spectrum = new PowerSpectrum(FRAME)

function power(samples: Float32Array, gain: number): Float64Array {
  const measured = new Float64Array(FRAME / 2)
  spectrum.measure(samples, 0, FRAME, measured)
  return measured.map(value => value * gain ** 2)
}

const STEP_S = 0.0005
/** Minimum time without another note before and after a note for its start to be measured. */
const ALONE_S = 0.06

/** Returns the differences in ms between the recordings, one for each audible note that starts alone. */
export function startDifferences(
  samples: readonly Float32Array[],
  reference: readonly Float32Array[],
  { starts, sampleRate }: { readonly starts: readonly number[]; readonly sampleRate: number },
): number[] {
  const [own, other] = [samples, reference].map(channels => envelope(channels, sampleRate))
  const alone = starts.filter(
    (at, index) =>
      at - (starts[index - 1] ?? Number.NEGATIVE_INFINITY) > ALONE_S &&
      (starts[index + 1] ?? at + 1) - at > ALONE_S,
  )
  return alone.flatMap(at => {
    const [first, second] = [startIn(own ?? [], at), startIn(other ?? [], at)]
    return first === undefined || second === undefined ? [] : [1000 * (first - second)]
  })
}

/** Levels of the first difference, which is loud where a note is struck. */
function envelope(channels: readonly Float32Array[], sampleRate: number): number[] {
  const step = STEP_S * sampleRate
  const count = Math.floor((channels[0]?.length ?? 0) / step)
  return Array.from({ length: count }, (_, index) => {
    let sum = 0
    for (const channel of channels) {
      for (let at = Math.round(index * step); at < (index + 1) * step; at += 1) {
        sum += ((channel[at] ?? 0) - (channel[at - 1] ?? 0)) ** 2
      }
    }
    return Math.sqrt(sum / step)
  })
}

/** Returns the time at which the level first reaches a fifth of its rise, if it rises clearly. */
function startIn(levels: readonly number[], at: number): number | undefined {
  const due = Math.round(at / STEP_S)
  const before = Math.max(0, ...levels.slice(Math.max(0, due - 60), Math.max(0, due - 10)))
  const window = levels.slice(Math.max(0, due - 10), due + 60)
  const highest = Math.max(...window)
  if (highest < 2.5 * before) return undefined
  const threshold = before + (highest - before) / 5
  const index = window.findIndex(level => level > threshold)
  const [below = 0, above = threshold] = [window[index - 1], window[index]]
  return (Math.max(0, due - 10) + index - 1 + (threshold - below) / (above - below || 1)) * STEP_S
}
