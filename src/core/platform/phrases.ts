import { FretworkError } from './fretwork-error.js'

/**
 * Marks the messages in a table for the translation check.
 * @example phrases({ empty: 'The file is empty.' }).empty // 'The file is empty.'
 */
export function phrases<const Table>(table: Table): Table {
  return table
}

/**
 * Marks one message in a table that also contains other strings.
 * @example phrase('Drop D') // 'Drop D'
 */
export function phrase<const Sentence extends string>(sentence: Sentence): Sentence {
  return sentence
}

export type SentenceValues = Readonly<Record<string, string | number>>

export function fillSentence(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

interface SentenceErrorOptions {
  readonly cause?: unknown
  readonly idle?: boolean
  /** Plugin that translates the message. Default: the screen's plugin. */
  readonly source?: string
}

/**
 * Error with a translatable message template. `message` is the English text.
 * @example throw new SentenceError('drill_empty', 'The drill {{name}} is empty.', { name: 'Thirds' })
 */
export class SentenceError extends FretworkError {
  readonly source: string | undefined
  constructor(
    code: string,
    readonly sentence: string,
    readonly values: SentenceValues = {},
    { source, ...options }: SentenceErrorOptions = {},
  ) {
    super(code, fillSentence(sentence, values), options)
    this.name = 'SentenceError'
    this.source = source
  }
}
