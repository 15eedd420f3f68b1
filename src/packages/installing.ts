// Takes a version of an index into an allow-list: the package is read and checked whole before a word is written.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { IndexedVersion, Permissions } from '../core/api/plugin-index.js'
import type { AllowedPlugin } from './allow-list.js'
import { packageSource } from './package-source.js'
import { manifestPlace } from './plugin-index.js'
import { type PluginPackage, readPackage } from './plugin-package.js'
import { Refusal } from './refusal.js'
import { systemCode } from './system-code.js'

/** @returns what the version really is, whatever the index says of it @throws Refusal */
export async function readIndexed(
  place: string,
  id: string,
  version: IndexedVersion,
  ending = new AbortController().signal,
): Promise<PluginPackage> {
  const found = await readPackage(packageSource(manifestPlace(place, version), ending), version.integrity)
  const { manifest } = found
  if (manifest.id === id && manifest.version === version.version) return found
  throw new Refusal(
    'version_mismatch',
    `The index calls it "${id}" ${version.version}, but its plugin.json says "${manifest.id}" ${manifest.version}; report this to the publisher.`,
  )
}

/** As the package says, not as the index does. */
export function permissionsOf({ manifest }: PluginPackage): Permissions {
  const { permissions = {} } = manifest
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([id, asked]) => (asked === undefined ? [] : [[id, asked]])),
  )
}

/** @example permissionLines({ network: { hosts: ['a.org'], reason: 'Looks up chords.' } }) // ['network (a.org): Looks up chords.'] */
export function permissionLines(permissions: Permissions): string[] {
  return Object.entries(permissions).map(([id, asked]) => {
    if (typeof asked === 'string') return `${id}: ${asked}`
    return `${id}${asked.hosts ? ` (${asked.hosts.join(', ')})` : ''}: ${asked.reason}`
  })
}

/** The permissions of `now` that `before` does not have; of the network, also new hosts. */
export function newPermissions(before: Permissions, now: Permissions): Permissions {
  const hostsOf = (asked: Permissions[string] | undefined) =>
    typeof asked === 'object' ? (asked.hosts ?? []) : []
  const added = Object.entries(now).filter(([id, asked]) => {
    if (!Object.hasOwn(before, id)) return true
    const known = hostsOf(before[id])
    return hostsOf(asked).some(host => !known.includes(host))
  })
  return Object.fromEntries(added)
}

/** The list as it was written, entries with mistakes included. @throws Refusal `plugins_invalid` */
export async function readRawList(path: string): Promise<unknown[]> {
  if (!existsSync(path)) return []
  const content = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch(cause => {
      const why = cause instanceof SyntaxError ? 'is not valid JSON' : `cannot be read (${systemCode(cause)})`
      throw new Refusal('plugins_invalid', `${path} ${why}; fix it or move it away.`, { cause })
    })
  if (Array.isArray(content)) return content
  throw new Refusal('plugins_invalid', `${path} is not a list; it must have the form [{ "manifest": … }, …].`)
}

export type ListEntry = Pick<AllowedPlugin, 'manifest' | 'integrity' | 'index' | 'version' | 'id'> & {
  readonly tenants?: readonly string[]
}

/** Whether an entry with the id is the one to replace: a server has one for each tenant. */
type IsIts = (entry: { readonly tenants?: unknown }) => boolean

/**
 * Adds the entry, or puts it in the place of the one with its id; what else that one says, for whom it is, stays.
 * @throws Refusal `plugins_invalid`
 */
export async function writeEntry(path: string, entry: ListEntry, isIts: IsIts = () => true): Promise<void> {
  const list = await readRawList(path)
  const at = list.findIndex(each => Object(each).id === entry.id && isIts(Object(each)))
  if (at < 0) list.push(entry)
  else list[at] = { ...Object(list[at]), ...entry }
  await writeList(path, list)
}

/** @returns whether there was one */
export async function removeEntry(path: string, id: string, isIts: IsIts = () => true): Promise<boolean> {
  const list = await readRawList(path)
  const kept = list.filter(each => Object(each).id !== id || !isIts(Object(each)))
  if (kept.length === list.length) return false
  await writeList(path, kept)
  return true
}

/** In one step: a reader sees the list of before or that of after. */
async function writeList(path: string, list: readonly unknown[]): Promise<void> {
  const draft = `${path}.${randomUUID().slice(0, 8)}`
  try {
    await mkdir(dirname(resolve(path)), { recursive: true })
    // Who may read it stays as it was: the server may run as another user.
    const mode = existsSync(path) ? (await stat(path)).mode & 0o777 : 0o600
    await writeFile(draft, `${JSON.stringify(list, null, 2)}\n`, { mode })
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined)
    const message = `The list of plugins ${path} cannot be written (${systemCode(cause)}); check who may write there.`
    throw new Refusal('plugins_unwritable', message, { cause })
  }
}
