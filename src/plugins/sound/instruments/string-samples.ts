/** The plucked string over the whole range of guitar and bass: rendered when it is first wanted, a few notes a time. */
import { renderPluck } from './plucked-string.js'
import { SampleSet } from './sampler.js'

/** From below a bass guitar's low B (23) to the guitar's 24th fret (88); in between, samples are sped up or slowed. */
const LOWEST = 22
const HIGHEST = 90
const STEP = 4
/** What is played most is there first. */
const MIDDLE = 54

const noteHz = (note: number) => 440 * 2 ** ((note - 69) / 12)

/** High notes have died away before low ones. */
const secondsOf = (note: number) => Math.max(1.5, Math.min(5, 6 - (note - LOWEST) / 15))

const NOTES: readonly number[] = Array.from(
  { length: (HIGHEST - LOWEST) / STEP + 1 },
  (_, index) => LOWEST + index * STEP,
).toSorted((a, b) => Math.abs(a - MIDDLE) - Math.abs(b - MIDDLE))

export interface StringSamplesParts<T> {
  /** Hz. */
  readonly sampleRate: number
  /** Makes of the samples what the audio plays. */
  readonly toBuffer: (samples: Float32Array<ArrayBuffer>) => T
  /** Runs the rest in a moment: what is drawn and played meanwhile comes first. */
  readonly later: (run: () => void) => void
}

/** The first note is there when this returns, the others come one by one: each takes a few milliseconds. */
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
