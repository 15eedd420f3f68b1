// Allow list of external plugins for servers and the CLI. Fretwork never fetches other packages.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { integrity } from '../../core/contract/external-plugins.js'
import { tenantKey } from '../../core/contract/tenant.js'
import { isLoopback } from './loopback.js'
import { describeIssues, Refusal } from './refusal.js'
import { systemCode } from './system-code.js'

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

const entry = z
  .strictObject({
    /** URL of a plugin.json, or a path relative to the allow list's folder. */
    manifest: z
      .string()
      .check(z.minLength(1), z.refine(isAllowedPlace, 'is neither an https:// URL nor a path')),
    integrity: z.optional(integrity),
    id: z.optional(z.string().check(z.minLength(1))),
    package: z.optional(z.string().check(z.minLength(1))),
    version: z.optional(z.string().check(z.minLength(1))),
    /** Ignored; written by Fretwork 1.2. */
    index: z.optional(z.string()),
    tenants: z.optional(z.array(tenantKey)),
    /** Required plan feature, such as `Enterprise`. */
    feature: z.optional(z.string().check(z.minLength(1))),
    /** `page` runs the plugin in the page with full access. Default: `apart`, in a sandbox. */
    runs: z.optional(z.enum(['page', 'apart'])),
    /** For development: open pages check for a new build every second. */
    watch: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ manifest, integrity, watch }) => !watch || (integrity === undefined && !ADDRESS.test(manifest)),
      'has "watch", which is for a folder on this machine without "integrity"',
    ),
    z.refine(
      ({ manifest, integrity }) => integrity !== undefined || !ADDRESS.test(manifest),
      'needs the "integrity" hash of the file at that URL',
    ),
  )
export type AllowedPlugin = z.infer<typeof entry>

export interface ListPlace {
  readonly path: string
  readonly named: boolean
}

export interface AllowList {
  readonly allowed: readonly AllowedPlugin[]
  readonly faults: readonly string[]
}

/** @throws Refusal `plugins_invalid` if the file does not contain a list */
export function readValidEntries({ path, named }: ListPlace): AllowList {
  if (!existsSync(path)) {
    if (!named) return { allowed: [], faults: [] }
    throw new Refusal('plugins_invalid', `${path} does not exist; set FRETWORK_PLUGINS to an existing file.`)
  }
  const allowed: AllowedPlugin[] = []
  const faults: string[] = []
  readRawList(path).forEach((each, index) => {
    const parsed = entry.safeParse(each)
    if (parsed.success) allowed.push(withPlace(parsed.data, path))
    else faults.push(`Entry ${index + 1}: ${describeIssues(parsed.error.issues)}.`)
  })
  return { allowed, faults }
}

function withPlace(each: AllowedPlugin, list: string): AllowedPlugin {
  if (ADDRESS.test(each.manifest)) return each
  const path = resolve(dirname(list), each.manifest)
  return { ...each, manifest: path.endsWith('.json') ? path : join(path, 'plugin.json') }
}

/** Allows HTTPS, or HTTP on this machine. Rejects credentials, which would appear in messages. */
function isAllowedPlace(place: string): boolean {
  if (!ADDRESS.test(place)) return true
  if (!URL.canParse(place)) return false
  const { protocol, hostname, username, password } = new URL(place)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/**
 * Returns the entries without validation.
 * @throws Refusal `plugins_invalid`
 */
export function readRawList(path: string): readonly unknown[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'is not valid JSON' : `cannot be read (${systemCode(cause)})`
    throw new Refusal('plugins_invalid', `${path} ${why}; fix it or move it away.`, { cause })
  }
  if (Array.isArray(content)) return content
  const message = `${path} is not a list; it must have the form [{ "manifest": … }, …].`
  throw new Refusal('plugins_invalid', message)
}
