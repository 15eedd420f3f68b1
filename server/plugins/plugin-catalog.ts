// The operator's index for administrators: what it has, and installing from it for their own tenant. It alone leads to
// addresses, and only to those below its own: neither an administrator nor its content can name another one.
import { basename, dirname } from 'node:path'
import type {
  FoundPlugin,
  IndexedVersion,
  Permissions,
  PluginIndex,
} from '../../src/core/api/plugin-index.js'
import { type AllowedPlugin, type ListPlace, readValidEntries } from '../../src/packages/allow-list.js'
import {
  type ListEntry,
  permissionLines,
  permissionsOf,
  readIndexed,
  removeEntry,
  writeEntry,
} from '../../src/packages/installing.js'
import { isAddress } from '../../src/packages/package-source.js'
import {
  COOLING_DAYS,
  chooseVersion,
  coolUntil,
  manifestPlace,
  readIndex,
  versionsOf,
} from '../../src/packages/plugin-index.js'
import { Refusal } from '../../src/packages/refusal.js'
import { systemCode } from '../../src/packages/system-code.js'
import { Problem } from '../http/problem.js'

/** How long an index is not asked for again. */
const FRESH_MS = 60_000
const MOST = { plugins: 50, versions: 10 } as const

interface CatalogParts {
  /** URL or path of the index.json; undefined where the operator has named none. */
  readonly index: string | undefined
  readonly list: ListPlace
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Wanted {
  readonly version: string
  readonly integrity: string
  readonly now?: boolean | undefined
}

export class PluginCatalog {
  private read: { readonly at: number; readonly index: Promise<PluginIndex> } | undefined
  private readonly ending = new AbortController()
  /** The list is changed by one request at a time. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: CatalogParts) {}

  /** @throws Problem `plugin_index_unavailable` */
  async find(tenant: string, query: string) {
    const place = this.parts.index
    if (place === undefined) return { total: 0, plugins: [] }
    const index = await this.index(place)
    const word = query.trim().toLowerCase()
    const ids = Object.keys(index.plugins)
      .sort()
      .filter(id => {
        const [latest] = versionsOf(index, id)
        return [id, latest?.title, latest?.description].some(text => text?.toLowerCase().includes(word))
      })
    const entries = this.entries()
    const plugins = ids.slice(0, MOST.plugins).map((id): FoundPlugin => {
      const installed = entries.find(each => each.id === id && isOf(tenant)(each))?.version
      const versions = versionsOf(index, id)
        .slice(0, MOST.versions)
        .map(each => ({ ...each, readyAt: new Date(coolUntil(each, COOLING_DAYS)).toISOString() }))
      return { id, versions, ...(installed !== undefined && { installed }) }
    })
    return { index: shown(place), total: ids.length, plugins }
  }

  /**
   * Reads and checks a version, without writing anything.
   * @throws Problem `not_found` without an index, `plugin_refused`, `plugin_index_unavailable`
   */
  async prepare(tenant: string, id: string, wanted: Wanted): Promise<ListEntry> {
    const place = this.parts.index
    if (place === undefined) throw new Problem('not_found')
    const index = await this.index(place)
    return inProblems(async () => {
      const days = wanted.now ? 0 : COOLING_DAYS
      const version = chooseVersion(index, { id, version: wanted.version }, { now: this.parts.now(), days })
      if (version.integrity !== wanted.integrity)
        throw refused('The index has changed since it was shown; look again.')
      this.assertFree(tenant, id)
      const found = await readIndexed(place, id, version, this.ending.signal)
      assertSaid(version, permissionsOf(found))
      const entry = { id, manifest: manifestPlace(place, version), integrity: version.integrity }
      return { ...entry, index: place, version: version.version, tenants: [tenant] }
    })
  }

  /** @throws Problem `plugin_refused` where the list cannot be written */
  write(tenant: string, entry: ListEntry): Promise<void> {
    return this.inTurn(() => writeEntry(this.parts.list.path, entry, isOf(tenant)))
  }

  /** @throws Problem `not_found`, `plugin_refused` */
  async remove(tenant: string, id: string): Promise<void> {
    const isIts = (each: { readonly tenants?: unknown; readonly index?: unknown }) =>
      each.index !== undefined && isOf(tenant)(each)
    if (!(await this.inTurn(() => removeEntry(this.parts.list.path, id, isIts))))
      throw new Problem('not_found')
  }

  /** Cancels running fetches. */
  close(): void {
    this.ending.abort()
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(() =>
      inProblems(() =>
        work().catch(error => {
          if (error instanceof Refusal) throw error
          throw refused(
            `The allow-list cannot be written (${systemCode(error)}); contact the operator of this server.`,
          )
        }),
      ),
    )
    this.turn = done.catch(() => undefined)
    return done
  }

  /** What the operator or another administrator has allowed under this id is not for this one to change. */
  private assertFree(tenant: string, id: string): void {
    const other = this.entries().find(
      each =>
        !(each.id === id && isOf(tenant)(each)) &&
        (each.id === id || basename(dirname(each.manifest)) === id) &&
        (each.tenants === undefined || each.tenants.includes(tenant)),
    )
    if (other)
      throw refused(
        'The operator of this server has allowed this plugin already, and decides on its version.',
      )
  }

  private entries(): readonly AllowedPlugin[] {
    try {
      return readValidEntries(this.parts.list).allowed
    } catch (error) {
      // The list of plugins says what is wrong with it.
      if (error instanceof Refusal) return []
      throw error
    }
  }

  private index(place: string): Promise<PluginIndex> {
    const at = this.parts.now()
    if (!this.read || at - this.read.at > FRESH_MS) {
      const index = readIndex(place, this.ending.signal).catch(error => {
        this.read = undefined
        if (!(error instanceof Refusal)) throw error
        throw new Problem('plugin_index_unavailable', { notice: error.message })
      })
      this.read = { at, index }
    }
    return this.read.index
  }
}

/** The consent was given to what the index says. */
function assertSaid({ permissions = {} }: IndexedVersion, found: Permissions): void {
  const text = (all: Permissions) => permissionLines(all).sort().join('\n')
  if (text(permissions) !== text(found))
    throw refused('The package asks for other permissions than the index says; report this to its publisher.')
}

/** An entry for one tenant alone, as they are written here. */
function isOf(tenant: string) {
  return ({ tenants }: { readonly tenants?: unknown }) =>
    Array.isArray(tenants) && tenants.length === 1 && tenants[0] === tenant
}

/** Without the rest of a path: administrators of tenants need not know this machine. */
function shown(place: string): string {
  return isAddress(place) ? new URL('.', place).href : basename(dirname(place))
}

function refused(message: string): Refusal {
  return new Refusal('plugin_not_indexed', message)
}

async function inProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Problem('plugin_refused', { errors: [{ path: 'body.version', message: error.message }] })
  }
}
