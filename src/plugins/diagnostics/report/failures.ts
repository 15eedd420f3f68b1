import type { ProblemReport, ReportStep } from './report.js'

export interface Failure {
  readonly rule: 'command' | 'error'
  readonly step: number
  readonly sentence: string
  readonly subject: string
}

/** Returns a name that stays the same in smaller reports, such as `command fretboard.clear`. */
export function failureName({ rule, subject }: Failure): string {
  return `${rule} ${subject}`
}

export function failuresOf({ steps }: ProblemReport): readonly Failure[] {
  const found = new Map<string, Failure>()
  for (const [index, step] of steps.entries()) {
    const failure = failureOf(step, index)
    if (failure && !found.has(failureName(failure))) found.set(failureName(failure), failure)
  }
  return [...found.values()]
}

/** Ignores commands that failed with an error code: their message already explains what to do. */
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
