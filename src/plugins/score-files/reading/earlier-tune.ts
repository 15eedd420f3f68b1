import abcjs from 'abcjs'
import { ScoreError } from '../score-error.js'

/**
 * Reads the first tune in a file as version 1.2 did, without accompaniment.
 * @throws ScoreError
 */
export function earlierTune(bytes: Uint8Array) {
  let book: string
  try {
    book = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    book = new TextDecoder('latin1').decode(bytes)
  }
  const [, second] = [...book.matchAll(/^X:/gm)].map(({ index }) => index)
  const text = book.slice(0, second)
  try {
    const title = abcjs.parseOnly(text)[0]?.metaText.title ?? ''
    const [played] = abcjs.synth.getMidiFile(text, { midiOutputType: 'binary', chordsOff: true })
    return { midi: played as Uint8Array, title }
  } catch (cause) {
    throw new ScoreError('abc_no_tune', {}, { cause })
  }
}
