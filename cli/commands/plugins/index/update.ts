/** `fretwork plugins update`: newer versions of what was installed from an index. */

import { compareVersions, validate } from 'compare-versions'
import type { AllowedPlugin } from '../../../../src/packages/allow-list.js'
import { readValidEntries } from '../../../../src/packages/allow-list.js'
import {
  newPermissions,
  permissionLines,
  permissionsOf,
  readIndexed,
  writeEntry,
} from '../../../../src/packages/installing.js'
import { packageSource } from '../../../../src/packages/package-source.js'
import { chooseVersion, manifestPlace, readIndex, versionsOf } from '../../../../src/packages/plugin-index.js'
import { readPackage, readWithCopy } from '../../../../src/packages/plugin-package.js'
import { Refusal } from '../../../../src/packages/refusal.js'
import { CliError, EXIT } from '../../../errors.js'
import { plain, printJson, printLine } from '../../../io/print.js'
import { packageCopies } from '../../../packages/list-place.js'
import { agreed, choosing, listOf, type TakingOptions } from './install.js'
import { inWords } from './refused.js'

export interface UpdateOptions extends TakingOptions {
  /** Plugins that may have what they newly ask for. */
  readonly allow?: readonly string[]
}

/** The entry of one that was installed from an index. */
type Installed = AllowedPlugin & { readonly id: string; readonly index: string; readonly version: string }

interface Updated {
  readonly id: string
  readonly from: string
  readonly to?: string
  /** Why not, in one sentence. */
  readonly kept?: string
  readonly code?: string
}

/** @throws CliError `plugin_unknown` for a name that was not installed from an index */
export async function update(ids: readonly string[], options: UpdateOptions): Promise<number> {
  const list = listOf(options)
  const { allowed, faults } = await inWords(
    Promise.resolve().then(() => readValidEntries({ path: list, named: false })),
  )
  const installed = allowed.filter(
    (each): each is Installed =>
      each.id !== undefined && each.index !== undefined && each.version !== undefined,
  )
  const unknown = ids.find(id => !installed.some(each => each.id === id))
  if (unknown !== undefined) {
    const message = `${list} has no plugin "${unknown}" that was installed from an index; "fretwork plugins list" shows them.`
    throw new CliError('plugin_unknown', message, EXIT.notFound)
  }
  for (const fault of faults) process.stderr.write(`${plain(`${list}: ${fault}`)}\n`)
  const wanted = ids.length === 0 ? installed : installed.filter(({ id }) => ids.includes(id))
  const results: Updated[] = []
  for (const each of wanted) results.push(await updateOne(list, each, options))
  if (options.json) printJson(results)
  else {
    for (const { id, from, to, kept } of results) {
      printLine(
        plain(to === undefined ? `"${id}" ${from}: ${kept}` : `"${id}" ${from} was updated to ${to}.`),
      )
    }
    if (results.length === 0) printLine(`${list} has no plugins that were installed from an index.`)
  }
  const bad = results.some(({ code }) => code !== undefined && code !== 'version_cooling')
  return bad || faults.length > 0 ? EXIT.badInput : EXIT.ok
}

async function updateOne(list: string, installed: Installed, options: UpdateOptions): Promise<Updated> {
  const { id, index: place, version: from } = installed
  if (!validate(from)) {
    const kept = `${list} names the version "${from}", which is not one; install it again.`
    return { id, from, kept, code: 'plugins_invalid' }
  }
  try {
    const index = await readIndex(place)
    const newest = versionsOf(index, id).filter(each => compareVersions(each.version, from) > 0)
    if (newest.length === 0) return { id, from, kept: yankedOr(index, installed) }
    const newer = { ...index, plugins: { ...index.plugins, [id]: { versions: [...newest] } } }
    const chosen = chooseVersion(newer, { id }, choosing(options))
    const found = await readIndexed(place, id, chosen)
    const asked = newPermissions(permissionsOf(await installedPackage(installed)), permissionsOf(found))
    const lines = permissionLines(asked)
    if (lines.length > 0 && !(await consented(id, lines, options))) {
      const kept = `${chosen.version} also asks for ${lines.join('; ')} – allow it with --allow ${id}, or at a terminal.`
      return { id, from, kept, code: 'consent_missing' }
    }
    const entry = { id, manifest: manifestPlace(place, chosen), integrity: chosen.integrity, index: place }
    await writeEntry(list, { ...entry, version: chosen.version })
    return { id, from, to: chosen.version }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // One plugin whose index is away keeps no other from its update.
    return {
      id,
      from,
      kept: error.message.replace(/take it now\.$/, 'take it with --now.'),
      code: error.code,
    }
  }
}

/** A withdrawn version that has no successor is for its user to remove. */
function yankedOr(index: Parameters<typeof versionsOf>[0], { id, version }: Installed): string {
  const yanked = versionsOf(index, id).find(each => each.version === version)?.yanked
  return yanked === undefined
    ? 'is the newest.'
    : `was withdrawn: ${yanked} Remove it with "fretwork plugins remove ${id}".`
}

/** By its hash, so that an index cannot say afterwards that it always had a permission. */
function installedPackage({ manifest, integrity }: Installed) {
  const source = packageSource(manifest, new AbortController().signal)
  const warn = (message: string) => void process.stderr.write(`${plain(message)}\n`)
  return integrity === undefined
    ? readPackage(source)
    : readWithCopy(source, integrity, { folder: packageCopies(), warn })
}

async function consented(
  id: string,
  lines: readonly string[],
  { allow = [], json }: UpdateOptions,
): Promise<boolean> {
  if (allow.includes(id)) return true
  if (json) return false
  for (const line of lines) printLine(plain(`"${id}" also asks for ${line}`))
  return agreed(`Update "${id}"?`)
}
