import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { featureOfLevel, PLAN_LEVELS } from '../../src/core/contract/claims.js'
import {
  type ExternalPlugin,
  externalPlugins,
  type RefusedPlugin,
} from '../../src/core/contract/external-plugins.js'
import {
  type AllowedPlugin,
  type ListPlace,
  readValidEntries,
} from '../../src/sandbox/packages/allow-list.js'
import { isAddress, packageSource } from '../../src/sandbox/packages/package-source.js'
import {
  deleteUnlisted,
  type PackageFile,
  type PluginPackage,
  readPackage,
  readWithCopy,
} from '../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../src/sandbox/packages/refusal.js'
import { Problem } from '../http/problem.js'
import type { Route } from '../http/route.js'
import type { Tenant } from '../tenants/tenants.js'
import { hasFeature } from '../users/features.js'
import { readAllowList } from './operator-list.js'

/** URL path of package files. No screen may use it. */
export const EXTERNAL = '/external'

const RETRY_MS = 60_000

export interface ExternalPluginsParts {
  readonly list: ListPlace
  readonly copies: string
  readonly now: () => number
  readonly warn: (message: string) => void
}

/**
 * Tenant and features that determine the list. Plugins for other tenants are left out, even if they are
 * refused.
 */
export interface Audience {
  readonly tenant: string
  readonly features: readonly string[]
}

export interface PluginList {
  readonly plugins: readonly ExternalPlugin[]
  readonly refused: readonly RefusedPlugin[]
  /** Whether any listed plugin is under development. If so, pages poll the list. */
  readonly watched: boolean
}

export interface LoadedPlugin {
  readonly allowed: AllowedPlugin
  readonly origin: string
  readonly found: PluginPackage | Refusal
}

export interface OfferedPlugins {
  list(audience: Audience): Promise<PluginList>
  /** Returns the hosts from the manifests read so far. Pages don't wait for packages. */
  connectSources(tenant: string): readonly string[]
  file(tenant: string, hash: string, path: string): Promise<PackageFile | undefined>
  close(): void
}

/** Plugins listed in a local file, for development in demo mode. */
export class ExternalPlugins implements OfferedPlugins {
  private allowed: readonly AllowedPlugin[]
  private faults: readonly string[] = []
  private stamp: string
  private loaded: Promise<readonly LoadedPlugin[]>
  private read: readonly LoadedPlugin[] = []
  private files: ReadonlyMap<string, PluginPackage> = new Map()
  private logged = new Set<string>()
  private retryAt = Number.POSITIVE_INFINITY
  private readonly ending = new AbortController()

  /**
   * Starts reading the packages in the background.
   * @throws StartFailure `plugins_invalid`
   */
  constructor(private readonly parts: ExternalPluginsParts) {
    this.allowed = readAllowList(parts.list)
    this.stamp = this.stampNow()
    this.loaded = this.loadAll()
  }

  /** Rereads the list and local packages if they changed since the last call. */
  async list(audience: Audience): Promise<PluginList> {
    this.refresh()
    const { plugins, refused, watched } = listFor(await this.loaded, audience)
    const wrong = this.faults.map(fault => wrongEntry(this.parts.list.path, fault))
    return { plugins, refused: [...wrong, ...refused], watched }
  }

  connectSources(tenant: string): readonly string[] {
    this.refresh()
    return hostsOf(this.read, tenant)
  }

  async file(_tenant: string, hash: string, path: string): Promise<PackageFile | undefined> {
    return this.files.get(hash)?.files.get(path)
  }

  close(): void {
    this.ending.abort()
  }

  private refresh(): void {
    if (this.stampNow() === this.stamp && this.parts.now() < this.retryAt) return
    const before = this.faults
    try {
      const { allowed, faults } = readValidEntries(this.parts.list)
      this.allowed = allowed
      this.faults = faults
    } catch (error) {
      // Keep using the previous list until the file is fixed.
      const reason = error instanceof Error ? error.message : String(error)
      this.faults = [`The allow-list is unchanged. ${reason}`]
    }
    for (const fault of this.faults) if (!before.includes(fault)) this.parts.warn(fault)
    this.stamp = this.stampNow()
    this.retryAt = Number.POSITIVE_INFINITY
    this.loaded = this.loaded.then(() => this.loadAll())
  }

  private async loadAll(): Promise<readonly LoadedPlugin[]> {
    const { copies, now, warn } = this.parts
    const loaded = await Promise.all(this.allowed.map(allowed => this.load(allowed)))
    this.files = new Map(
      loaded.flatMap(({ found }) => (found instanceof Refusal ? [] : [[found.hash, found] as const])),
    )
    this.read = loaded
    const before = this.logged
    this.logged = new Set()
    for (const { found, allowed } of loaded) {
      if (!(found instanceof Refusal)) continue
      const sentence = `The external plugin ${allowed.manifest} was refused. ${found.message}`
      this.logged.add(sentence)
      if (!before.has(sentence)) warn(sentence)
      // A local package may be in the middle of a build.
      if (found.code === 'plugin_unreachable' || !isAddress(allowed.manifest)) this.retryAt = now() + RETRY_MS
    }
    const addressed = this.allowed.flatMap(({ integrity }) => integrity ?? [])
    await deleteUnlisted(copies, addressed).catch(error =>
      warn(`Old copies in ${copies} could not be deleted: ${error}`),
    )
    return loaded
  }

