/** What a user reads when a call is refused: the sentence of whose screen it is, else the core's. */
import type { NoticeText } from '../events/notices.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { sentenceFor } from './error-sentences.js'

export type RefusalWords = (error: unknown) => NoticeText

/**
 * @param source namespace of the translations: the plugin's id
 * @param sentences by error code; for every other code the core speaks
 * @example refusalWords('social', phrases({ self_link: 'That is you.' }))(error).message
 */
export function refusalWords(source: string, sentences: Readonly<Record<string, string>>): RefusalWords {
  return error => {
    const own = error instanceof FretworkError ? sentences[error.code] : undefined
    if (own !== undefined) return { source, message: own }
    const { sentence, values } = sentenceFor(error)
    return { source: 'core', message: sentence, ...(values && { values }) }
  }
}
