/** `fretwork plugins check`: everything that is wrong with manifests, and what is odd about them. */
import { CORE_COMMANDS } from '../../src/core/kernel/core-commands.js'
import { createKernel, type Kernel } from '../../src/core/kernel/kernel.js'
import type { PluginManifest } from '../../src/core/kernel/plugin.js'
import { memoryPlatform } from '../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../src/plugins/plugin-list.js'
import { EXIT } from '../exit-codes.js'
import { type Candidate, type Finding, readCandidate } from './plugins-candidate.js'
import { manifestWarnings } from './plugins-warnings.js'

export interface CheckReport {
  /** Ids of the plugins that were looked at. */
  readonly checked: readonly string[]
  readonly problems: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** @param path what is checked beside the plugins of this program; without it, these alone */
export async function check(path: string | undefined, { json = false }: { json?: boolean }): Promise<number> {
  const candidate = path === undefined ? undefined : await readCandidate(path)
  const report = candidate ? checkOne(candidate) : checkAll(PLUGINS)
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : asText(report))
  return report.problems.length === 0 ? EXIT.ok : EXIT.badInput
}

/** Checks plugins against each other. */
export function checkAll(plugins: readonly PluginManifest[]): CheckReport {
  const kernel = createKernel({ platform: memoryPlatform({ host: 'node' }), plugins })
  const report = reportOf(kernel)
  kernel.dispose()
  return report
}

/** Checks one plugin beside those that ship; what is wrong with others is not told. */
function checkOne({ manifest, problems: found, shipped = false }: Candidate): CheckReport {
  if (!manifest) return { checked: [], problems: found, warnings: [] }
  const others = PLUGINS.filter(({ id }) => !(shipped && id === manifest.id))
  const all = checkAll([...others, manifest])
  const known = new Set(PLUGINS.map(({ id }) => id))
  const own = (finding: Finding) => finding.plugin === manifest.id || !known.has(finding.plugin)
  return {
    checked: [manifest.id],
    problems: [...found, ...all.problems.filter(own)],
    warnings: all.warnings.filter(own),
  }
}

function reportOf({ host }: Kernel): CheckReport {
  const core = {
    tokens: [...host.report.providers].filter(([, provider]) => provider === 'core').map(([token]) => token),
    commands: CORE_COMMANDS.map(({ id }) => id),
  }
  return {
    checked: host.manifests.map(({ id }) => id),
    problems: host.report.problems,
    warnings: manifestWarnings(host.manifests, core),
  }
}

function asText({ checked, problems, warnings }: CheckReport): string {
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  const lines = [
    ...problems.map(({ message }) => `wrong    ${message}`),
    ...warnings.map(({ message }) => `warning  ${message}`),
  ]
  const looked = checked.length === 1 ? checked[0] : count(checked.length, 'plugin')
  const told = `${count(problems.length, 'problem')} and ${count(warnings.length, 'warning')}`
  return `${[...lines, `${looked ?? 'The manifest'}: ${told}.`].join('\n')}\n`
}
