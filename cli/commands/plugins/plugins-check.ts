/** `fretwork plugins check`: problems of manifests, clashing keys and warnings. */
import { existsSync, statSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import {
  type ClashKind,
  type KeyClashReport,
  keyClashes,
} from '../../../src/core/commands/keys/key-clashes.js'
import { createKernel, type Kernel } from '../../../src/core/kernel/host/kernel.js'
import { checkManifests } from '../../../src/core/kernel/manifest/manifest-check.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { CliError, EXIT } from '../../errors.js'
import type { Candidate, Finding } from './plugins-finding.js'
import { manifestWarnings } from './plugins-warnings.js'

/** Two commands with one key, as a finding of both plugins. */
interface FoundClash extends Finding {
  readonly kind: ClashKind
  /** The plugin of the other command. */
  readonly other: string
}

interface CheckReport {
  /** Ids of the checked plugins. */
  readonly checked: readonly string[]
  readonly problems: readonly Finding[]
  readonly keyClashes: readonly FoundClash[]
  readonly warnings: readonly Finding[]
}

/** How a clash of keys is reported. A full one is an error: one of the two commands never gets its key. */
const CLASH_WORDS: Readonly<Record<ClashKind, readonly [level: string, what: string]>> = {
  full: ['wrong', 'the second one never has it; give one of them another key'],
  partial: ['warning', 'the longer one can never be finished; give one of them another key'],
  shadow: ['note', 'the one that was chosen goes first'],
}

/** @param path what is checked together with the built-in plugins; only these if omitted */
export async function check(path: string | undefined, { json = false }: { json?: boolean }): Promise<number> {
  try {
    const report = path === undefined ? checkAll(PLUGINS) : checkOne(await readCandidate(path))
    process.stdout.write(json ? asJson(report) : asText(report))
    return isWrong(report) ? EXIT.badInput : EXIT.ok
  } catch (error) {
    if (!json || !(error instanceof CliError)) throw error
    // With --json, an invalid manifest is one more problem.
    const { code, message, exit } = error
    process.stdout.write(asJson({ ...NOTHING, problems: [{ plugin: path ?? '', code, message }] }))
    return exit
  }
}

/** For publishing: what is wrong with a package, a key that never reaches its command included. */
export async function checkPackage(path: string): Promise<readonly Finding[]> {
  const { problems, keyClashes } = checkOne(await readCandidate(path))
  return [...problems, ...keyClashes.filter(({ kind }) => kind === 'full')]
}

const NOTHING: CheckReport = { checked: [], problems: [], keyClashes: [], warnings: [] }

function isWrong({ problems, keyClashes }: CheckReport): boolean {
  return problems.length > 0 || keyClashes.some(({ kind }) => kind === 'full')
}

/** Checks plugins against each other. */
export function checkAll(plugins: readonly PluginManifest[]): CheckReport {
  const kernel = createKernel({ platform: memoryPlatform({ host: 'node' }), plugins, check: checkManifests })
  const report = reportOf(kernel)
  kernel.dispose()
  return report
}

/** Checks one plugin together with the built-in ones; problems of others are not reported. */
export function checkOne({ manifest, problems: found, shipped = false }: Candidate): CheckReport {
  if (!manifest) return { ...NOTHING, problems: found }
  const others = PLUGINS.filter(({ id }) => !(shipped && id === manifest.id))
  const all = checkAll([...others, manifest])
  const known = new Set(others.map(({ id }) => id))
  // Not by its id: a second plugin with the same id, or one without an id, gets another name.
  const own = ({ plugin }: Finding) => !known.has(plugin)
  return {
    checked: [manifest.id],
    problems: [...found, ...all.problems.filter(own)],
    keyClashes: all.keyClashes.filter(clash => own(clash) || clash.other === manifest.id),
    warnings: all.warnings.filter(own),
  }
}

function reportOf({ host }: Kernel): CheckReport {
  const core = {
    tokens: [...host.report.providers].filter(([, provider]) => provider === 'core').map(([token]) => token),
    commands: CORE_COMMANDS.map(({ id }) => id),
  }
  const broken = new Set(host.report.problems.map(({ plugin }) => plugin))
  return {
    checked: host.manifests.map(({ id }) => id),
    problems: host.report.problems,
    keyClashes: clashesOf(host.manifests.filter(({ id }) => !broken.has(id))),
    warnings: manifestWarnings(host.manifests, core),
  }
}

/** Default keys only, without the user's own. */
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

function asJson(report: CheckReport): string {
  return `${JSON.stringify(report)}\n`
}

function asText(report: CheckReport): string {
  const { checked, problems, keyClashes: clashes, warnings } = report
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  const lines = [
    ...problems.map(({ message }) => ['wrong', message]),
    ...clashes.map(({ kind, message }) => [CLASH_WORDS[kind][0], message]),
    ...warnings.map(({ message }) => ['warning', message]),
  ].map(([level = '', message]) => `${level.padEnd(7)}  ${message}`)
  const looked = checked.length === 1 ? checked[0] : count(checked.length, 'plugin')
  const number = (level: string) => lines.filter(line => line.startsWith(level)).length
  const counts = `${count(number('wrong'), 'problem')} and ${count(number('warning'), 'warning')}`
  return `${[...lines, `${checked.length === 0 ? 'The manifest' : looked}: ${counts}.`].join('\n')}\n`
}

/** The manifest of a folder: built ones first. */
const IN_FOLDER = ['plugin.json', 'dist/plugin.json', 'index.mjs', 'index.js', 'index.ts', 'src/index.ts']
const MODULES = ['.js', '.mjs', '.ts']

/**
 * The manifest at a path: JSON, or a module that exports it.
 * @throws CliError `file_missing`, `manifest_missing`, `manifest_unreadable`
 */
async function readCandidate(path: string): Promise<Candidate> {
  const file = manifestFile(resolve(path))
  if (extname(file) === '.json') return (await import('./plugins-package.js')).readPackage(file)
  return await (await import('./plugins-module.js')).readModule(file)
}

function manifestFile(path: string): string {
  if (!existsSync(path)) {
    throw new CliError(
      'file_missing',
      `There is nothing at ${path}; name a manifest or its folder.`,
      EXIT.notFound,
    )
  }
  if (!statSync(path).isDirectory()) return readable(path)
  const found = IN_FOLDER.map(name => join(path, name)).find(isFile)
  if (found) return found
  throw new CliError(
    'manifest_missing',
    `There is no manifest in ${path} (${IN_FOLDER.join(', ')}); build the plugin, or name its file.`,
    EXIT.badInput,
  )
}

function readable(path: string): string {
  // Reading a pipe or a device would block.
  if (isFile(path) && ['.json', ...MODULES].includes(extname(path))) return path
  throw new CliError(
    'manifest_missing',
    `${path} is not a manifest; name a plugin.json, a module (${MODULES.join(', ')}) that exports one, or the folder of either.`,
    EXIT.badInput,
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
