/** Goes through a report step by step, and names what MIDI and the neck do not allow; it shares no code with the neck. */
import { bytesOfHex, type ProblemReport } from '../../../../src/plugins/problem-report/file/report.js'
import { shownState } from '../../../../src/plugins/problem-report/replay/difference.js'
import { wrongField } from './event-check.js'
import { checkNeck } from './neck-check.js'
import { ReferenceVoices } from './reference-voices.js'

/** The event that makes everything fall silent. */
const PANIC = 'midi-io.panic'

/** The first of each rule, with the number of its step. */
export function violationsOf(report: ProblemReport): string[] {
  const found = new Map<string, string>()
  const voices = new ReferenceVoices()
  for (const { port, raw, string } of report.before) voices.take(port, bytesOfHex(raw), string)
  const state = shownState(report)
  for (const [index, step] of report.steps.entries()) {
    const add = (rule: string, sentence: string) => {
      if (!found.has(rule)) found.set(rule, `step ${index + 1}, ${rule}: ${sentence}`)
    }
    state.take(step)
    if (step.kind === 'event' && step.id === PANIC) voices.panic()
    if (step.kind !== 'midi') continue
    voices.take(step.port, bytesOfHex(step.raw), step.string)
    const wrong = wrongField(step)
    if (wrong) add('event', `${wrong.field} is ${wrong.actual} instead of ${wrong.expected}.`)
    const { view, lit, notes } = state
    const finding = view && checkNeck({ view, lit, notes, voices, bendRanges: report.bendRanges })
    if (finding) add(finding.rule, finding.sentence)
  }
  return [...found.values()]
}
