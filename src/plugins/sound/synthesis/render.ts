/** Renders a performance to audio, faster than real time. */
import type { BasicSoundBank } from 'spessasynth_core'
import type { Steps } from '../../../core/platform/steps.js'
import type { Arrangement } from './arrangement.js'
import { StereoSynth } from './stereo-synth.js'

/** Samples rendered in one step. */
const BLOCK = 4096
/** Maximum time from the last message to the end, including the fade-out. */
const TAIL_S = 5
const FADE_S = 1
/** Amplitude treated as silence, −80 dBFS. */
const SILENT = 1e-4

interface RenderOptions {
  /** Sample rate, Hz. */
  readonly sampleRate: number
  readonly banks: ReadonlyMap<string, BasicSoundBank>
  /** Receives samples from −1 to 1. Both buffers are reused after the call. */
  readonly write: (left: Float32Array, right: Float32Array) => void
  /** Gain for the song. */
  readonly level?: number
  /** Maximum decay time at the end, s. */
  readonly tailS?: number
}

/** Renders until the sound has died away. */
export function* renderSteps(
  { messages, drums, room = 'hall', endMs }: Arrangement,
  { sampleRate, banks, write, level = 1, tailS = TAIL_S }: RenderOptions,
): Steps<void> {
  const synth = new StereoSynth(sampleRate)
  synth.setRoom(room)
  synth.setLevel(level)
  for (const [id, bank] of banks) synth.addBank(id, bank)
  // Open all channels now. Opening one later would reset all others.
  const highest = messages.reduce((most, { channel }) => Math.max(most, channel), 0)
  synth.setDrums(highest, drums.get(highest) ?? false)
  for (const [channel, isDrums] of drums) synth.setDrums(channel, isDrums)
  const frameAt = (ms: number) => Math.round((ms / 1000) * sampleRate)
  const end = frameAt(endMs)
  const longest = end + tailS * sampleRate
  const [left, right] = [new Float32Array(BLOCK), new Float32Array(BLOCK)]
  // The limiter delays the sound.
  synth.render(left.subarray(0, synth.latency), right.subarray(0, synth.latency))
  let next = 0
  for (let frame = 0; frame < longest; frame += BLOCK) {
    const before = synth.rendered + BLOCK
    for (let message = messages[next]; message; message = messages[next]) {
      const due = frameAt(message.atMs)
      if (due >= before) break
      synth.send(message.channel, message.bytes, due)
      next += 1
    }
    synth.render(left, right)
    const fading = tailS > 0 ? (longest - frame) / (FADE_S * sampleRate) : Number.POSITIVE_INFINITY
    const peak = faded(left, right, fading, 1 / (FADE_S * sampleRate))
    const length = Math.min(BLOCK, longest - frame)
    write(left.subarray(0, length), right.subarray(0, length))
    if (frame >= end && peak < SILENT) return
    yield Math.min(1, (frame + BLOCK) / longest)
  }
}

/** @param gain gain at the first sample; decreases by `step` per sample once below 1 */
function faded(left: Float32Array, right: Float32Array, gain: number, step: number): number {
  let peak = 0
  for (let index = 0; index < left.length; index += 1) {
    const applied = Math.min(1, Math.max(0, gain - index * step))
    const [l, r] = [(left[index] ?? 0) * applied, (right[index] ?? 0) * applied]
    left[index] = l
    right[index] = r
    peak = Math.max(peak, Math.abs(l), Math.abs(r))
  }
  return peak
}
