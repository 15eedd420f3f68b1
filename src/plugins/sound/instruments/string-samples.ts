/** Samples of instruments, rendered on first use, note by note. */

import { parseNoteName } from '../../../core/music/guitar/note-name.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { renderPluck } from './plucked-string.js'

/** Largest distance of a sample, in semitones. */
const SEARCH_RANGE = 96

export interface NearestSample<T> {
  readonly sample: T
  /** Playback rate for the requested pitch. */
  readonly rate: number
}

export class SampleSet<T> {
  private readonly samples = new Map<number, T>()

  /**
   * @param key a note name such as `E2`, or a MIDI pitch of 0–127
   * @throws FretworkError `sampler_key` for anything else
   */
  add(key: string | number, sample: T): void {
    const note = typeof key === 'string' ? parseNoteName(key) : key
    if (note === undefined || !Number.isInteger(note) || note < 0 || note > 127) {
      throw new FretworkError(
        'sampler_key',
        `The key of a sample is a note name or a MIDI pitch from 0 to 127; "${key}" is neither.`,
      )
    }
    this.samples.set(note, sample)
  }

  /**
   * The nearest sample to a note, up to 96 semitones away; of two equally near the higher one, which sounds fuller
   * slowed down than the lower one sped up.
   *
   * @throws FretworkError `sampler_no_sample` if there is none
   */
  nearest(note: number): NearestSample<T> {
    for (let apart = 0; apart <= SEARCH_RANGE; apart += 1) {
      for (const from of [note + apart, note - apart]) {
        const sample = this.samples.get(from)
        if (sample !== undefined) return { sample, rate: 2 ** ((note - from) / 12) }
      }
    }
    throw new FretworkError(
      'sampler_no_sample',
      `The instrument has no sample within ${SEARCH_RANGE} semitones of note ${note}: choose another instrument.`,
    )
  }
}

/** From below a bass's low B (23) to the guitar's 24th fret (88); in between, samples are sped up or slowed down. */
const LOWEST = 22
const HIGHEST = 90
const STEP = 4
/** The most common notes are rendered first. */
const MIDDLE = 54

/** The frequency of a MIDI note in equal temperament, at concert pitch (A4 = 440 Hz). */
export const noteHz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/** High notes fade out before low ones. */
export const secondsOf = (note: number) => Math.max(1.5, Math.min(5, 6 - (note - LOWEST) / 15))

const NOTES: readonly number[] = Array.from(
  { length: (HIGHEST - LOWEST) / STEP + 1 },
  (_, index) => LOWEST + index * STEP,
).toSorted((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))

/** Samples that are each rendered when a note first needs them: a song uses few notes of each of its instruments. */
export function samplesOnDemand<T>(render: (note: number) => T): Pick<SampleSet<T>, 'nearest'> {
  const set = new SampleSet<T>()
  const known = new Set<number>()
  return {
    nearest(note) {
      const from = Math.min(127, LOWEST + STEP * Math.round((note - LOWEST) / STEP))
      if (!known.has(from)) {
        set.add(from, render(from))
        known.add(from)
      }
      return set.nearest(note)
    },
  }
}

interface StringSamplesParts<T> {
  /** Hz. */
  readonly sampleRate: number
  /** Converts samples to an audio buffer. */
  readonly toBuffer: (samples: Float32Array<ArrayBuffer>) => T
  /** Runs the rest later, so that drawing and playing come first. */
  readonly later: (run: () => void) => void
}

/** Renders the first note at once and the others one by one: each takes a few milliseconds. */
export function renderStringSamples<T>({ sampleRate, toBuffer, later }: StringSamplesParts<T>): SampleSet<T> {
  const set = new SampleSet<T>()
  const waiting = [...NOTES]
  const next = () => {
    const note = waiting.shift()
    if (note === undefined) return
    const seconds = secondsOf(note)
    set.add(note, toBuffer(renderPluck({ frequency: noteHz(note), sampleRate, seconds })))
    if (waiting.length > 0) later(next)
  }
  next()
  return set
}
