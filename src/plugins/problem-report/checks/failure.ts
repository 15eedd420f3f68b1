/** What is wrong in a report: one rule that a step has broken. */

/** Names of rules, the same in every version. */
export type Rule =
  | 'event'
  | 'notes'
  | 'dark-note'
  | 'lit-without-note'
  | 'wrong-pitch'
  | 'out-of-range'
  | 'velocity'
  | 'held'
  | 'bend'
  | 'command'
  | 'error'

export interface Failure {
  readonly rule: Rule
  /** Index of the step after which it was seen. */
  readonly step: number
  /** English: what was expected, and what was there. */
  readonly sentence: string
  /** The command or the part of the program it concerns; two failures of the same rule and subject are the same fault. */
  readonly subject?: string
}

/** `dark-note`, `command fretboard.clear`: what stays the same when a report is made smaller. */
export function nameOf({ rule, subject }: Failure): string {
  return subject === undefined ? rule : `${rule} ${subject}`
}
