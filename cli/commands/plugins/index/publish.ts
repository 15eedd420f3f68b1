/** `fretwork plugins publish` and `yank`: adds a version of a package to an index, or withdraws one. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compareVersions } from 'compare-versions'
import { type IndexedVersion, type PluginIndex, pluginIndex } from '../../../../src/core/api/plugin-index.js'
import { codeOf } from '../../../../src/core/platform/fretwork-error.js'
import { permissionLines, permissionsOf } from '../../../../src/packages/installing.js'
import { folderSource, integrityOf } from '../../../../src/packages/package-source.js'
import { INDEX_FILE, readIndex, versionsOf } from '../../../../src/packages/plugin-index.js'
import { type PluginPackage, readPackage } from '../../../../src/packages/plugin-package.js'
import { describeIssues } from '../../../../src/packages/refusal.js'
import { CliError, EXIT } from '../../../errors.js'
import { reasonOf } from '../../../io/files.js'
import { printJson, printLine } from '../../../io/print.js'
import { packagePlace } from '../../../packages/list-place.js'
import { checkPackage } from '../plugins-check.js'
import { provenanceOf } from './provenance.js'
import { inWords } from './refused.js'

/** Characters. */
const REASON = 1000

interface PublishOptions {
  /** The folder of the index. */
  readonly index: string
  /** Also a version that is lower than the latest. */
  readonly older?: boolean
  readonly json?: boolean
}

/**
 * @throws CliError `package_problems`, `version_exists`, `version_older`, `index_busy`, `index_unwritable`, and what
 * keeps the package from being read
 */
export async function publish(
  folder: string,
  { index: named, older, json }: PublishOptions,
): Promise<number> {
  const { manifest: file } = packagePlace(folder)
  if (file === undefined) {
    const message = `${folder} is not the folder of a package; name the one with plugin.json, or build the plugin.`
    throw new CliError('manifest_missing', message, EXIT.badInput)
  }
  const place = folderOfIndex(named)
  const problems = await checkPackage(file)
  if (problems.length > 0) {
    const message = `The package is not published: ${problems.map(({ message }) => message).join(' ')}`
    throw new CliError('package_problems', message, EXIT.badInput)
  }
  const found = await inWords(readPackage(folderSource(dirname(file))))
  const provenance = await provenanceOf(resolve(folder), file)
  const { id, version } = found.manifest
  const added = await changed(place, async index => {
    refuseVersion(index, found, older === true)
    const entry = await entryOf(found, provenance)
    await copyFiles(found, join(place, id, version))
    const versions = [entry, ...(index.plugins[id]?.versions ?? [])]
    return [{ ...index, plugins: { ...index.plugins, [id]: { versions } } }, entry]
  })
  if (json) printJson({ id, ...added })
  else {
    printLine(`Published "${id}" ${version} in ${place}.`)
    for (const line of permissionLines(added.permissions ?? {})) printLine(`  may use ${line}`)
  }
  return EXIT.ok
}

/** @throws CliError `plugin_not_named`, `reason_invalid`, `plugin_not_indexed`, `index_busy`, `index_unwritable` */
export async function yank(
  what: string,
  reason: string | undefined,
  { index: named, undo = false }: { index: string; undo?: boolean },
): Promise<number> {
  const [, id = '', version = ''] = /^([^@]+)@([^@]+)$/.exec(what) ?? []
  if (version === '') {
    const message = `"${what}" names no version; write it as in chord-quiz@1.0.0.`
    throw new CliError('plugin_not_named', message, EXIT.usage)
  }
  const why = (reason ?? 'its publisher has withdrawn it.').trim()
  if (why === '' || why.length > REASON) {
    const message = `The reason has ${why.length} characters; write one of 1 to ${REASON}, or leave it out.`
    throw new CliError('reason_invalid', message, EXIT.usage)
  }
  await changed(folderOfIndex(named), async index => {
    const known = versionsOf(index, id).find(each => each.version === version)
    if (!known) {
      const message = `The index has no "${id}" ${version}; name a version as in chord-quiz@1.0.0.`
      throw new CliError('plugin_not_indexed', message, EXIT.notFound)
    }
    const versions = (index.plugins[id]?.versions ?? []).map(each => {
      if (each !== known) return each
      const { yanked: _, ...kept } = each
      return undo ? kept : { ...kept, yanked: why }
    })
    return [{ ...index, plugins: { ...index.plugins, [id]: { versions } } }, undefined]
  })
  printLine(`"${id}" ${version} ${undo ? 'can be installed again' : 'was withdrawn'}.`)
  return EXIT.ok
}

