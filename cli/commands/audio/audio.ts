import { GuitarListener } from '../../../src/music/audio/guitar-listener.js'
import { type HeardNote, lastingNotes } from '../../../src/music/audio/heard.js'
import { pitchOf } from '../../../src/music/audio/pitch-finder.js'
import { TunerListener } from '../../../src/music/audio/tuner-listener.js'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { badInput } from '../../errors.js'
import { nameOfFile } from '../../io/files.js'
import { aligned, plain, printJson, printLine } from '../../io/print.js'
import { type Recording, readRecording } from '../../io/read-audio.js'
import { tuningOf } from '../neck-options.js'

/** Time to skip after the first reading, s. The pitch is too high at first. */
const SETTLING_S = 0.2
const SETTLED_S = 1.4
const BLOCK_S = 0.01

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
  const listener = new TunerListener(sampleRate)
  const block = Math.round(BLOCK_S * sampleRate)
  const readings: { readonly hz: number; readonly at: number }[] = []
  for (let to = block; to <= samples.length; to += block) {
    const reading = listener.push(samples.subarray(to - block, to))
    if (reading) readings.push({ hz: reading.hz, at: to / sampleRate })
  }
  const first = readings[0]?.at ?? 0
  const settled = readings.filter(({ at }) => at >= first + SETTLING_S && at < first + SETTLED_S)
  return settled.map(({ hz }) => hz).toSorted((a, b) => a - b)[settled.length >> 1]
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
