// A guitar that Chromium hears through a simulated microphone.
import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { SAMPLE_RATE, samplesOf, wavHeader } from '../../src/music/song/wav-file.js'
import { type Pluck, plucks } from '../../tests/music/audio/plucks.js'
import { CHROMIUM_FLAGS } from './browser.js'

const FOLDER = fileURLToPath(new URL('../../test-results/guitar/', import.meta.url))

/** @param name recording that the microphone repeats, written with `record` before the page listens */
export function hearing(name: string) {
  const executablePath = findChromium()
  return {
    args: [
      ...CHROMIUM_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${FOLDER}${name}.wav`,
    ],
    ...(executablePath ? { executablePath } : {}),
  }
}

export interface Plucked {
  /** Seconds */
  readonly at: number
  readonly until: number
  /** MIDI note; fractions are detuned. */
  readonly pitch: number
}

/** Writes real plucks, each resampled by at most 1.5 semitones. */
export async function record(name: string, notes: readonly Plucked[], seconds: number): Promise<void> {
  const guitar = (await plucks('emily')).filter(pluck => pluck.name.includes('_mf_'))
  const samples = new Float32Array(SAMPLE_RATE * seconds)
  for (const note of notes) {
    const away = ({ pitch }: Pluck) => Math.abs(pitch - note.pitch)
    const [pluck] = guitar.toSorted((a, b) => away(a) - away(b))
    if (pluck) place(samples, pluck, note)
  }
  await write(name, samples)
}

/** Writes a synthetic string. @param hz frequency of the fundamental */
export async function recordString(name: string, hz: number, seconds: number): Promise<void> {
  const samples = Float32Array.from({ length: SAMPLE_RATE * seconds }, (_, index) => {
    const phase = (2 * Math.PI * hz * index) / SAMPLE_RATE
    return [1, 2, 3, 4, 5].reduce((sum, partial) => sum + (0.2 / partial) * Math.sin(partial * phase), 0)
  })
  await write(name, samples)
}

async function write(name: string, samples: Float32Array): Promise<void> {
  mkdirSync(FOLDER, { recursive: true })
  await writeFile(
    `${FOLDER}${name}.wav`,
    [wavHeader(4 * samples.length), samplesOf(samples, samples)].map(bytesOf),
  )
}

function place(samples: Float32Array, pluck: Pluck, { at, until, pitch }: Plucked): void {
  const ratio = 2 ** ((pitch - pluck.pitch) / 12)
  const begin = Math.round(at * SAMPLE_RATE)
  for (let index = begin; index < until * SAMPLE_RATE; index += 1) {
    const position = (index - begin) * ratio
    const whole = Math.floor(position)
    const [before = 0, after = 0] = [pluck.samples[whole], pluck.samples[whole + 1]]
    samples[index] = (samples[index] ?? 0) + before + (after - before) * (position - whole)
  }
}

const bytesOf = ({ buffer, byteLength }: Uint8Array | Int16Array) => new Uint8Array(buffer, 0, byteLength)
