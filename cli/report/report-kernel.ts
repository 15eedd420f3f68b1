/** Kernels that replay problem reports: new each time, without network, and with a clock that does not move. */
import { createKernel, type Kernel } from '../../src/core/kernel/host/kernel.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import {
  PROBLEM_REPORTS,
  type ProblemReport,
  type Replayed,
  type ReportTools,
} from '../../src/plugins/problem-report/tokens.js'
import { recordedServer } from './recorded-server.js'

/** @param kernel what is done with it before the replay: a test puts a fault into it */
export async function replayReport(
  report: ProblemReport,
  prepare: (kernel: Kernel) => void = () => undefined,
): Promise<Replayed> {
  const kernel = reportKernel(report)
  try {
    prepare(kernel)
    await kernel.host.activate('problem-report')
    return await kernel.get(PROBLEM_REPORTS).replay(report)
  } finally {
    kernel.dispose()
  }
}

export async function reportTools(): Promise<ReportTools> {
  const kernel = reportKernel()
  try {
    await kernel.host.activate('problem-report')
    return await kernel.get(PROBLEM_REPORTS).tools()
  } finally {
    kernel.dispose()
  }
}

function reportKernel(report?: ProblemReport): Kernel {
  return createKernel({
    platform: { ...memoryPlatform(), host: 'node' },
    plugins: PLUGINS,
    // They ship with the program, and are checked by its tests: a report is replayed hundreds of times.
    trusted: true,
    transport: recordedServer(report?.steps ?? []),
  })
}
