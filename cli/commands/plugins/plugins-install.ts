import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { PluginJson } from '../../../src/core/contract/external-plugins.js'
import { permissionWords } from '../../../src/core/permissions/permission-words.js'
import { type AskingPlugin, permissionsAsked, reasonFor } from '../../../src/core/permissions/permissions.js'
import { fillSentence } from '../../../src/core/platform/phrases.js'
import { type AllowedPlugin, readRawList } from '../../../src/sandbox/packages/allow-list.js'
import { folderSource, integrityOf } from '../../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../../src/sandbox/packages/refusal.js'
import { badInput, CliError, notFound } from '../../errors.js'
import { askLine } from '../../io/ask-line.js'
import { reasonOf, writeWhole } from '../../io/files.js'
import { plain, printJson, printLine } from '../../io/print.js'
import { manifestIn, packagePlace } from '../../packages/list-place.js'
import type { NpmPackage } from '../../packages/npm-package.js'

export interface InstallOptions {
  readonly list?: string
  readonly json?: boolean
  readonly yes?: boolean
  readonly minAge?: number
}

export async function install(spec: string, options: InstallOptions) {
  const { minAge, json, list: named } = options
  const list = named === undefined ? packagePlace().path : resolve(named)
  const { npmPackage } = await import('../../packages/npm-package.js')
  const wanted = await npmPackage(spec, minAge)
  const place = folderOf(list, wanted)
  const draft = `${place}.${randomUUID().slice(0, 8)}`
  await mkdir(draft, { recursive: true }).catch(unwritable(list))
  try {
    const { found, manifest } = await unpacked(wanted, draft)
    const { id } = found.manifest
    const entries = entriesOf(list)
    const before = entries.find(each => each.id === id)
    if (before && before.package !== wanted.name) throw taken(id, before.package, list)
    await confirm(found, spec, wanted, options)
    await rm(place, { recursive: true, force: true })
    await rename(draft, place)
    const entry = {
      ...{ id, package: wanted.name, version: wanted.version },
      manifest: relative(dirname(list), join(place, relative(draft, manifest))),
      integrity: integrityOf(found.manifestBytes),
    }
    // Keep the fields written by the operator.
    const changed = entries.map(each => (each === before ? { ...each, ...entry } : each))
    await writeList(list, before ? changed : [...entries, entry])
    if (before && before.version !== wanted.version) await removeFolder(list, before)
    const { publishedAt, attestation } = wanted
    if (json) printJson({ ...entry, list, publishedAt, attestation, permissions: found.manifest.permissions })
    else printLine(`Installed "${id}" ${wanted.version} in ${list}.`)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

export async function remove(id: string, { list: named, json }: InstallOptions): Promise<void> {
  const list = named === undefined ? packagePlace().path : resolve(named)
  const entries = entriesOf(list)
  const found = entries.find(each => each.id === id && each.package !== undefined)
  if (!found) {
    const message = `No installed plugin "${id}" in ${list}. Run "fretwork plugins list" to list all plugins.`
    throw notFound('plugin_unknown', message)
  }
  const others = entries.filter(each => each !== found)
  await writeList(list, others)
  await removeFolder(list, found)
  if (json) printJson({ id, list })
  else printLine(`Removed "${id}" from ${list}.`)
}

type Entry = Partial<AllowedPlugin>

function entriesOf(list: string): readonly Entry[] {
  try {
    return existsSync(list) ? readRawList(list).map(each => Object(each)) : []
  } catch (error) {
    return asCliError(error)
  }
}

/** Returns the package's folder, next to the list so that entries can use relative paths. */
function folderOf(list: string, { name, version }: Pick<NpmPackage, 'name' | 'version'>): string {
  return join(dirname(list), 'plugin-packages', `${name}@${version}`)
}

async function removeFolder(list: string, { package: name, version }: Entry): Promise<void> {
  if (name === undefined || version === undefined) return
  await rm(folderOf(list, { name, version }), { recursive: true, force: true })
}

export async function read(manifestFile: string): Promise<PluginPackage> {
  return readPackage(folderSource(dirname(manifestFile))).catch(asCliError)
}

export async function unpacked(npm: NpmPackage, folder: string) {
  await npm.unpack(folder)
  const manifest = manifestIn(folder)
  if (manifest !== undefined) return { manifest, found: await read(manifest) }
  const message = `${npm.name} ${npm.version} is not a built plugin: it has no plugin.json, neither at its top nor in dist.`
  throw badInput('manifest_missing', message)
}

export function taken(id: string, name: string | undefined, list: string): CliError {
  const message = `${list} already has a plugin "${id}"${name === undefined ? '' : ` from ${name}`}. Remove it first.`
  return badInput('plugin_twice', message)
}

/** Describes a plugin, and asks whether to install it. @throws CliError `consent_missing` */
export async function confirm(
  { manifest }: PluginPackage,
  origin: string,
  npm: NpmPackage | undefined,
  { yes, json, tenant }: InstallOptions & { readonly tenant?: string },
): Promise<void> {
  const what = `"${manifest.id}" ${npm?.version ?? manifest.version}`
  const lines = [
    `${what}: ${manifest.title}`,
    ...(npm ? publishedBy(npm) : [`  from ${origin}`]),
    ...usesOf(manifest, origin).map(line => `  ${line}`),
  ]
  if (!json) for (const line of lines) printLine(plain(line))
  if (yes) return
  const question = `Install ${what}${tenant === undefined ? '' : ` for "${tenant}"`}? [y/N] `
  const stopped = 'Nothing was installed.'
  const answer = process.stdin.isTTY === true && (await askLine(question, { hidden: false, stopped }))
  if (!/^y(es)?$/i.test((answer || '').trim()))
    throw badInput('consent_missing', `${stopped} Confirm in a terminal, or pass --yes.`)
}

function publishedBy({ name, publishedAt, attestation }: NpmPackage): string[] {
  return [
    `  ${name}${publishedAt === undefined ? '' : `, published ${publishedAt.slice(0, 10)}`}`,
    attestation === undefined
      ? '  without an attestation of its publisher'
      : `  with an attestation of its publisher, which the registry has: ${attestation}`,
  ]
}

/** Describes the permissions with the permission dialog's wording. */
function usesOf(manifest: PluginJson, origin: string): string[] {
  const asking = manifest as Pick<AskingPlugin, 'permissions'>
  const lines = permissionsAsked(asking).map(permission => {
    const { message, values = {} } = permissionWords(permission, { origin }).title
    return `${fillSentence(message, values)} (${permission}): ${reasonFor(asking, permission)}`
  })
  return lines.length === 0 ? ['needs no permissions: uses only its own panel, commands and settings'] : lines
}

async function writeList(path: string, list: readonly Entry[]): Promise<void> {
  // Keep the file mode, because the server may run as another user.
  await writeWhole(path, `${JSON.stringify(list, null, 2)}\n`, 0o600).catch(unwritable(path))
}

const unwritable = (list: string) => (cause: unknown) => {
  const message = `Cannot write the plugin list ${list} or its packages (${reasonOf(cause)}); check the folder’s permissions.`
  throw badInput('plugins_unwritable', message, cause)
}

export function asCliError(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw badInput(error.code, error.message, error)
}
