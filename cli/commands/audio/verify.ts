import * as z from 'zod/mini'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import {
  ChordVerifier,
  type ExpectedNote,
  LOOKS_S,
  type StringVerdict,
} from '../../../src/music/audio/chord-verifier.js'
import { OnsetFinder } from '../../../src/music/audio/onset-finder.js'
import { noteName } from '../../../src/music/guitar/note-name.js'
import { MAX_FRET } from '../../../src/music/guitar/position.js'
import { badInput } from '../../errors.js'
import { nameOfFile, readInput } from '../../io/files.js'
import { readPackedJson } from '../../io/packed-json.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { type Recording, readRecording } from '../../io/read-audio.js'
import { strungNeckOf } from '../neck-options.js'

/** Maximum distance of an onset from its expected time, ms. */
const TOLERANCE_MS = 150
const MOST_STRINGS = 10

const Expectations = z.object({
  tuning: z.string(),
  capo: z.int().check(z.minimum(0), z.maximum(MAX_FRET - 1)),
  events: z.array(
    z.object({
      atMs: z.number().check(z.minimum(0)),
      notes: z.array(
        z.object({
          string: z.int().check(z.minimum(1), z.maximum(MOST_STRINGS)),
          pitch: z.int().check(z.minimum(0), z.maximum(127)),
        }),
      ),
    }),
  ),
})

interface VerifiedEvent {
  readonly atMs: number
  readonly decidedMs: number
  readonly right: boolean
  readonly strings: readonly StringVerdict[]
}

/** Prints which strings of expected chords sound in a recording. */
export async function verify(
  file: string,
  { expect, json }: { readonly expect: string; readonly json?: boolean },
): Promise<void> {
  const { open, events } = await readExpectations(expect)
  const recording = await readRecording(file)
  const verified = verifyEvents(recording, open, events)
  if (json) return printJson({ events: verified.map(asJson) })
  for (const [index, { atMs, right, strings }] of verified.entries()) {
    const sentences = strings.flatMap(verdict => sentence(verdict, events[index]?.notes ?? []))
    printLine(`${(atMs / 1000).toFixed(3)} s  ${right ? 'right' : `wrong: ${sentences.join(' ')}`}`)
  }
}

function asJson(event: VerifiedEvent) {
  return { ...event, strings: event.strings.map(({ heard = null, ...rest }) => ({ ...rest, heard })) }
}

type Expected = z.infer<typeof Expectations>['events']

async function readExpectations(file: string): Promise<{ open: readonly number[]; events: Expected }> {
  const name = plain(nameOfFile(file))
  const { tuning, capo, events } = readPackedJson(
    Expectations,
    await readInput(file),
    name,
    'expectations_invalid',
    place => `"${name}" has a wrong or missing value at ${plain(place)}; see "Recordings" in docs/cli.md.`,
  )
  try {
    const { strings } = strungNeckOf(tuning)
    const string = Math.max(0, ...events.flatMap(({ notes }) => notes.map(note => note.string)))
    if (string > strings.length) throw new RangeError(`there is no string ${string}`)
    const open = strings.map(pitch => pitch + capo)
    for (const { atMs, notes } of events) checkPlayable(atMs, notes, open, MAX_FRET - capo)
    return { open, events }
  } catch (cause) {
    throw badInput('expectations_invalid', `"${name}": ${plain(messageOf(cause))}.`, cause)
  }
}

/** @throws RangeError */
function checkPlayable(
  atMs: number,
  notes: readonly ExpectedNote[],
  open: readonly number[],
  frets: number,
): void {
  for (const [index, { string, pitch }] of notes.entries()) {
    if (notes.findIndex(note => note.string === string) < index)
      throw new RangeError(`string ${string} has two notes at ${atMs} ms`)
    const lowest = open[string - 1] ?? 0
    if (pitch < lowest || pitch > lowest + frets)
      throw new RangeError(
        `string ${string} plays pitches ${lowest} to ${lowest + frets}, not ${pitch} at ${atMs} ms`,
      )
  }
}

function verifyEvents(
  { samples, sampleRate }: Recording,
  open: readonly number[],
  events: Expected,
): VerifiedEvent[] {
  const onsets = onsetsIn(samples, sampleRate)
  const verifier = new ChordVerifier(sampleRate, open)
  const inMs = (sample: number) => Math.round((1000 * sample) / sampleRate)
  return events.map(({ atMs, notes }) => {
    const distance = (onset: number) => Math.abs((1000 * onset) / sampleRate - atMs)
    const [onset] = onsets.toSorted((a, b) => distance(a) - distance(b))
    if (onset === undefined || distance(onset) > TOLERANCE_MS) {
      const decidedMs = atMs + TOLERANCE_MS
      return { atMs, decidedMs, right: notes.length === 0, strings: notes.map(silent) }
    }
    const end = onsets.find(each => each > onset) ?? samples.length
    let decided = onset
    let verdict: Pick<VerifiedEvent, 'right' | 'strings'> = { right: false, strings: notes.map(silent) }
    for (const seconds of LOOKS_S) {
      decided = Math.min(end, onset + Math.round(seconds * sampleRate))
      const { sure, ...heard } = verifier.verify(samples, onset, decided, notes)
      verdict = heard
      if (sure) break
    }
    return { atMs, decidedMs: inMs(decided), ...verdict }
  })
}

const silent = ({ string }: ExpectedNote): StringVerdict => ({ string, heard: undefined, reason: 'silent' })

function onsetsIn(samples: Float32Array, sampleRate: number): number[] {
  const finder = new OnsetFinder(sampleRate)
  const onsets: number[] = []
  for (let end = finder.hop; end <= samples.length; end += finder.hop) {
    const onset = finder.step(samples, end)?.at
    if (onset !== undefined) onsets.push(Math.max(0, onset))
  }
  return onsets
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')

function sentence({ string, heard, reason }: StringVerdict, notes: readonly ExpectedNote[]): string[] {
  if (!reason) return []
  const subject = `The ${ORDINALS[string - 1]} string`
  if (heard === undefined) return [`${subject} is silent.`]
  if (reason === 'open') return [`${subject} rings open.`]
  const { pitch = heard } = notes.find(note => note.string === string) ?? {}
  return [`${subject} sounds ${noteName(heard).name} instead of ${noteName(pitch).name}.`]
}
