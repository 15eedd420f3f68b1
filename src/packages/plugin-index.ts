// Reads an index of plugins, and chooses among the versions of a plugin.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareVersions, satisfies } from 'compare-versions'
import { type IndexedVersion, type PluginIndex, pluginIndex } from '../core/api/plugin-index.js'
import { isLoopback } from './loopback.js'
import { isAddress, packageSource } from './package-source.js'
import { describeIssues, Refusal } from './refusal.js'
import './zod-messages.js'

export const INDEX_FILE = 'index.json'
/** Some thousand versions. */
const MOST_BYTES = 8 * 1024 * 1024

/** How many days a version has to be public before it is taken: time for others to find what is wrong with it. */
export const COOLING_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * @param base of a path
 * @returns the address or absolute path of the index.json
 * @throws Refusal `index_invalid`
 */
export function indexPlace(named: string, base = process.cwd()): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(named)) {
    const path = resolve(base, named)
    return path.endsWith('.json') ? path : join(path, INDEX_FILE)
  }
  const url = URL.canParse(named) ? new URL(named) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url && (url.username !== '' || url.password !== '')) {
    const refused = `The address of the index at ${url.host} has a name or a password in it; leave them out.`
    throw new Refusal('index_invalid', refused)
  }
  if (!url || !isSafe) {
    throw new Refusal('index_invalid', `${named} is not the address of an index; use https://, or a folder.`)
  }
  if (!url.pathname.endsWith('.json')) url.pathname = `${url.pathname.replace(/\/$/, '')}/${INDEX_FILE}`
  return url.href
}

/** @param place as `indexPlace` gives it @throws Refusal `index_invalid`, `plugin_unreachable`, `plugin_too_large` */
export async function readIndex(place: string, ending = new AbortController().signal): Promise<PluginIndex> {
  if (!isAddress(place) && !existsSync(place)) {
    throw new Refusal(
      'index_missing',
      `There is no index at ${place}; check the path, or publish a plugin there.`,
    )
  }
  const name = place.split(/[/\\]/).at(-1) ?? INDEX_FILE
  const bytes = await packageSource(place, ending).read(name, MOST_BYTES)
  let content: unknown
  try {
    content = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new Refusal(
      'index_invalid',
      `The index ${place} is not well-formed JSON; restore it, or name another one.`,
      { cause },
    )
  }
  const parsed = pluginIndex.safeParse(content)
  if (parsed.success) return parsed.data
  throw new Refusal('index_invalid', `The index ${place} is invalid: ${describeIssues(parsed.error.issues)}.`)
}

/**
 * Where the plugin.json of a version is. Never on another server or outside of the folder: what an index says must not
 * lead to an address that its reader did not choose.
 * @throws Refusal `index_invalid`
 */
export function manifestPlace(place: string, { manifest }: IndexedVersion): string {
  const wrong = () =>
    new Refusal('index_invalid', `The index ${place} leads to ${manifest}, which is not below it.`)
  if (isAddress(place)) {
    const url = new URL(manifest, place)
    if (url.href.startsWith(new URL('.', place).href)) return url.href
    throw wrong()
  }
  if (isAddress(manifest) || !/^[A-Za-z0-9][\w.+-]*(\/[A-Za-z0-9][\w.+-]*)*$/.test(manifest)) throw wrong()
  return join(place, '..', manifest)
}

export interface Choosing {
  /** Of this Fretwork: what `engine` must accept. Not looked at without it. */
  readonly engine?: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** 0 takes what was just published. */
  readonly days: number
}

/** Newest first. */
export function versionsOf(index: PluginIndex, id: string): readonly IndexedVersion[] {
  const versions = index.plugins[id]?.versions ?? []
  return [...versions].sort((one, other) => compareVersions(other.version, one.version))
}

export function fitsEngine({ engine }: IndexedVersion, version: string): boolean {
  try {
    return satisfies(version, engine)
  } catch {
    // A range that cannot be read fits nothing, as for manifests.
    return false
  }
}

/** When a version may be taken, in milliseconds since 1970. */
export function coolUntil({ publishedAt }: IndexedVersion, days: number): number {
  return Date.parse(publishedAt) + days * DAY_MS
}

/**
 * The version to install: the wanted one, or the newest that is not withdrawn, fits, and was public long enough.
 * @throws Refusal `plugin_not_indexed`, `version_yanked`, `engine_mismatch`, `version_cooling`
 */
export function chooseVersion(
  index: PluginIndex,
  { id, version }: { readonly id: string; readonly version?: string | undefined },
  { engine, now, days }: Choosing,
): IndexedVersion {
  const all = versionsOf(index, id)
  if (all.length === 0) {
    throw new Refusal('plugin_not_indexed', `The index has no plugin "${id}"; search it for the right name.`)
  }
  const named = version === undefined ? all : all.filter(each => each.version === version)
  if (named.length === 0) {
    const known = all.map(each => each.version).join(', ')
    throw new Refusal(
      'plugin_not_indexed',
      `The index has no version ${version} of "${id}"; it has ${known}.`,
    )
  }
  const usable = named.filter(({ yanked }) => yanked === undefined)
  if (usable.length === 0) {
    const [{ version: which, yanked } = named[0] as IndexedVersion] = named
    throw new Refusal('version_yanked', `"${id}" ${which} was withdrawn: ${yanked}`)
  }
  const fitting = usable.filter(each => engine === undefined || fitsEngine(each, engine))
  if (fitting.length === 0) {
    throw new Refusal(
      'engine_mismatch',
      `"${id}" ${usable[0]?.version} was written for engine ${usable[0]?.engine}, and this is ${engine}; choose another version.`,
    )
  }
  const cool = fitting.find(each => coolUntil(each, days) <= now)
  if (cool) return cool
  const [young] = fitting as [IndexedVersion]
  const until = new Date(coolUntil(young, days)).toISOString().slice(0, 16).replace('T', ' ')
  throw new Refusal(
    'version_cooling',
    `"${id}" ${young.version} was published ${young.publishedAt.slice(0, 10)} and is taken ${days} days later, from ${until} UTC; wait, or take it now.`,
  )
}
