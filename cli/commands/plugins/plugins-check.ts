import { statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { CORE_COMMANDS, HOST_COMMANDS } from '../../../src/core/commands/built-in-commands.js'
import {
  type ClashKind,
  type KeyClashReport,
  keyClashes,
} from '../../../src/core/commands/keys/key-clashes.js'
import { createKernel, type Kernel } from '../../../src/core/kernel/host/kernel.js'
import { manifestFromJson } from '../../../src/core/kernel/manifest/external-manifest.js'
import { checkManifests } from '../../../src/core/kernel/manifest/manifest-check.js'
import type { PluginManifest } from '../../../src/core/kernel/manifest/plugin.js'
import { memoryPlatform } from '../../../src/core/platform/memory-platform.js'
import { folderSource } from '../../../src/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../src/packages/plugin-package.js'
import { Refusal } from '../../../src/packages/refusal.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { badInput, EXIT, notFound } from '../../errors.js'
import { counted } from '../../io/print.js'
import { manifestIn } from '../../packages/list-place.js'
import { PackageCode } from '../../packages/package-code.js'
import { isShared } from '../../packages/shared-modules.js'
import type { Finding } from './plugins-finding.js'
import { runtimeProblems } from './plugins-runtime.js'
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

/** A full clash is an error: one of the commands never gets its key. */
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
  if (!found) throw notFound('file_missing', `There is nothing at ${path}; name a plugin.json or its folder.`)
  const file = found.isDirectory() ? manifestIn(path) : path
  if (file !== undefined) return file
  const message = `There is no plugin.json in ${path}, nor in its dist; build the plugin, or name the file.`
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
      message: `${id} imports "${name}", which the application does not have for plugins; let the build bundle it.`,
    }))
}
