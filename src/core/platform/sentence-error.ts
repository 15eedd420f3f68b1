import { FretworkError } from './fretwork-error.js'

export type SentenceValues = Readonly<Record<string, string | number>>

export function fillSentence(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

interface SentenceErrorOptions {
  readonly cause?: unknown
  /** Plugin that translates it; defaults to the plugin of the screen. */
  readonly source?: string
}

/**
 * An error whose sentence has gaps, so that it can be translated: `message` is the English result.
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
