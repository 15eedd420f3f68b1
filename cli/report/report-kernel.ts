import { createKernel, type Kernel } from '../../src/core/kernel/host/kernel.js'
import type { PluginManifest } from '../../src/core/kernel/manifest/plugin.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import {
  PROBLEM_REPORTS,
  type ProblemReport,
  type Replayed,
  type ReportTools,
} from '../../src/plugins/problem-report/tokens.js'
import { disposing } from '../platform/node-kernel.js'
import { recordedServer } from './recorded-server.js'

export function replayReport(report: ProblemReport): Promise<Replayed> {
  return disposing(reportKernel(report), async kernel => {
    await kernel.host.activate('problem-report')
    return kernel.get(PROBLEM_REPORTS).replay(report)
  })
}

export function reportTools(): Promise<ReportTools> {
  return disposing(reportKernel(), async kernel => {
    await kernel.host.activate('problem-report')
    return kernel.get(PROBLEM_REPORTS).tools()
  })
}

/** With these alone, a replay takes a third of the time. */
const FOR_MIDI = ['midi-io', 'fretboard', 'positions', 'replay', 'problem-report']

function pluginsFor(report: ProblemReport | undefined): readonly PluginManifest[] {
  const isMidi = report?.steps.every(({ kind }) => kind !== 'command') ?? true
  return isMidi ? PLUGINS.filter(({ id }) => FOR_MIDI.includes(id)) : PLUGINS
}

export function reportKernel(report?: ProblemReport): Kernel {
  return createKernel({
    platform: memoryPlatform({ host: 'node' }),
    // Not checked: they ship with the program, and a report is replayed hundreds of times.
    plugins: pluginsFor(report),
    transport: recordedServer(report?.steps ?? []),
  })
}