  private load(allowed: AllowedPlugin): Promise<LoadedPlugin> {
    return loadAllowed(allowed, this.parts, this.ending.signal)
  }

  private stampNow(): string {
    const local = this.allowed.map(({ manifest }) => manifest).filter(manifest => !isAddress(manifest))
    return [this.parts.list.path, ...local]
      .map(path => {
        const found = statSync(path, { throwIfNoEntry: false })
        return found ? `${found.mtimeMs}/${found.size}` : '-'
      })
      .join(' ')
  }
}

export async function loadAllowed(
  allowed: AllowedPlugin,
  { copies, warn }: Pick<ExternalPluginsParts, 'copies' | 'warn'>,
  ending: AbortSignal,
): Promise<LoadedPlugin> {
  const { manifest, integrity } = allowed
  const source = packageSource(manifest, ending)
  const reading =
    isAddress(manifest) && integrity !== undefined
      ? readWithCopy(source, integrity, { folder: copies, warn })
      : readPackage(source, integrity)
  const found = await reading.catch(error => {
    if (error instanceof Refusal) return error
    return new Refusal('plugin_unreachable', `The package could not be read: ${error}`, { cause: error })
  })
  return { allowed, origin: source.origin, found }
}

export function listFor(loaded: readonly LoadedPlugin[], audience: Audience): PluginList {
  const mine = loaded.filter(({ allowed }) => isFor(allowed, audience))
  const plugins: ExternalPlugin[] = []
  const refused: RefusedPlugin[] = []
  for (const { found, origin, allowed } of mine) {
    if (found instanceof Refusal) refused.push(refusedEntry(origin, found))
    else if (plugins.some(({ manifest }) => manifest.id === found.manifest.id)) {
      refused.push(twice(found, origin))
    } else {
      const { manifest, hash, codeSize } = found
      const runs = allowed.runs ?? 'apart'
      plugins.push({ manifest, base: `${EXTERNAL}/${hash}/`, origin, runs, size: codeSize })
    }
  }
  return { plugins, refused, watched: mine.some(({ allowed }) => allowed.watch === true) }
}

export function hostsOf(loaded: readonly LoadedPlugin[], tenant: string): readonly string[] {
  const hosts = loaded.flatMap(({ allowed, found }) =>
    found instanceof Refusal || (allowed.tenants && !allowed.tenants.includes(tenant))
      ? []
      : (found.manifest.permissions?.network?.hosts ?? []),
  )
  return [...new Set(hosts)].map(host => `https://${host}`)
}

function isFor({ tenants, feature }: AllowedPlugin, audience: Audience): boolean {
  if (tenants && !tenants.includes(audience.tenant)) return false
  if (feature === undefined) return true
  // `feature` may be a plan name.
  const level = PLAN_LEVELS.find(each => each === feature)
  return hasFeature(audience.features, level ? featureOfLevel(level) : feature)
}

/** The ID is derived from the origin, because the manifest can't be trusted. */
function refusedEntry(origin: string, { code, message }: Refusal): RefusedPlugin {
  const name = origin.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')
  return { id: name, title: name, version: '', code, reason: message, origin }
}

/** Includes only the list's file name, because every logged-in user sees this entry. */
function wrongEntry(list: string, reason: string): RefusedPlugin {
  const name = basename(list)
  return {
    id: name,
    title: name,
    version: '',
    code: 'plugins_invalid',
    reason: reason.replaceAll(list, name),
    origin: name,
  }
}

function twice({ manifest }: PluginPackage, origin: string): RefusedPlugin {
  const { id, title, version } = manifest
  const reason = `The allow-list contains two plugins with the ID "${id}"; remove one of them.`
  return { id, title, version, code: 'plugin_twice', reason, origin }
}

export function copiesFolder(home: string): string {
  return join(home, 'plugins')
}

export function pluginRoutes(
  app: FastifyInstance,
  route: Route,
  offered: OfferedPlugins,
  tenantOf: (host: string) => Promise<Tenant | undefined>,
): void {
  route(externalPlugins, async ({ tenant, session }) => {
    const { plugins, refused, watched } = await offered.list({
      tenant: tenant.key,
      features: session.user.features,
    })
    return { plugins: [...plugins], refused: [...refused], ...(watched && { watched }) }
  })

  app.get<{ Params: { hash: string; '*': string } }>(`${EXTERNAL}/:hash/*`, async (request, reply) => {
    const tenant = await tenantOf(request.hostname.toLowerCase())
    const file = tenant && (await offered.file(tenant.key, request.params.hash, request.params['*']))
    if (!file) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(file.type)
      .send(file.bytes)
  })
}
