// A tenant's plugins, stored as rows with their packages as blobs, so that every server provides the same
// plugins.
import { asc, eq } from 'drizzle-orm'
import type { AllowedPlugin } from '../../src/sandbox/packages/allow-list.js'
import type { PackageSource } from '../../src/sandbox/packages/package-source.js'
import { type PluginPackage, readPackage } from '../../src/sandbox/packages/plugin-package.js'
import { Refusal } from '../../src/sandbox/packages/refusal.js'
import { audit } from '../admin/audit-log.js'
import { addRows, deleteRows, findRow, findRows } from '../database/queries.js'
import { pluginFiles, plugins } from '../database/schema.js'
import type { Scope, Transactions } from '../database/transactions.js'
import {
  type Audience,
  hostsOf,
  type LoadedPlugin,
  listFor,
  type OfferedPlugins,
} from './external-plugins.js'

export type StoredPlugin = typeof plugins.$inferSelect

/** Plugin entry to store. If `feature` or `runs` is undefined, the stored value is kept. */
export type PluginEntry = Pick<StoredPlugin, 'origin'> &
  Pick<AllowedPlugin, 'package' | 'version' | 'feature' | 'runs'>

/** Adds a plugin or replaces its stored version. Also writes the audit entry. */
export async function addPlugin(
  scope: Scope,
  { manifest, hash, manifestBytes, files }: PluginPackage,
  entry: PluginEntry,
  now: number,
): Promise<void> {
  const { id } = manifest
  const { package: name = null, version = null, ...given } = entry
  const row = { ...given, package: name, version, hash }
  await addRows(scope, plugins, { id, ...row, addedAt: new Date(now) }).onConflictDoUpdate({
    target: [plugins.tenant, plugins.id],
    set: row,
  })
  await deleteRows(scope, pluginFiles, eq(pluginFiles.pluginId, id))
  const stored = [...files].map(([path, { bytes }]) => ({ pluginId: id, path, bytes }))
  await addRows(scope, pluginFiles, { pluginId: id, path: MANIFEST, bytes: manifestBytes }, ...stored)
  const details = { version: manifest.version, hash }
  await audit(scope, { action: 'plugin.added', subject: id, details })
}

/** @returns whether the plugin existed */
export async function removePlugin(scope: Scope, id: string): Promise<boolean> {
  if ((await deleteRows(scope, plugins, eq(plugins.id, id))) === 0) return false
  await audit(scope, { action: 'plugin.removed', subject: id })
  return true
}

export const pluginOf = (scope: Scope, id: string) => findRow(scope, plugins, eq(plugins.id, id))

export const pluginsOf = (scope: Scope): Promise<StoredPlugin[]> =>
  findRows(scope, plugins).orderBy(asc(plugins.addedAt), asc(plugins.id))

const MANIFEST = 'plugin.json'

/** How long a list is cached, ms. */
const FRESH_MS = 1000
/** How long a refusal is cached, ms. The same package may be installed again. */
const REFUSED_MS = 60_000

interface StoredLoaded extends LoadedPlugin {
  readonly at: number
}

interface StoredPluginsParts {
  readonly database: Transactions
  readonly now: () => number
  readonly warn: (message: string) => void
}

export class StoredPlugins implements OfferedPlugins {
  readonly #known = new Map<string, { readonly readAt: number; readonly loaded: readonly StoredLoaded[] }>()
  readonly #reading = new Map<string, Promise<readonly StoredLoaded[]>>()

  constructor(private readonly parts: StoredPluginsParts) {}

  async list(audience: Audience) {
    return listFor(await this.#current(audience.tenant), audience)
  }

  connectSources(tenant: string): readonly string[] {
    // Pages don't wait for the list. Other calls report outages; pages use the cached list meanwhile.
    this.#current(tenant).catch(() => undefined)
    return hostsOf(this.#loadedOf(tenant), tenant)
  }

  async file(tenant: string, hash: string, path: string) {
    // Serve cached files during an outage.
    const loaded = await this.#current(tenant).catch(() => this.#loadedOf(tenant))
    for (const { found } of loaded)
      if (!(found instanceof Refusal) && found.hash === hash) return found.files.get(path)
    return undefined
  }

  close(): void {
    this.#known.clear()
  }

  #loadedOf(tenant: string): readonly StoredLoaded[] {
    return this.#known.get(tenant)?.loaded ?? []
  }

  #current(tenant: string): Promise<readonly StoredLoaded[]> {
    const known = this.#known.get(tenant)
    if (known && Math.abs(this.parts.now() - known.readAt) < FRESH_MS) return Promise.resolve(known.loaded)
    const reading =
      this.#reading.get(tenant) ?? this.#read(tenant).finally(() => this.#reading.delete(tenant))
    this.#reading.set(tenant, reading)
    return reading
  }

  async #read(tenant: string): Promise<readonly StoredLoaded[]> {
    const { database, now, warn } = this.parts
    const readAt = now()
    const before = new Map(this.#loadedOf(tenant).map(each => [hashOf(each), each]))
    const loaded = await database.readInTenant(tenant, async scope => {
      const all: StoredLoaded[] = []
      for (const row of await pluginsOf(scope)) {
        const allowed = allowedOf(row)
        const known = before.get(row.hash)
        const isOld = known?.found instanceof Refusal && Math.abs(readAt - known.at) >= REFUSED_MS
        const read = known && !isOld ? known : { ...(await load(scope, row, allowed)), at: readAt }
        all.push({ ...read, allowed })
        const { found } = read
        if (!known && found instanceof Refusal) warn(`The plugin ${row.id} was refused. ${found.message}`)
      }
      return all
    })
    this.#known.set(tenant, { readAt, loaded })
    return loaded
  }
}
const hashOf = ({ allowed }: LoadedPlugin) =>
  Buffer.from(allowed.integrity?.replace('sha256-', '') ?? '', 'base64').toString('hex')

const allowedOf = ({ origin, hash, feature, runs }: StoredPlugin): AllowedPlugin => ({
  ...{ manifest: origin, integrity: `sha256-${Buffer.from(hash, 'hex').toString('base64')}`, runs },
  ...(feature !== null && { feature }),
})

async function load(scope: Scope, row: StoredPlugin, allowed: AllowedPlugin): Promise<LoadedPlugin> {
  const files = await findRows(scope, pluginFiles, eq(pluginFiles.pluginId, row.id))
  const source = sourceOf(row.origin, new Map(files.map(({ path, bytes }) => [path, bytes])))
  const found = await readPackage(source, allowed.integrity).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  return { allowed, origin: row.origin, found }
}

function sourceOf(origin: string, files: ReadonlyMap<string, Buffer>): PackageSource {
  return {
    origin,
    async read(path) {
      const bytes = files.get(path)
      if (bytes) return bytes
      throw new Refusal('plugin_unreachable', `${path} of ${origin} is not stored. Install the plugin again.`)
    },
  }
}
