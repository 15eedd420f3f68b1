import abcjs from 'abcjs'
import { isAbc } from './recognize.js'
import { ScoreError } from './score-error.js'

/** kB; the longest tune books have several hundred. */
const LIMIT = 2000
/** abcjs would read the whole book for its first tune. */
const TUNE = /^X:/gm

/** Plays the first tune of a file. @throws ScoreError */
export function abcToMidi(bytes: Uint8Array) {
  if (bytes.length > LIMIT * 1000) throw new ScoreError('abc_too_large', { limit: LIMIT })
  // abcjs takes any text for notes.
  if (!isAbc(bytes)) throw new ScoreError('abc_no_tune')
  const book = textOf(bytes)
  const [, ...others] = [...book.matchAll(TUNE)].map(({ index }) => index)
  const first = book.slice(0, others[0])
  const [tune] = parsed(first)
  if (!tune || !hasNotes(tune)) throw new ScoreError('abc_no_tune')
  return { midi: played(first), title: tune.metaText.title ?? '', tunes: 1 + others.length }
}

function hasNotes({ lines }: ReturnType<typeof parsed>[number]): boolean {
  const items = lines.flatMap(({ staff = [] }) => staff.flatMap(({ voices = [] }) => voices.flat()))
  return items.some(item => 'pitches' in item)
}

/** Older files are Latin-1. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

function parsed(text: string) {
  try {
    return abcjs.parseOnly(text)
  } catch (cause) {
    throw new ScoreError('abc_unreadable', {}, { cause })
  }
}

function played(text: string): Uint8Array {
  try {
    // Chord names would be played as an accompaniment.
    const [midi] = abcjs.synth.getMidiFile(text, { midiOutputType: 'binary', chordsOff: true })
    return midi
  } catch (cause) {
    throw new ScoreError('abc_unreadable', {}, { cause })
  }
}
