import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import {
  type ClashKind,
  type KeyClashReport,
  keyClashes,
} from '../../../src/core/commands/keys/key-clashes.js'
import { manifestFromJson } from '../../../src/core/kernel/external-manifest.js'
import { createKernel } from '../../../src/core/kernel/kernel.js'
import { checkManifests } from '../../../src/core/kernel/manifest-check.js'
import type { PluginManifest, PluginRuntime } from '../../../src/core/kernel/plugin.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { folderSource } from '../../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../../src/sandbox/packages/refusal.js'
import { badInput, EXIT, notFound } from '../../errors.js'
import { counted } from '../../io/print.js'
import { manifestIn } from '../../packages/list-place.js'
import { PackageCode } from '../../packages/package-code.js'
import { isShared } from '../../packages/shared-modules.js'
import { type Finding, nearEnd } from './plugins-finding.js'
import { manifestWarnings } from './plugins-warnings.js'

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
 * Severity and text of each conflict. A full conflict is an error, because one command never gets its key.
 */
const CLASH_WORDS: Readonly<Record<ClashKind, readonly [level: string, what: string]>> = {
  full: ['wrong', 'the second never gets it; change one of the shortcuts'],
  partial: ['warning', 'the longer sequence can never complete; change one of the shortcuts'],
  shadow: ['note', 'the first one takes precedence'],
}

export async function check(path: string | undefined, { json = false }: { json?: boolean }): Promise<number> {
  const report =
    path === undefined ? checkAll(PLUGINS) : checkOne(await readBuilt(manifestFile(resolve(path))))
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : asText(report))
  const isWrong = report.problems.length > 0 || report.keyClashes.some(({ kind }) => kind === 'full')
  return isWrong ? EXIT.badInput : EXIT.ok
}

export function checkAll(plugins: readonly PluginManifest[]): CheckReport {
  const kernel = createKernel({ platform: memoryPlatform({ host: 'node' }), plugins, check: checkManifests })
  const report = reportOf(kernel)
  kernel.dispose()
  return report
}

export function checkOne({ manifest, problems: found }: BuiltPlugin): CheckReport {
  if (!manifest) return { checked: [], problems: found, keyClashes: [], warnings: [] }
  const all = checkAll([...PLUGINS, manifest])
  const known = new Set(PLUGINS.map(({ id }) => id))
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
  ].map(([level = '', message]) => `${level.padEnd(7)}  ${message}`)
  const looked = checked.length === 1 ? checked[0] : counted(checked.length, 'plugin')
  const number = (level: string) => lines.filter(line => line.startsWith(level)).length
  const counts = `${counted(number('wrong'), 'problem')} and ${counted(number('warning'), 'warning')}`
  return `${[...lines, `${checked.length === 0 ? 'The manifest' : looked}: ${counts}.`].join('\n')}\n`
}

function manifestFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found)
    throw notFound('file_missing', `There is nothing at ${path}; specify a plugin.json or its folder.`)
  const file = found.isDirectory() ? manifestIn(path) : path
  if (file !== undefined) return file
  const message = `There is no plugin.json in ${path}, or in its dist folder. Build the plugin, or specify the file.`
  throw badInput('manifest_missing', message)
}

interface BuiltPlugin {
  readonly manifest?: PluginManifest
  readonly problems: readonly Finding[]
}

async function readBuilt(file: string): Promise<BuiltPlugin> {
  try {
    const found = await readPackage(folderSource(dirname(file), basename(file)))
    const load = new PackageCode().add(found)
    const locale = () => Promise.reject(new Error('Words are not checked.'))
    const manifest = manifestFromJson(found.manifest, { load, locale })
    const imports = await importProblems(found)
    const code = await runtimeProblems(manifest)
    const known = code.filter(each => manifest.runsIn.includes('node') || each.code !== 'runtime_unreadable')
    return { manifest, problems: [...imports, ...known] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problems: [{ plugin: file, code: error.code, message: `${file}: ${error.message}` }] }
  }
}

async function importProblems({ manifest: { id }, files }: PluginPackage): Promise<Finding[]> {
  await init
  const names = [...files]
    .filter(([path]) => /\.m?js$/.test(path))
    .flatMap(([, { bytes }]) => parse(bytes.toString('utf8'))[0])
    .flatMap(({ specifier }) =>
      typeof specifier === 'string' && !/^[./]|^[a-z]+:/.test(specifier) ? specifier : [],
    )
  return [...new Set(names)]
    .filter(name => !isShared(name))
    .map(name => ({
      plugin: id,
      code: 'import_unknown',
      message: `${id} imports "${name}", which the application does not provide to plugins. Configure the build to bundle it.`,
    }))
}

