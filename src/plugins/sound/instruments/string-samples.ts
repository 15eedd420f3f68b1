import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { getOrMake } from '../../../core/platform/store.js'
import { parseNoteName } from '../../../music/guitar/note-name.js'
import { renderPluck } from './plucked-string.js'

const SEARCH_RANGE = 96

export interface NearestSample<T> {
  readonly sample: T
  readonly rate: number
}

export interface Samples<T> {
  nearest(note: number): NearestSample<T>
}

const sampleFrom = <T>(sample: T, from: number, note: number): NearestSample<T> => ({
  sample,
  rate: 2 ** ((note - from) / 12),
})

/**
 * @param key a note name such as `E2`, or a MIDI pitch of 0–127
 * @throws FretworkError `sampler_key` for anything else
 */
export function addSample<T>(samples: Map<number, T>, key: string | number, sample: T): T {
  const note = typeof key === 'string' ? parseNoteName(key) : key
  if (note === undefined || !Number.isInteger(note) || note < 0 || note > 127) {
    throw new FretworkError(
      'sampler_key',
      `A sample key must be a note name such as E2 or a MIDI note number from 0 to 127, not "${key}".`,
    )
  }
  samples.set(note, sample)
  return sample
}

/**
 * Finds the nearest sample up to 96 semitones away, by MIDI note. If two are
 * equally near, returns the higher one, which sounds fuller when slowed down.
 *
 * @throws FretworkError `sampler_no_sample`
 */
export function nearestSample<T>(samples: ReadonlyMap<number, T>, note: number): NearestSample<T> {
  for (let apart = 0; apart <= SEARCH_RANGE; apart += 1) {
    for (const from of [note + apart, note - apart]) {
      const sample = samples.get(from)
      if (sample !== undefined) return sampleFrom(sample, from, note)
    }
  }
  throw new FretworkError(
    'sampler_no_sample',
    `The instrument has no sample within ${SEARCH_RANGE} semitones of note ${note}: choose another instrument.`,
  )
}

/** Sample range, from below a bass's low B (23) to a guitar's 24th fret (88). */
const LOWEST = 22
const HIGHEST = 90
const STEP = 4
const MIDDLE = 54

/** Equal temperament, A4 = 440 Hz. */
export const noteHz = (note: number) => 440 * 2 ** ((note - 69) / 12)

export const secondsOf = (note: number) => Math.max(1.5, Math.min(5, 6 - (note - LOWEST) / 15))

const NOTES: readonly number[] = Array.from(
  { length: (HIGHEST - LOWEST) / STEP + 1 },
  (_, index) => LOWEST + index * STEP,
).toSorted((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))

/** Renders each sample on first use. A song uses only a few notes per instrument. */
export function samplesOnDemand<T>(render: (note: number) => T): Samples<T> {
  const samples = new Map<number, T>()
  return {
    nearest(note) {
      const from = Math.min(127, LOWEST + STEP * Math.round((note - LOWEST) / STEP))
      const sample = getOrMake(samples, from, () => render(from))
      return sampleFrom(sample, from, note)
    },
  }
}

interface StringSamplesParts<T> {
  readonly sampleRate: number
  readonly toBuffer: (samples: Float32Array<ArrayBuffer>) => T
  readonly later: (run: () => void) => void
}

/** Renders the first note immediately and the others in the background, a few milliseconds at a time. */
export function renderStringSamples<T>({ sampleRate, toBuffer, later }: StringSamplesParts<T>): Samples<T> {
  const samples = new Map<number, T>()
  const waiting = [...NOTES]
  const next = () => {
    const note = waiting.shift()
    if (note === undefined) return
    const seconds = secondsOf(note)
    addSample(samples, note, toBuffer(renderPluck({ frequency: noteHz(note), sampleRate, seconds })))
    if (waiting.length > 0) later(next)
  }
  next()
  return { nearest: note => nearestSample(samples, note) }
}
