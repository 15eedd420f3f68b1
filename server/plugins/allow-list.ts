// The allow-list: which external plugins this server offers, and to whom. Nothing else is ever fetched.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { integrity } from '../../src/core/api/external-plugins.js'
import { tenantKey } from '../../src/core/api/tenant.js'
import { isLoopback } from '../config.js'
import { StartFailure } from '../failure.js'
import { describeIssues } from './refusal.js'
import '../zod-messages.js'

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

const entry = z
  .strictObject({
    /** The address of a plugin.json, or its path on this machine, counted from the list's folder. */
    manifest: z.string().check(z.minLength(1), z.refine(isAllowedPlace, 'is neither https://… nor a path')),
    /** The hash of plugin.json, which holds the hashes of all other files. */
    integrity: z.optional(integrity),
    /** Only for these tenants; without it for all. */
    tenants: z.optional(z.array(tenantKey)),
    /** Only for users whose plan has this feature, `Enterprise` for example. */
    feature: z.optional(z.string().check(z.minLength(1))),
  })
  .check(
    z.refine(
      ({ manifest, integrity }) => integrity !== undefined || !ADDRESS.test(manifest),
      'needs the "integrity" of what is behind the address',
    ),
  )
export type AllowedPlugin = z.infer<typeof entry>

/** An absolute path, and whether somebody named it: then the file has to be there. */
export interface ListPlace {
  readonly path: string
  readonly named: boolean
}

export function listPlace({ home, plugins }: { home: string; plugins?: string | undefined }): ListPlace {
  return { path: plugins ?? join(home, 'plugins.json'), named: plugins !== undefined }
}

/** The entries that can be used, and a sentence for each that cannot. */
export interface AllowList {
  readonly allowed: readonly AllowedPlugin[]
  readonly faults: readonly string[]
}

/** What a server starts with. @throws StartFailure `plugins_invalid`, saying what is wrong at which place */
export function readAllowList(place: ListPlace): readonly AllowedPlugin[] {
  const { allowed, faults } = readValidEntries(place)
  if (faults.length > 0) throw invalid(`${place.path} is not right: ${faults.join(' ')}`)
  return allowed
}

/**
 * What a running server goes on with: one wrong entry does not keep the others from being let in, or taken out.
 * @throws StartFailure `plugins_invalid` where the file as a whole is no list
 */
export function readValidEntries({ path, named }: ListPlace): AllowList {
  if (!existsSync(path)) {
    if (!named) return { allowed: [], faults: [] }
    throw invalid(`${path} is not there; FRETWORK_PLUGINS has to name a file.`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw invalid(`${path} cannot be read as JSON; mend it or move it away.`, cause)
  }
  if (!Array.isArray(content)) throw invalid(`${path} is no list; it has to be [{ "manifest": … }, …].`)
  const allowed: AllowedPlugin[] = []
  const faults: string[] = []
  content.forEach((each: unknown, index) => {
    const parsed = entry.safeParse(each)
    if (parsed.success) allowed.push(withPlace(parsed.data, path))
    else faults.push(`Entry ${index + 1}: ${describeIssues(parsed.error.issues)}.`)
  })
  return { allowed, faults }
}

function withPlace(each: AllowedPlugin, list: string): AllowedPlugin {
  return ADDRESS.test(each.manifest) ? each : { ...each, manifest: local(each, list) }
}

function local({ manifest }: AllowedPlugin, list: string): string {
  const path = isAbsolute(manifest) ? manifest : resolve(dirname(list), manifest)
  return path.endsWith('.json') ? path : join(path, 'plugin.json')
}

/** https, or http on this very machine; no user name or password, which would end up in messages. */
function isAllowedPlace(place: string): boolean {
  if (!ADDRESS.test(place)) return true
  if (!URL.canParse(place)) return false
  const { protocol, hostname, username, password } = new URL(place)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function invalid(message: string, cause?: unknown): StartFailure {
  return new StartFailure('plugins_invalid', message, { cause })
}