function folderOfIndex(named: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(named)) {
    // As an index is named where it is read.
    return basename(named) === INDEX_FILE ? dirname(resolve(named)) : resolve(named)
  }
  const message = `${named} is an address; publish into the folder that its web server serves.`
  throw new CliError('index_unwritable', message, EXIT.usage)
}

/** A version is what it is for ever: who has allowed its hash relies on that. */
function refuseVersion(
  index: PluginIndex,
  { manifest: { id, version } }: PluginPackage,
  older: boolean,
): void {
  const versions = versionsOf(index, id)
  if (versions.some(each => each.version === version)) {
    const message = `The index has "${id}" ${version} already, and a version never changes; raise the version in the manifest.`
    throw new CliError('version_exists', message, EXIT.badInput)
  }
  const [latest] = versions
  if (!latest || older || compareVersions(version, latest.version) > 0) return
  const message = `"${id}" ${version} is lower than ${latest.version}, the latest in the index; raise the version, or add --older.`
  throw new CliError('version_older', message, EXIT.badInput)
}

async function entryOf(
  found: PluginPackage,
  provenance: IndexedVersion['provenance'],
): Promise<IndexedVersion> {
  const { id, version, engine, title, description } = found.manifest
  const permissions = permissionsOf(found)
  return {
    ...{ version, manifest: `${id}/${version}/plugin.json`, integrity: integrityOf(found.manifestBytes) },
    size: [...found.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
    ...{ engine, title, ...(description !== undefined && { description }) },
    ...(Object.keys(permissions).length > 0 && { permissions }),
    publishedAt: new Date().toISOString(),
    ...(provenance && { provenance }),
  }
}

/** In one step. A folder that an interrupted run has left is replaced: the index does not have the version. */
async function copyFiles({ manifestBytes, files }: PluginPackage, place: string): Promise<void> {
  const draft = `${place}.${randomUUID().slice(0, 8)}`
  try {
    const all = [['plugin.json', manifestBytes] as const].concat(
      [...files].map(([path, { bytes }]) => [path as 'plugin.json', bytes] as const),
    )
    for (const [path, bytes] of all) {
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), bytes)
    }
    await rm(place, { recursive: true, force: true })
    await rename(draft, place)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw unwritable(place, cause)
  }
}

/** What is written is what everyone reads: nothing that they would refuse. */
function assertReadable(index: PluginIndex): void {
  const parsed = pluginIndex.safeParse(index)
  if (parsed.success) return
  const message = `Nothing was published: the index would be invalid (${describeIssues(parsed.error.issues)}).`
  throw new CliError('index_invalid', message, EXIT.badInput)
}

/** Reads the index, changes it and writes it in one step, one publisher at a time. */
async function changed<T>(
  place: string,
  change: (index: PluginIndex) => Promise<[PluginIndex, T]>,
): Promise<T> {
  await mkdir(place, { recursive: true }).catch(cause => {
    throw unwritable(place, cause)
  })
  const path = join(place, INDEX_FILE)
  const lock = `${path}.lock`
  const held = await open(lock, 'wx').catch(cause => {
    if (codeOf(cause) !== 'EEXIST') throw unwritable(lock, cause)
    const message = `Another program is changing the index; try again, or remove ${lock} if none is.`
    throw new CliError('index_busy', message, EXIT.badInput, { cause })
  })
  try {
    const before = existsSync(path)
      ? await inWords(readIndex(path))
      : pluginIndex.parse({ format: 'fretwork-plugin-index', plugins: {} })
    const [after, result] = await change(before)
    assertReadable(after)
    const draft = `${path}.${randomUUID().slice(0, 8)}`
    await writeFile(draft, `${JSON.stringify(after, null, 2)}\n`)
      .then(() => rename(draft, path))
      .catch(cause => {
        throw unwritable(path, cause)
      })
    return result
  } finally {
    await held.close()
    await rm(lock, { force: true })
  }
}

function unwritable(path: string, cause: unknown): CliError {
  const message = `"${path}" cannot be written (${reasonOf(cause)}); choose another folder for the index.`
  return new CliError('index_unwritable', message, EXIT.badInput, { cause })
}
