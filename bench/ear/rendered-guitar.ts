import type { Recording } from '../../cli/io/read-audio.js'
import { plucks } from '../../tests/music/audio/plucks.js'
import { createRandom, type Random } from '../support/random.js'

/** Printed next to the figures. */
export const LIMITS =
  'Rendered from plucks of two electric guitars, one also recorded by microphone. Recorded at every third semitone, resampled by at most 1.5 semitones. No nylon strings, no legato.'

export interface WantedNote {
  /** Seconds. */
  readonly at: number
  /** 1 is the highest string. */
  readonly string: number
  /** Sounding MIDI note number. */
  readonly pitch: number
  /** 0–1 */
  readonly velocity: number
  /** Seconds. */
  readonly length: number
  /** Bend in semitones at a time since the onset, s. */
  readonly bend?: (seconds: number) => number
}

export interface RenderedNote extends WantedNote {
  /** Seconds, exact. */
  readonly onset: number
  /** When the string is silent, s. */
  readonly end: number
}

export interface Rendered extends Recording {
  /** Sorted by `at`. */
  readonly notes: readonly RenderedNote[]
}

export interface Pluck extends Recording {
  readonly name: string
  readonly pitch: number
}

export interface Guitar {
  readonly name: string
  readonly plucks: readonly Pluck[]
}

interface RenderOptions {
  readonly seed: number
  /** Hz, 44,100 by default. */
  readonly sampleRate?: number
  /** Duration of a strum, ms. A random one from 5 to 40 ms by default. */
  readonly strumMs?: number
  /** Duration of the whole recording, s. */
  readonly seconds?: number
}

/** Peak of each loudness layer. */
const LAYERS: Readonly<Record<string, number>> = { p: 0.1, mf: 0.4, f: 0.9, vl2: 0.35, vl4: 0.9 }
/** Maximum interval by which a pluck is resampled, semitones. */
export const MOST_SHIFTED = 1.5
const STRUM_MS = [5, 40] as const
const FADE_MS = [5, 10] as const
/** Peak of the recording. */
export const PEAK = 0.8
/** Time after the last note, s. */
const TAIL_S = 1

export async function readGuitars(): Promise<Guitar[]> {
  const [emily, shiny] = await Promise.all([plucks('emily'), plucks('shiny')])
  const by = (signal: string) => shiny.filter(({ name }) => name.includes(`_${signal}.`))
  return [
    { name: 'direct', plucks: emily },
    { name: 'pickup', plucks: by('pickup') },
    { name: 'microphone', plucks: by('mic') },
  ]
}

export function canPlay({ plucks: all }: Guitar, pitch: number): boolean {
  return all.some(pluck => Math.abs(pluck.pitch - pitch) <= MOST_SHIFTED)
}

/**
 * Renders notes with known onsets. Notes with the same time are strummed, and a string’s note ends when its
 * next note begins.
 * @throws RangeError if no pluck is near enough to a pitch
 */
export function render(guitar: Guitar, wanted: readonly WantedNote[], options: RenderOptions): Rendered {
  const { seed, sampleRate = 44_100, strumMs } = options
  const random = createRandom(seed)
  const between = ([from, to]: readonly [number, number]) => from + random.below(to - from + 1)
  const sorted = wanted.toSorted((a, b) => a.at - b.at || a.string - b.string)
  const struck = strummed(sorted, random, () => strumMs ?? between(STRUM_MS))
  const notes = struck.map((note): RenderedNote => {
    const next = struck.find(({ string, onset }) => string === note.string && onset > note.onset)
    return { ...note, end: Math.min(note.onset + note.length, next?.onset ?? Infinity) }
  })
  const seconds = options.seconds ?? Math.max(0, ...notes.map(({ end }) => end)) + TAIL_S
  const samples = new Float32Array(Math.ceil(seconds * sampleRate))
  for (const { onset, end, pitch, velocity, bend } of notes) {
    const { pluck, gain } = nearest(guitar, pitch, velocity, random)
    const from = Math.round(onset * sampleRate)
    const step = (2 ** ((pitch - pluck.pitch) / 12) * pluck.sampleRate) / sampleRate
    const to = Math.min(samples.length, Math.round(end * sampleRate))
    const stepAt = (index: number) => (bend ? step * 2 ** (bend(index / sampleRate) / 12) : step)
    add(samples.subarray(from, to), pluck.samples, stepAt, gain, (between(FADE_MS) / 1000) * sampleRate)
  }
  return { samples: normalized(samples), sampleRate, notes }
}

function strummed(sorted: readonly WantedNote[], random: Random, spreadMs: () => number) {
  return chordsOf(sorted).flatMap(chord => {
    const step = chord.length < 2 ? 0 : spreadMs() / 1000 / (chord.length - 1)
    const isUpstroke = random.below(2) === 0
    return chord.map((note, index) => {
      const before = isUpstroke ? index : chord.length - 1 - index
      return { ...note, onset: note.at + before * step }
    })
  })
}

/** @returns a pluck of the nearest pitch and loudness, and the gain for the velocity */
function nearest({ plucks: all }: Guitar, pitch: number, velocity: number, random: Random) {
  const interval = Math.min(...all.map(pluck => Math.abs(pluck.pitch - pitch)))
  if (interval > MOST_SHIFTED) throw new RangeError(`The nearest pluck is too far from MIDI note ${pitch}.`)
  const level = velocity ** 2
  const away = (pluck: Pluck) => Math.abs(Math.log(levelOf(pluck) / level))
  const near = all.filter(pluck => Math.abs(pluck.pitch - pitch) === interval)
  const least = Math.min(...near.map(away))
  const pluck = random.of(near.filter(each => away(each) === least))
  return { pluck, gain: level / levelOf(pluck) }
}

function levelOf({ name }: Pluck): number {
  const level = LAYERS[name.split('_')[1] ?? '']
  if (level === undefined) throw new TypeError(`The name "${name}" has no known loudness layer.`)
  return level
}

/** Adds a pluck, resampled by cubic interpolation and faded out at the end. */
function add(
  target: Float32Array,
  pluck: Float32Array,
  stepAt: (index: number) => number,
  gain: number,
  fade: number,
): void {
  let position = 0
  for (let index = 0; index < target.length; index += 1) {
    const at = Math.floor(position)
    const x = position - at
    const [a = 0, b = 0, c = 0, d = 0] = [pluck[at - 1], pluck[at], pluck[at + 1], pluck[at + 2]]
    const value = b + 0.5 * x * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)))
    const left = Math.min(target.length - index, pluck.length - at)
    if (left <= 0) return
    target[index] = (target[index] ?? 0) + gain * Math.min(1, left / fade) * value
    position += stepAt(index)
  }
}

export function normalized(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return peak === 0 ? samples : samples.map(sample => (PEAK / peak) * sample)
}

/** Groups simultaneous notes. */
export function chordsOf<T extends { readonly at: number }>(notes: readonly T[]): T[][] {
  const chords: T[][] = []
  for (const note of notes.toSorted((a, b) => a.at - b.at)) {
    if (chords.at(-1)?.[0]?.at === note.at) chords.at(-1)?.push(note)
    else chords.push([note])
  }
  return chords
}
