// The external plugins this server offers: the allow-list, its packages checked and held in memory, and their routes.
import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { featureOfLevel, PLAN_LEVELS } from '../../src/core/api/claims.js'
import {
  type ExternalPlugin,
  externalPlugins,
  type RefusedPlugin,
} from '../../src/core/api/external-plugins.js'
import { Problem } from '../http/problem.js'
import type { Route } from '../http/route.js'
import { hasFeature } from '../users/features.js'
import { type AllowedPlugin, type ListPlace, readAllowList, readValidEntries } from './allow-list.js'
import { deleteUnlisted, readWithCopy } from './package-copies.js'
import { isAddress, packageSource } from './package-source.js'
import { type PackageFile, type PluginPackage, readPackage } from './plugin-package.js'
import { Refusal } from './refusal.js'

/** Below this the packages' files are served. No screen may have such an address. */
export const EXTERNAL = '/external'

/** Somebody else's server may be back after this; a refusal for any other reason stays until something changes. */
const RETRY_MS = 60_000

export interface ShelfParts {
  readonly list: ListPlace
  /** Where copies of what was fetched are kept. */
  readonly copies: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly warn: (message: string) => void
}

/** Who asks: what is not for them is not offered, nor is its refusal. */
export interface Asker {
  readonly tenant: string
  readonly features: readonly string[]
}

export interface Offer {
  readonly plugins: readonly ExternalPlugin[]
  readonly refused: readonly RefusedPlugin[]
}

interface Shelved {
  readonly allowed: AllowedPlugin
  readonly origin: string
  readonly found: PluginPackage | Refusal
}

export class ExternalPlugins {
  private allowed: readonly AllowedPlugin[]
  /** What is wrong with the list since it was last read. */
  private faults: readonly string[] = []
  private stamp: string
  private stock: Promise<readonly Shelved[]>
  private files: ReadonlyMap<string, PluginPackage> = new Map()
  /** What was said of those that are refused: the same is not said each time that they are looked at again. */
  private told = new Set<string>()
  private retryAt = Number.POSITIVE_INFINITY
  private readonly ending = new AbortController()

  /** Begins to read the packages, without waiting. @throws StartFailure `plugins_invalid` */
  constructor(private readonly parts: ShelfParts) {
    this.allowed = readAllowList(parts.list)
    this.stamp = this.stampNow()
    this.stock = this.fill()
  }

  /** Reads anew what changed since it was last asked: the list, and packages that are folders. */
  async offer(asker: Asker): Promise<Offer> {
    this.refresh()
    const mine = (await this.stock).filter(({ allowed }) => isFor(allowed, asker))
    const plugins: ExternalPlugin[] = []
    const refused: RefusedPlugin[] = this.faults.map(fault => wrongEntry(this.parts.list.path, fault))
    for (const { found, origin } of mine) {
      if (found instanceof Refusal) refused.push(refusedEntry(origin, found))
      else if (plugins.some(({ manifest }) => manifest.id === found.manifest.id)) {
        refused.push(twice(found, origin))
      } else {
        const { manifest, hash, codeSize } = found
        plugins.push({ manifest, base: `${EXTERNAL}/${hash}/`, origin, size: codeSize })
      }
    }
    return { plugins, refused }
  }

  /** A file of a package that the allow-list names at this moment. */
  file(hash: string, path: string): PackageFile | undefined {
    return this.files.get(hash)?.files.get(path)
  }

  /** Ends what is being fetched. */
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
      // No list at all: the one before holds until the file is mended; a running server does not end over it.
      const reason = error instanceof Error ? error.message : String(error)
      this.faults = [`The allow-list stays as it was. ${reason}`]
    }
    for (const fault of this.faults) if (!before.includes(fault)) this.parts.warn(fault)
    this.stamp = this.stampNow()
    this.retryAt = Number.POSITIVE_INFINITY
    this.stock = this.stock.then(() => this.fill())
  }

  private async fill(): Promise<readonly Shelved[]> {
    const { copies, now, warn } = this.parts
    const stock = await Promise.all(this.allowed.map(allowed => this.shelve(allowed)))
    this.files = new Map(
      stock.flatMap(({ found }) => (found instanceof Refusal ? [] : [[found.hash, found] as const])),
    )
    const before = this.told
    this.told = new Set()
    for (const { found, allowed } of stock) {
      if (!(found instanceof Refusal)) continue
      const sentence = `The external plugin ${allowed.manifest} is refused. ${found.message}`
      this.told.add(sentence)
      if (!before.has(sentence)) warn(sentence)
      // On this machine it may be in the middle of being built.
      if (found.code === 'plugin_unreachable' || !isAddress(allowed.manifest)) this.retryAt = now() + RETRY_MS
    }
    const addressed = this.allowed.flatMap(({ integrity }) => integrity ?? [])
    await deleteUnlisted(copies, addressed).catch(error => warn(`Old copies in ${copies} stay: ${error}`))
    return stock
  }

  private async shelve(allowed: AllowedPlugin): Promise<Shelved> {
    const { manifest, integrity } = allowed
    const source = packageSource(manifest, this.ending.signal)
    const { copies, warn } = this.parts
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

  /** Changes with the list and with every plugin.json that lies on this machine. */
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

function isFor({ tenants, feature }: AllowedPlugin, asker: Asker): boolean {
  if (tenants && !tenants.includes(asker.tenant)) return false
  if (feature === undefined) return true
  // A plan by its own name, or any feature as it stands in the claim.
  const level = PLAN_LEVELS.find(each => each === feature)
  return hasFeature(asker.features, level ? featureOfLevel(level) : feature)
}

/** Nothing that its manifest says counts: it is called by where it came from. */
function refusedEntry(origin: string, { code, message }: Refusal): RefusedPlugin {
  const name = origin.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')
  return { id: name, title: name, version: '', code, reason: message, origin }
}

/** Told to everybody who is logged in: it names no place but the list's own name. */
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
  const reason = `The allow-list names two plugins called "${id}"; take one of them out.`
  return { id, title, version, code: 'plugin_twice', reason, origin }
}

/** Where the copies lie in the state folder. */
export function copiesFolder(home: string): string {
  return join(home, 'plugins')
}

export function pluginRoutes(app: FastifyInstance, route: Route, shelf: ExternalPlugins): void {
  route(externalPlugins, async ({ tenant, session }) => {
    const { plugins, refused } = await shelf.offer({ tenant: tenant.key, features: session.user.features })
    return { plugins: [...plugins], refused: [...refused] }
  })

  app.get<{ Params: { hash: string; '*': string } }>(`${EXTERNAL}/:hash/*`, async (request, reply) => {
    const file = shelf.file(request.params.hash, request.params['*'])
    if (!file) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(file.type)
      .send(file.bytes)
  })
}
