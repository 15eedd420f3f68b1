/** What the program itself has reported as wrong: commands that failed unexpectedly, and errors in the log. */
import type { ProblemReport, ReportStep } from '../file/report.js'

export interface Failure {
  readonly rule: 'command' | 'error'
  /** Index of the step after which it was seen. */
  readonly step: number
  /** English. */
  readonly sentence: string
  /** The command or the message; two failures of the same rule and subject are the same fault. */
  readonly subject: string
}

/** `command fretboard.clear`: what stays the same when a report is made smaller. */
export function nameOf({ rule, subject }: Failure): string {
  return `${rule} ${subject}`
}

/** The first of each kind, in the order of the steps. */
export function failuresOf({ steps }: ProblemReport): readonly Failure[] {
  const found = new Map<string, Failure>()
  for (const [index, step] of steps.entries()) {
    const failure = failureOf(step, index)
    if (failure && !found.has(nameOf(failure))) found.set(nameOf(failure), failure)
  }
  return [...found.values()]
}

/** A command that fails for a reason that has a code of its own has said what to do: that isn’t a fault. */
function failureOf(step: ReportStep, index: number): Failure | undefined {
  if (step.kind === 'command' && step.outcome && !step.outcome.ok && step.outcome.code === 'unexpected') {
    const { id, outcome } = step
    const sentence = `The command ${id} failed: ${outcome.message}`
    return { rule: 'command', subject: id, step: index, sentence }
  }
  if (step.kind === 'log' && step.level === 'error') {
    const { source, message, errors = [] } = step
    const sentence = `${source}: ${[message, ...errors].join(' – ')}`
    return { rule: 'error', subject: message, step: index, sentence }
  }
  return undefined
}
