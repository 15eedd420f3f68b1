/** Removes later steps, other pitches, and channels without notes. These rarely affect the failure. */
import { bytesOfHex, type ProblemReport } from './report.js'

export interface Shrinking {
  /** Index of the failing step, which is always kept. */
  readonly at: number
  fails(report: ProblemReport): Promise<boolean>
  onProgress?(steps: number, tries: number): void
  /** On abort, the smallest failing report found so far is returned. */
  readonly signal?: AbortSignal
}

/** Step types that can have effects. */
const CAUSES = ['midi', 'command', 'settings']

type Message = { readonly port: string; readonly raw: string }

/** @param report must fail */
export async function shrinkReport(
  report: ProblemReport,
  { at, fails, onProgress, signal }: Shrinking,
): Promise<ProblemReport> {
  let best = report
  let tries = 0
  const attempt = async (smaller: ProblemReport): Promise<void> => {
    if (signal?.aborted) return
    tries += 1
    if (await fails(smaller)) best = smaller
    onProgress?.(best.steps.length, tries)
  }
  const { picture: _, ...rest } = report
  const last = report.steps[at]
  await attempt({
    ...rest,
    steps: report.steps.slice(0, at + 1).filter(step => step === last || CAUSES.includes(step.kind)),
  })
  const stays = last?.kind === 'midi' ? last : undefined
  const messages = [...best.before, ...best.steps.filter(step => step.kind === 'midi')]
  // Remove a pitch on all channels and ports: any of them may have lit it on the neck.
  for (const pitch of new Set(messages.map(pitchOf))) {
    if (pitch === undefined || (stays && pitchOf(stays) === pitch)) continue
    await attempt(without(best, message => pitchOf(message) === pitch))
  }
  for (const channel of new Set(messages.map(channelOf))) {
    if (channel === undefined) continue
    const isOn = (message: Message) => channelOf(message) === channel
    const left = [...best.before, ...best.steps.filter(step => step.kind === 'midi')].filter(isOn)
    const isNeeded = (stays && isOn(stays)) || left.some(message => pitchOf(message) !== undefined)
    if (!isNeeded) await attempt(without(best, isOn))
  }
  return best
}

function without(report: ProblemReport, isOut: (message: Message) => boolean): ProblemReport {
  return {
    ...report,
    steps: report.steps.filter(step => step.kind !== 'midi' || !isOut(step)),
    before: report.before.filter(message => !isOut(message)),
  }
}

function pitchOf({ raw }: Message): number | undefined {
  const [status = 0, pitch] = bytesOfHex(raw)
  return status >= 0x80 && status < 0xa0 ? pitch : undefined
}

/** Returns `undefined` for system messages, which are always kept. */
function channelOf({ port, raw }: Message): string | undefined {
  const [status = 0] = bytesOfHex(raw)
  return status < 0xf0 ? `${port} ${status & 15}` : undefined
}
