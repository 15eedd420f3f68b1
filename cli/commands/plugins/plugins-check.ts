import { resolve } from 'node:path'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import {
  type ClashKind,
  type KeyClashReport,
  keyClashes,
} from '../../../src/core/commands/keys/key-clashes.js'
import { createKernel } from '../../../src/core/kernel/kernel.js'
import { checkManifests } from '../../../src/core/kernel/manifest-check.js'
import type { PluginManifest } from '../../../src/core/kernel/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { EXIT } from '../../errors.js'
import { counted, plain } from '../../io/print.js'
import { type BuiltPlugin, checkBuilt } from './check/check-built.js'
import type { Finding } from './plugins-finding.js'

interface FoundClash extends Finding {
  readonly kind: ClashKind
  readonly other: string
}

interface CheckReport {
  readonly checked: readonly string[]
  readonly problems: readonly Finding[]
  readonly keyClashes: readonly FoundClash[]
  readonly warnings: readonly Finding[]
}

/**
 * Severity and description of each type of conflict. A full conflict is an error: one command never gets its
 * key.
 */
const CLASH_WORDS: Readonly<Record<ClashKind, readonly [level: string, what: string]>> = {
  full: ['wrong', 'the second never gets it; change one of the shortcuts'],
  partial: ['warning', 'the longer sequence can never complete; change one of the shortcuts'],
  shadow: ['note', 'the first one takes precedence'],
}

export async function check(path: string | undefined, { json = false }: { json?: boolean }): Promise<number> {
  const report = path === undefined ? checkAll(PLUGINS) : checkOne(await checkBuilt(resolve(path)))
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : asText(report))
  const isWrong = report.problems.length > 0 || report.keyClashes.some(({ kind }) => kind === 'full')
  return isWrong ? EXIT.badInput : EXIT.ok
}

export function checkAll(plugins: readonly PluginManifest[]): CheckReport {
  const kernel = createKernel({ platform: memoryPlatform({ host: 'node' }), plugins, check: checkManifests })
  const { host } = kernel
  const { manifests, report } = host
  const broken = new Set(report.problems.map(({ plugin }) => plugin))
  kernel.dispose()
  return {
    checked: manifests.map(({ id }) => id),
    problems: report.problems,
    keyClashes: clashesOf(manifests.filter(({ id }) => !broken.has(id))),
    warnings: [],
  }
}

/** Adds conflicts with the built-in plugins. */
function checkOne({ name, manifest, problems, warnings }: BuiltPlugin): CheckReport {
  if (!manifest) return { checked: [name], problems, keyClashes: [], warnings }
  if (PLUGINS.some(({ id }) => id === manifest.id)) {
    const message = `Fretwork itself has a plugin with the id "${manifest.id}"; choose another.`
    const twice = { plugin: manifest.id, code: 'plugin_twice', message }
    return { checked: [name], problems: [...problems, twice], keyClashes: [], warnings }
  }
  const all = checkAll([...PLUGINS, manifest])
  const own = ({ plugin }: Finding) => plugin === manifest.id
  const found = all.problems.filter(own)
  // Omit problems that the kernel also reports for a refused plugin.
  const others = problems.filter(({ message }) => !found.some(each => message.includes(each.message)))
  return {
    checked: [name],
    problems: [...others, ...found],
    keyClashes: all.keyClashes.filter(clash => own(clash) || clash.other === manifest.id),
    warnings,
  }
}

function clashesOf(manifests: readonly PluginManifest[]): FoundClash[] {
  const commands = [
    ...HOST_COMMANDS.map(command => ({ ...command, source: 'app' })),
    ...CORE_COMMANDS.map(command => ({ ...command, source: 'core' })),
    ...manifests.flatMap(({ id, contributes }) =>
      (contributes?.commands ?? []).map(command => ({ ...command, source: id })),
    ),
  ]
  return keyClashes(
    commands.map(command => ({ ...command, defaultKeys: 'keys' in command ? (command.keys ?? []) : [] })),
    {},
  ).map(clash => ({
    plugin: clash.second.source,
    other: clash.first.source,
    code: 'key_clash',
    kind: clash.kind,
    message: clashSentence(clash),
  }))
}

function clashSentence({ kind, first, firstKey, second, secondKey }: KeyClashReport): string {
  const keys = firstKey === secondKey ? `the key ${firstKey}` : `the keys ${firstKey} and ${secondKey}`
  return `"${first.title}" (${first.id}) and "${second.title}" (${second.id}) share ${keys}: ${CLASH_WORDS[kind][1]}.`
}

function asText(report: CheckReport): string {
  const { checked, problems, keyClashes: clashes, warnings } = report
  const lines = [
    ...problems.map(({ message }) => ['wrong', message]),
    ...clashes.map(({ kind, message }) => [CLASH_WORDS[kind][0], message]),
    ...warnings.map(({ message }) => ['warning', message]),
  ].map(([level = '', message = '']) => plain(`${level.padEnd(7)}  ${message}`))
  const looked = checked.length === 1 ? checked[0] : counted(checked.length, 'plugin')
  const number = (level: string) => lines.filter(line => line.startsWith(level)).length
  const counts = `${counted(number('wrong'), 'problem')} and ${counted(number('warning'), 'warning')}`
  return `${[...lines, `${looked}: ${counts}.`].join('\n')}\n`
}