type Add = (code: string, message: string) => void

export async function runtimeProblems(manifest: PluginManifest): Promise<Finding[]> {
  const { id } = manifest
  const found: Finding[] = []
  const add: Add = (code, message) => void found.push({ plugin: id, code, message })
  let loaded: unknown
  try {
    loaded = await manifest.load()
  } catch (error) {
    const reason = messageOf(error).split('\n')[0]
    add('runtime_unreadable', `The runtime of ${id} cannot be loaded: ${reason}`)
    return found
  }
  const { default: runtime } = Object(loaded) as { readonly default?: PluginRuntime }
  if (typeof runtime !== 'object' || runtime === null) {
    const message = `The runtime of ${id} has no default export; add export default defineRuntime(…) in the module that "load" imports.`
    add('runtime_without_default', message)
    return found
  }
  checkHandlers(manifest, runtime, add)
  checkChoices(manifest, runtime, add)
  checkScreens(manifest, runtime, add)
  checkProviders(manifest, runtime, add)
  return found
}

function checkHandlers({ id, contributes }: PluginManifest, { commands = {} }: PluginRuntime, add: Add) {
  const declared = (contributes?.commands ?? []).map(command => command.id)
  for (const command of declared) {
    if (typeof commands[command] === 'function') continue
    const end = nearEnd(command, Object.keys(commands))
    const message = `The command "${command}" of ${id} has no handler; add it to commands${end}`
    add('command_without_handler', message)
  }
  for (const command of Object.keys(commands)) {
    if (declared.includes(command)) continue
    const end = nearEnd(command, declared)
    const message = `The command "${command}" of ${id} is not declared in the manifest; add it there or remove the handler${end}`
    add('command_undeclared', message)
  }
}

function checkChoices({ id, contributes }: PluginManifest, { choices = {} }: PluginRuntime, add: Add): void {
  const { commands = [], settings = [] } = contributes ?? {}
  const named = settings.flatMap(({ id: section, fields = [] }) =>
    fields.flatMap(({ id: field, choices: list }) =>
      typeof list === 'string' ? [{ section, field, list }] : [],
    ),
  )
  const given = Object.entries(choices).flatMap(([command, lists]) =>
    Object.keys(lists).map(name => ({ command, name, list: `${command}.${name}` })),
  )
  for (const { command, name, list } of given) {
    const args = commands.find(each => each.id === command)?.args
    const names = Object.keys(Object(Object(args).shape))
    // Skip valid argument names, and commands whose argument names are unknown. Settings may use any list.
    if (args && (names.length === 0 || names.includes(name))) continue
    if (named.some(each => each.list === list)) continue
    const end = nearEnd(name, names)
    add('choices_unknown', `The choices of ${id} for "${list}" belong to no argument; correct the name${end}`)
  }
  const lists = given.map(({ list }) => list)
  for (const { section, field, list } of named) {
    if (lists.includes(list)) continue
    const end = nearEnd(list, lists)
    const message = `The field "${field}" of the settings "${section}" refers to the choices "${list}", which the runtime of ${id} does not have; add them to choices${end}`
    add('field_choices_unknown', message)
  }
}

function checkScreens({ id, contributes }: PluginManifest, { screens = {} }: PluginRuntime, add: Add): void {
  const { routes = [], drawers = [], header = [] } = contributes ?? {}
  for (const name of new Set([...routes, ...drawers, ...header].map(({ screen }) => screen))) {
    if (typeof screens[name] === 'function') continue
    const end = nearEnd(name, Object.keys(screens))
    add('screen_missing', `The screen "${name}" of ${id} is missing; add it to screens of the runtime${end}`)
  }
}

function checkProviders({ id, provides = [] }: PluginManifest, { providers = [] }: PluginRuntime, add: Add) {
  const provided = provides.map(token => token.id)
  const given = providers.map(({ token }) => token.id)
  for (const token of provided.filter(each => !given.includes(each)))
    add('provider_missing', `"${token}" of ${id} has no provider; add provide(TOKEN, Class) to providers.`)
  for (const token of given.filter(each => !provided.includes(each) && !each.startsWith(`${id}.`))) {
    const message = `${id} has a provider for "${token}", which its manifest does not provide; add the token to provides.`
    add('provider_undeclared', message)
  }
}
