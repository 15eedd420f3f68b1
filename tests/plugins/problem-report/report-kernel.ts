/** Kernels with a neck that reports are made in, and replayed in. */
import { createTestKernel, type TestKernel } from '../../../src/core/testing/index.js'
import { NECK } from '../../../src/plugins/fretboard/tokens.js'
import { MIDI_INPUT } from '../../../src/plugins/midi-io/tokens.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { reportTools } from '../../../src/plugins/problem-report/report-tools.js'
import {
  PROBLEM_REPORTS,
  type ProblemReport,
  type Replayed,
  type ReportTools,
} from '../../../src/plugins/problem-report/tokens.js'

export const tools: ReportTools = reportTools

export interface ReportKernel {
  readonly kernel: TestKernel
  /** @param bytes in hexadecimal: `90 40 64` */
  play(
    bytes: string,
    options?: { readonly port?: string; readonly at?: number; readonly string?: number },
  ): void
  capture(): Promise<ProblemReport>
}

export async function reportKernel(): Promise<ReportKernel> {
  const kernel = await createTestKernel({ plugins: PLUGINS })
  await kernel.host.activate('fretboard')
  await kernel.host.activate('problem-report')
  const input = kernel.get(MIDI_INPUT)
  kernel.get(NECK)
  return {
    kernel,
    play: (bytes, { port = 'guitar', ...options } = {}) => {
      const raw = bytes.split(' ').map(byte => Number.parseInt(byte, 16))
      input.receive(raw, { portId: port, ...options })
    },
    capture: () => kernel.get(PROBLEM_REPORTS).capture(),
  }
}

/** In a kernel of its own, as on another machine. */
export async function replayElsewhere(report: ProblemReport): Promise<Replayed> {
  const kernel = await createTestKernel({ plugins: PLUGINS })
  try {
    await kernel.host.activate('problem-report')
    return await kernel.get(PROBLEM_REPORTS).replay(report)
  } finally {
    kernel.dispose()
  }
}
