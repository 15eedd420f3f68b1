/** What came of a provider's answer. */
import type { ErrorSentence } from '../../core/http/error-sentences.js'

export interface RefusedSignIn {
  /** Whose words the sentence is of: `core` or this plugin. */
  readonly source: string
  readonly said: ErrorSentence
}

export interface ProviderAnswer {
  /** Why it opens nothing, where it does not. */
  readonly refusal?: RefusedSignIn
  /** Where the log-in was to lead when it was begun. */
  readonly returnTo?: string
}
