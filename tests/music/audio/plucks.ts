import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Recording, readRecording } from '../../../cli/io/read-audio.js'
import { parseNoteName } from '../../../src/music/guitar/note-name.js'

const FOLDER = new URL('../../../../shared/data/ear/', import.meta.url)

export interface Pluck extends Recording {
  readonly name: string
  /** MIDI note number. */
  readonly pitch: number
}

/** Reads each `every`th pluck of a real guitar (CC0), named like `gb3_mf_rr1.flac`. */
export async function plucks(guitar: 'emily' | 'shiny', every = 1): Promise<Pluck[]> {
  const folder = new URL(`${guitar}/`, FOLDER)
  const names = (await readdir(folder)).filter((_, index) => index % every === 0)
  return Promise.all(
    names.map(async name => ({
      ...(await readRecording(fileURLToPath(new URL(name, folder)))),
      name,
      pitch: parseNoteName(name.split('_')[0] ?? '') ?? -1,
    })),
  )
}

/** Plays one note after the other. @param times seconds */
export function played(plucks: readonly Pluck[], times: readonly number[], seconds: number): Float32Array {
  const rate = plucks[0]?.sampleRate ?? 44_100
  const samples = new Float32Array(Math.round(seconds * rate))
  for (const [index, { samples: pluck }] of plucks.entries()) {
    const from = Math.round((times[index] ?? 0) * rate)
    const to = Math.min(samples.length, Math.round((times[index + 1] ?? seconds) * rate))
    samples.set(pluck.subarray(0, to - from), from)
  }
  return samples
}

/** Plays a pluck whose pitch changes. @param semitones by seconds since the pluck */
export function gliding(
  { samples, sampleRate }: Pluck,
  seconds: number,
  semitones: (at: number) => number,
): Float32Array {
  let at = 0
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    const before = samples[Math.floor(at)] ?? 0
    const after = samples[Math.floor(at) + 1] ?? 0
    const sample = before + (at % 1) * (after - before)
    at += 2 ** (semitones(index / sampleRate) / 12)
    return sample
  })
}

/** Plays notes together, 4 ms apart, each from the pluck with the nearest pitch. */
export function strummed(
  plucks: readonly Pluck[],
  pitches: readonly number[],
  seconds: number,
): Float32Array {
  const samples = new Float32Array(Math.round(seconds * 44_100))
  for (const [index, pitch] of pitches.entries()) {
    const pluck = plucks.toSorted((a, b) => Math.abs(a.pitch - pitch) - Math.abs(b.pitch - pitch))[0]
    if (!pluck) continue
    const sound = gliding(pluck, seconds, () => pitch - pluck.pitch)
    const from = index * 176
    for (let at = from; at < samples.length; at += 1)
      samples[at] = (samples[at] ?? 0) + 0.4 * (sound[at - from] ?? 0)
  }
  return samples
}
