/** Which recorded note stands in for a note that was not recorded (specification, sections 5 and 9). */
import { parseNoteName } from '../../../core/music/guitar/note-name.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'

/** How many semitones away a sample may be. */
export const SEARCH_RANGE = 96

export interface NearestSample<T> {
  readonly sample: T
  /** How much faster it has to be played to have the pitch that is wanted. */
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
        `A sample belongs to a note name or to a MIDI pitch of 0 to 127; "${key}" is neither.`,
      )
    }
    this.samples.set(note, sample)
  }

  has(note: number): boolean {
    return this.samples.has(note)
  }

  /**
   * The sample nearest to a note, up to 96 semitones up or down; of two equally near the higher one, which
   * sounds fuller slowed down than the lower one sped up.
   *
   * @throws FretworkError `sampler_no_sample` where there is none
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
