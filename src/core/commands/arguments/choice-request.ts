/** For whom the values of an argument are listed: what was typed, and how long the answer is waited for. */

export interface ChoiceRequest {
  /** As it is written so far; empty for a question that is not `searched`. */
  readonly typed: string
  /** Aborted once nobody waits for the answer. */
  readonly signal: AbortSignal
}

/** Of who wants them all, and waits to the end. */
export function patiently(): ChoiceRequest {
  return { typed: '', signal: new AbortController().signal }
}
