import { GuitarListener, type HeardNote, lastingNotes } from '../../../src/music/audio/guitar-listener.js'
import { pitchOf } from '../../../src/music/audio/pitch-finder.js'
import { Tuner } from '../../../src/music/audio/tuner.js'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { badInput } from '../../errors.js'
import { nameOfFile } from '../../io/files.js'
import { aligned, plain, printJson, printLine } from '../../io/print.js'
import { type Recording, readRecording } from '../../io/read-audio.js'
import { tuningOf } from '../neck-options.js'

/** Length of the excerpts whose frequency is measured, s. */
const EXCERPT_S = 0.15
const BETWEEN_S = 0.03
/** Time to skip after a pluck, s. The pitch is too high at first. */
const SETTLING_S = 0.3
const SETTLED_S = 1.5

/** Prints the frequency of one string, measured while it rings. */
export async function tune(file: string, { json }: { readonly json?: boolean }): Promise<void> {
  const frequency = steadyFrequency(await readRecording(file))
  if (frequency === undefined) {
    const message = `"${plain(nameOfFile(file))}" has no steady pitch; record a single string that rings for half a second.`
    throw badInput('pitch_unclear', message)
  }
  const exact = pitchOf(frequency)
  const pitch = Math.round(exact)
  const tuned = {
    frequency: rounded(frequency, 3),
    note: noteName(pitch).name,
    pitch,
    cents: rounded(100 * (exact - pitch), 1),
  }
  if (json) printJson(tuned)
  else printLine(`${tuned.note}  ${signed(tuned.cents)} cents  ${frequency.toFixed(2)} Hz`)
}

function steadyFrequency({ samples, sampleRate }: Recording): number | undefined {
  const tuner = new Tuner(sampleRate)
  const start = firstLoud(samples, Math.round(0.05 * sampleRate))
  const length = Math.round(EXCERPT_S * sampleRate)
  const measured: number[] = []
  for (let at = SETTLING_S; at < SETTLED_S; at += BETWEEN_S) {
    const from = start + Math.round(at * sampleRate)
    const frequency =
      from + length <= samples.length ? tuner.frequency(samples, from, from + length) : undefined
    if (frequency !== undefined) measured.push(frequency)
  }
  return measured.toSorted((a, b) => a - b)[measured.length >> 1]
}

/** @returns index of the first excerpt of this length that is nearly as loud as the loudest */
function firstLoud(samples: Float32Array, length: number): number {
  const energies = Array.from({ length: Math.ceil(samples.length / length) }, (_, index) =>
    samples.subarray(index * length, (index + 1) * length).reduce((sum, sample) => sum + sample ** 2, 0),
  )
  const most = Math.max(...energies)
  return length * energies.findIndex(energy => energy >= most / 2)
}

/** Range above the highest open string, semitones. */
const FRETS = 24

/** Prints the notes of a monophonic recording. */
export async function notes(
  file: string,
  { tuning = 'E2 A2 D3 G3 B3 E4', json }: { readonly tuning?: string; readonly json?: boolean },
): Promise<void> {
  const { strings } = tuningOf(tuning)
  const { samples, sampleRate } = await readRecording(file)
  const listener = new GuitarListener(sampleRate, { open: strings, frets: FRETS })
  const heard = lastingNotes([...listener.push(samples), ...listener.end()])
  if (json) printJson({ notes: heard.map(asJson) })
  else if (heard.length === 0) printLine('No notes were heard.')
  else for (const line of aligned(heard.map(asRow), [0, 2, 3])) printLine(line)
}

function asJson({ onset, pitch, cents, confidence }: HeardNote) {
  return {
    onsetMs: rounded(1000 * onset, 1),
    pitch,
    cents: rounded(cents, 1),
    confidence: rounded(confidence, 2),
  }
}

function asRow({ onset, pitch, cents, confidence }: HeardNote): string[] {
  return [
    `${onset.toFixed(3)} s`,
    noteName(pitch).name,
    `${signed(rounded(cents, 0))} cents`,
    `${Math.round(100 * confidence)} %`,
  ]
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

const signed = (cents: number) => (cents > 0 ? `+${cents}` : `${cents}`)
