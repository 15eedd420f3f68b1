import { endpointAt } from '../../src/core/contract/endpoints.js'
import type { ApiTransport } from '../../src/core/http/api-client.js'
import { createKernel } from '../../src/core/kernel/kernel.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import type { Kernel } from '../../src/core/kernel/tokens.js'
import { FretworkError } from '../../src/core/platform/fretwork-error.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import type { ReportStep } from '../../src/plugins/diagnostics/tokens.js'
import {
  PROBLEM_REPORTS,
  type ProblemReport,
  type Replayed,
  type ReportTools,
} from '../../src/plugins/diagnostics/tokens.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { disposing } from '../platform/node-kernel.js'

export function replayReport(report: ProblemReport): Promise<Replayed> {
  return disposing(reportKernel(report), async kernel => {
    await kernel.host.activate('diagnostics')
    return kernel.get(PROBLEM_REPORTS).replay(report)
  })
}

export function reportTools(): Promise<ReportTools> {
  return disposing(reportKernel(), async kernel => {
    await kernel.host.activate('diagnostics')
    return kernel.get(PROBLEM_REPORTS).tools()
  })
}

/** Plugins needed for reports without commands. Loading only these makes a replay three times as fast. */
const FOR_MIDI = ['midi-io', 'fretboard', 'diagnostics']

function pluginsFor(report: ProblemReport | undefined): readonly PluginManifest[] {
  const isMidi = report?.steps.every(({ kind }) => kind !== 'command') ?? true
  return isMidi ? PLUGINS.filter(({ id }) => FOR_MIDI.includes(id)) : PLUGINS
}

export function reportKernel(report?: ProblemReport): Kernel {
  return createKernel({
    platform: memoryPlatform({ host: 'node' }),
    // `check` is omitted for speed. Shrinking replays a report hundreds of times.
    plugins: pluginsFor(report),
    transport: recordedServer(report?.steps ?? []),
  })
}

/** Returns each recorded response once, in order. Reports contain only the lengths of strings. */
function recordedServer(steps: readonly ReportStep[]): ApiTransport {
  const left = steps.filter(step => step.kind === 'call')
  return async config => {
    const path = new URL(config.url ?? '', 'http://recorded').pathname
    const endpoint = endpointAt(config.method?.toUpperCase() ?? 'GET', path)
    const index = left.findIndex(({ name, status }) => name === endpoint?.name && status !== undefined)
    const [call] = index < 0 ? [] : left.splice(index, 1)
    if (call?.status === undefined) {
      const message = `The report has no response for ${config.method} ${path}.`
      throw new FretworkError('report_without_answer', message)
    }
    return { status: call.status, statusText: '', data: call.answer, headers: {}, config }
  }
}
