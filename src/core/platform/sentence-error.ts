/** An error whose sentence has gaps, so that it can be said in the user's language. */
import { FretworkError } from './fretwork-error.js'

/** Sentences with gaps: the English one is the key of its translation, the values fill either. */
export type SentenceValues = Readonly<Record<string, string | number>>

/** Puts values into the gaps of a sentence: `{{byte}}` becomes `values.byte`. */
export function fillSentence(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

interface SentenceErrorOptions {
  readonly cause?: unknown
  /** The plugin whose locales translate the sentence; those of the screen that shows it unless given. */
  readonly source?: string
}

/**
 * `new SentenceError('bad_line', 'Line {{line}} names no note.', { line: 3 })`; `message` is the English result.
 * @example throw new SentenceError('drill_empty', 'The drill {{name}} is empty.', { name: 'Thirds' })
 */
export class SentenceError extends FretworkError {
  readonly source: string | undefined
  constructor(
    code: string,
    readonly sentence: string,
    readonly values: SentenceValues = {},
    { cause, source }: SentenceErrorOptions = {},
  ) {
    super(code, fillSentence(sentence, values), { cause })
    this.name = 'SentenceError'
    this.source = source
  }
}
