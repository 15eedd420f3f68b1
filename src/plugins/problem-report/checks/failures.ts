/** Goes through a report step by step, and names what is not as it has to be. */
import { bytesOfHex, type Lit, type MidiStep, type ProblemReport, type ReportStep } from '../file/report.js'
import { wrongField } from './event-check.js'
import { type Failure, nameOf } from './failure.js'
import { checkNeck } from './neck-check.js'
import { ReferenceVoices } from './reference-voices.js'

/** The event that makes everything fall silent. */
const PANIC = 'midi-io.panic'
/** The neck is checked where it is still: on every message up to here, then on each tenth and the last. */
const CHECKED_IN_FULL = 5000

/** The first of each kind, in the order of the steps. */
export function failuresOf(report: ProblemReport): readonly Failure[] {
  const found = new Map<string, Failure>()
  const add = (failure: Failure | undefined) => {
    if (failure && !found.has(nameOf(failure))) found.set(nameOf(failure), failure)
  }
  const voices = new ReferenceVoices()
  for (const { port, raw, string } of report.before) voices.take(port, bytesOfHex(raw), string)
  const state = shownState(report)
  const last = report.steps.findLastIndex(({ kind }) => kind === 'midi')
  for (const [index, step] of report.steps.entries()) {
    state.take(step)
    if (step.kind === 'event' && step.id === PANIC) voices.panic()
    if (step.kind !== 'midi') {
      add(failureOf(step, index))
      continue
    }
    voices.take(step.port, bytesOfHex(step.raw), step.string)
    add(eventFailure(step, index))
    const { view } = state
    if (!view || (index > CHECKED_IN_FULL && index % 10 !== 0 && index !== last)) continue
    const { lit, notes } = state
    const finding = checkNeck({ view, lit, notes, voices, bendRanges: report.bendRanges })
    if (finding) add({ ...finding, step: index })
  }
  return [...found.values()]
}

/** What the neck shows after each step, of which reports keep the changes alone. */
export function shownState({ view, start }: Pick<ProblemReport, 'view' | 'start'>) {
  const lit = new Map<string, Lit>()
  const state = {
    view,
    lit: lit as ReadonlyMap<string, Lit>,
    notes: [] as readonly number[],
    take({ shown }: Pick<ReportStep, 'shown'>) {
      if (shown?.view) state.view = shown.view
      if (shown?.notes) state.notes = shown.notes
      for (const [key, now] of Object.entries(shown?.positions ?? {})) {
        if (now) lit.set(key, now)
        else lit.delete(key)
      }
    },
  }
  if (start) state.take({ shown: start })
  return state
}

function eventFailure(step: MidiStep, index: number): Failure | undefined {
  const wrong = wrongField(step)
  if (!wrong) return undefined
  const { field, expected, actual } = wrong
  return {
    rule: 'event',
    subject: field,
    step: index,
    sentence: `The bytes ${step.raw} say ${field} ${String(expected)}, but the log says ${String(actual)}.`,
  }
}

/** A command that fails for a reason that has a code of its own has said what to do: that isn’t a fault. */
function failureOf(step: ReportStep, index: number): Failure | undefined {
  if (step.kind === 'command' && step.outcome && !step.outcome.ok && step.outcome.code === 'unexpected') {
    const { id, outcome } = step
    return {
      rule: 'command',
      subject: id,
      step: index,
      sentence: `The command ${id} failed: ${outcome.message}`,
    }
  }
  if (step.kind === 'log' && step.level === 'error') {
    const { source, message, errors = [] } = step
    return {
      rule: 'error',
      subject: message,
      step: index,
      sentence: `${source}: ${[message, ...errors].join(' – ')}`,
    }
  }
  return undefined
}
