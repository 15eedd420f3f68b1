/**
 * Finds the smallest part of a report that still fails: first fewer steps, by delta debugging (Zeller and Hildebrandt,
 * “Simplifying and Isolating Failure-Inducing Input”, 2002), then simpler values.
 */
import { bytesOfHex, hexOf, type MidiStep, type ProblemReport, type ReportStep } from '../file/report.js'

export interface Shrinking {
  /** Whether a smaller report fails in the same way. */
  fails(report: ProblemReport): Promise<boolean>
  /** @param steps that are left @param tries so far */
  onProgress?(steps: number, tries: number): void
  /** Ends it early, with the smallest part so far. */
  readonly signal?: AbortSignal
}

/** Each is a replay: a quarter of an hour of the slow ones. */
const MOST_TRIES = 20_000
/** Only these can make anything happen. */
const CAUSES: readonly ReportStep['kind'][] = ['midi', 'command', 'settings']

/** @param report has to fail */
export async function shrinkReport(
  report: ProblemReport,
  { fails, onProgress, signal }: Shrinking,
): Promise<ProblemReport> {
  let best = report
  let tries = 0
  /** Keeps a smaller report if it still fails. */
  const attempt = async (smaller: ProblemReport): Promise<boolean> => {
    if (signal?.aborted || tries >= MOST_TRIES) return false
    tries += 1
    const isKept = await fails(smaller)
    if (isKept) best = smaller
    onProgress?.(best.steps.length, tries)
    return isKept
  }
  const causes = report.steps.filter(({ kind }) => CAUSES.includes(kind)).map(withoutShown)
  const { picture: _, start: _start, ...rest } = report
  await attempt({ ...rest, steps: causes })
  for (let before = Number.POSITIVE_INFINITY; best.steps.length < before; ) {
    before = best.steps.length
    await fewerSteps(best, attempt, () => best.steps)
  }
  for (const simpler of SIMPLER) {
    const tried = simpler(best)
    if (tried) await attempt(tried)
  }
  // A note and its end change together.
  for (const pitch of new Set(best.steps.flatMap(pitchOf))) {
    const tried = changed(best, step => (pitchOf(step)[0] === pitch ? withPitch(step, PLAIN) : step))
    if (tried) await attempt(tried)
  }
  for (let index = 0; index < best.steps.length; index += 1) {
    for (const simpler of SIMPLER_STEP) {
      const step = best.steps[index]
      const tried = step?.kind === 'midi' ? simpler(step) : undefined
      if (tried) await attempt({ ...best, steps: best.steps.with(index, tried) })
    }
  }
  return best
}

/** Takes out ever smaller pieces. */
async function fewerSteps(
  report: ProblemReport,
  attempt: (report: ProblemReport) => Promise<boolean>,
  left: () => readonly ReportStep[],
): Promise<void> {
  // What comes after the failure does not matter: the shortest beginning that fails is found by halves.
  let [low, high] = [0, left().length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await attempt({ ...report, steps: left().slice(0, middle) })) high = middle
    else low = middle
  }
  for (let size = left().length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < left().length; ) {
      const steps = left()
      const fewer = steps.toSpliced(from, size)
      // Where it still fails, the next piece has moved here.
      if (fewer.length === steps.length || !(await attempt({ ...report, steps: [...fewer] }))) from += size
    }
  }
}

/** Reports with less in them; undefined where there is nothing to leave out. */
const SIMPLER: readonly ((report: ProblemReport) => ProblemReport | undefined)[] = [
  report => (report.before.length > 0 ? { ...report, before: [] } : undefined),
  report => (Object.keys(report.settings).length > 0 ? { ...report, settings: {} } : undefined),
  ({ bendRanges, ...report }) =>
    Object.keys(bendRanges).length > 0 ? { ...report, bendRanges: {} } : undefined,
  // One device.
  report => changed(report, step => ({ ...step, port: 'in' })),
  // The rhythm does not matter.
  report => changed(report, step => ({ ...step, at: 0, time: '12:00:00:000' })),
  report => changed(report, step => ({ ...step, raw: onChannel1(step.raw) })),
]

const SIMPLER_STEP: readonly ((step: MidiStep) => MidiStep | undefined)[] = [
  ({ string, ...step }) => (string === undefined ? undefined : step),
  step =>
    withBytes(step, ([status = 0, first = 0, second = 0]) => [
      status,
      first,
      isNoteOn(status, second) ? 64 : second,
    ]),
]

function changed(report: ProblemReport, change: (step: MidiStep) => MidiStep): ProblemReport | undefined {
  const steps = report.steps.map(step => (step.kind === 'midi' ? change(step) : step))
  return JSON.stringify(steps) === JSON.stringify(report.steps) ? undefined : { ...report, steps }
}

function withBytes(step: MidiStep, change: (bytes: readonly number[]) => number[]): MidiStep | undefined {
  const bytes = bytesOfHex(step.raw)
  if (bytes.length !== 3) return undefined
  const changed = change(bytes)
  const raw = hexOf(changed)
  return raw === step.raw ? undefined : { ...step, raw }
}

/** The open first string of a guitar. */
const PLAIN = 64

/** The pitch of a note's beginning or end. */
function pitchOf(step: ReportStep): number[] {
  if (step.kind !== 'midi') return []
  const [status = 0, pitch = 0] = bytesOfHex(step.raw)
  return isNote(status) ? [pitch] : []
}

function withPitch(step: MidiStep, pitch: number): MidiStep {
  return { ...step, raw: hexOf(bytesOfHex(step.raw).with(1, pitch)) }
}

function onChannel1(raw: string): string {
  const bytes = bytesOfHex(raw)
  const [status = 0] = bytes
  return status < 0xf0 ? hexOf(bytes.with(0, status & 0xf0)) : raw
}

function isNote(status: number): boolean {
  return status >= 0x80 && status < 0xa0
}

function isNoteOn(status: number, velocity: number): boolean {
  return status >= 0x90 && status < 0xa0 && velocity > 0
}

function withoutShown({ shown: _, ...step }: ReportStep): ReportStep {
  return step.kind === 'midi' ? withoutEvent(step) : step
}

function withoutEvent({ event: _, ...step }: Omit<MidiStep, 'shown'>): MidiStep {
  return step
}
