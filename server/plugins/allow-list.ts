// The allow-list: which external plugins this server offers, and to whom. Nothing else is ever fetched.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { integrity } from '../../src/core/api/external-plugins.js'
import { tenantKey } from '../../src/core/api/tenant.js'
import { isLoopback } from '../config.js'
import { StartFailure } from '../failure.js'
import '../input-messages.js'

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

/** @throws StartFailure `plugins_invalid`, saying what is wrong at which place */
export function readAllowList({ path, named }: ListPlace): readonly AllowedPlugin[] {
  if (!existsSync(path)) {
    if (!named) return []
    throw invalid(`${path} is not there; FRETWORK_PLUGINS has to name a file.`)
  }
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw invalid(`${path} cannot be read as JSON; mend it or move it away.`, cause)
  }
  const parsed = z.array(entry).safeParse(content)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${issue.path.join('.') || 'the list'} ${issue.message}`)
    throw invalid(`${path} is not right: ${wrong.join('; ')}.`)
  }
  return parsed.data.map(each =>
    ADDRESS.test(each.manifest) ? each : { ...each, manifest: local(each, path) },
  )
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
