import { AUTH, type Auth } from '../auth/auth.js'
import { attempted, FretworkError, messageOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { PLATFORM, type Platform } from '../platform/ports.js'
import { disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import { pluginDataSettings } from '../settings/core-settings.js'
import { SETTINGS, type Settings, type SettingsStore } from '../settings/settings.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import { OwnViews, type ViewFor } from './own-views.js'
import { PLUGIN_STORAGE, type PluginStorage, type StoredValues } from './plugin-storage.js'

interface Limits {
  /** Maximum size of all keys and JSON values, bytes. */
  readonly quota: number
  /** Maximum key length, characters. */
  readonly longestKey: number
}

const DEVICE: Limits = { quota: 5 * 1024 * 1024, longestKey: 200 }
/**
 * The quota is small, because all settings share a few megabytes of browser storage. A record's ID is the
 * plugin's ID and the key, at most 200 characters.
 */
const ACCOUNT: Limits = { quota: 100 * 1024, longestKey: 128 }
/** Former IDs of renamed plugins, under which their values are still stored. */
const STORED_AS: Readonly<Record<string, string>> = { social: 'homework' }
/** Key prefix that separates values from other rows that version 1.2 stored. */
const VALUE = 'v '

export const PLUGIN_STORAGES = PLUGIN_STORAGE as unknown as Token<PluginStorages>

type Rows = ReadonlyMap<string, string>

interface Kept {
  load(): Promise<Rows>
  save(key: string, text: string | undefined): Promise<void>
}

@injectable()
export class PluginStorages extends OwnViews<PluginStorage> {
  private readonly synced: SettingsStore<(typeof pluginDataSettings)['defaults']>

  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'data' | 'storage'>,
    @inject(TENANT) private readonly tenant: Pick<TenantService, 'storageKey'>,
    @inject(AUTH) private readonly auth: Pick<Auth, 'state'>,
    @inject(SETTINGS) settings: Settings,
  ) {
    super()
    this.synced = settings.store(pluginDataSettings)
  }

  viewFor(plugin: ViewFor): PluginStorage {
    return { device: this.onDevice(plugin), account: this.inAccount(plugin) }
  }

  /** Returns the size of all values of a plugin, for all users of this device, in bytes. */
  async usage(plugin: string): Promise<number> {
    const { data } = this.platform
    const areas = await data.areas(this.areaOf(plugin))
    const rows = await Promise.all(areas.map(area => data.load(area)))
    const synced = Object.keys(this.synced.getState().values).map(user => this.rowsOf(plugin, user))
    return [...rows, ...synced].reduce((sum, each) => sum + bytesOf(each), 0)
  }

  async remove(plugin: string): Promise<void> {
    const { data } = this.platform
    for (const area of await data.areas(this.areaOf(plugin))) await data.remove(area)
    const isKept = ([id]: [string, unknown]) => !id.startsWith(`${plugin} `)
    const keptOf = (values: object) => Object.fromEntries(Object.entries(values).filter(isKept))
    this.synced.change(({ values }) => ({
      values: Object.fromEntries(Object.entries(values).map(([user, mine]) => [user, keptOf(mine)])),
    }))
  }

  private user(): string {
    return this.auth.state.getState().user?.id ?? ''
  }

  private areaOf(plugin: string): string {
    return `${this.tenant.storageKey('Data')} ${STORED_AS[plugin] ?? plugin} `
  }

  private onDevice({ manifest: { id, title }, scope }: ViewFor): StoredValues {
    const { data, storage } = this.platform
    const changedKey = this.tenant.storageKey('DataChanged')
    const areaNow = () => this.areaOf(id) + this.user()
    const kept = (): Kept => {
      const area = areaNow()
      return {
        load: async () =>
          new Map(
            [...(await data.load(area))]
              .filter(([key]) => key.startsWith(VALUE))
              .map(([key, text]) => [key.slice(VALUE.length), text]),
          ),
        save: async (key, text) => {
          await data.save(area, new Map([[VALUE + key, text]])).catch(cause => {
            const message = `“${title}” can’t store anything on this device: ${messageOf(cause)}; free up storage for this site.`
            throw new FretworkError('storage_full', message, { cause })
          })
          // Only browser storage changes notify other tabs. If this fails, no data is lost.
          attempted(() => storage.set(changedKey, JSON.stringify([area, key])))
          storage.remove(changedKey)
        },
      }
    }
    return {
      ...checkedValues(title, DEVICE, kept),
      onChange: listener =>
        scope.add(
          storage.onChange((changed, text) => {
            if (changed !== changedKey || text === undefined) return
            const [area, key] = JSON.parse(text)
            if (area === areaNow()) listener([key])
          }),
        ),
    }
  }

  private rowsOf(plugin: string, user = this.user()): Rows {
    const start = `${plugin} `
    const values = Object.entries(this.synced.getState().values[user] ?? {})
    const mine = values.filter(([id]) => id.startsWith(start))
    return new Map(mine.map(([id, value]) => [id.slice(start.length), JSON.stringify(value)]))
  }

  private inAccount({ manifest: { id, title }, scope }: ViewFor): StoredValues {
    const { synced } = this
    let own: { readonly key: string; readonly text: string | undefined } | undefined
    const kept = (): Kept => {
      const user = this.user()
      return {
        load: async () => this.rowsOf(id, user),
        save: async (key, text) => {
          own = { key, text }
          synced.change(({ values }) => {
            const { [`${id} ${key}`]: _, ...others } = values[user] ?? {}
            const mine = text === undefined ? others : { ...others, [`${id} ${key}`]: JSON.parse(text) }
            return { values: { ...values, [user]: mine } }
          })
          own = undefined
        },
      }
    }
    return {
      ...checkedValues(title, ACCOUNT, kept),
      onChange: listener => {
        let before = this.rowsOf(id)
        const stop = synced.subscribe(() => {
          const now = this.rowsOf(id)
          const keys = [...new Set([...before.keys(), ...now.keys()])]
          const isOwn = (key: string) => key === own?.key && now.get(key) === own.text
          const changed = keys.filter(key => before.get(key) !== now.get(key) && !isOwn(key))
          before = now
          if (changed.length > 0) listener(changed)
        })
        return scope.add(disposable(stop))
      },
    }
  }
}

function checkedValues(
  title: string,
  { quota, longestKey }: Limits,
  kept: () => Kept,
): Omit<StoredValues, 'onChange'> {
  let last: Promise<unknown> = Promise.resolve()
  /** Runs one write at a time. Concurrent writes could exceed the quota. */
  const inTurn = <T>(step: (kept: Kept) => Promise<T>): Promise<T> => {
    // Resolve the store now: another user may have logged in by the time the write runs.
    const mine = kept()
    const turn = last.then(() => step(mine))
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    get: <T>(key: string) =>
      inTurn(async ({ load }) => {
        const text = (await load()).get(key)
        return text === undefined ? undefined : (JSON.parse(text) as T)
      }),
    async set(key, value) {
      checkKey(title, key, longestKey)
      // Serialize the value now, because it may change before the write runs.
      const text = jsonOf(title, key, value)
      await inTurn(async ({ load, save }) => {
        const rows = await load()
        const [used, needed] = [bytesOf(rows), bytesOf(new Map(rows).set(key, text))]
        if (needed > quota) {
          const message = `“${title}” can’t store "${key}": it would use ${needed} of ${quota} bytes (${used} are used now). Delete some values.`
          throw new FretworkError('storage_full', message)
        }
        await save(key, text)
      })
    },
    delete: key => inTurn(({ save }) => save(key, undefined)),
    keys: () => inTurn(async ({ load }) => [...(await load()).keys()].sort()),
  }
}

function checkKey(title: string, key: unknown, longest: number): void {
  if (typeof key === 'string' && key.length <= longest && /^[^\p{Cc}\p{Cs}]+$/u.test(key)) return
  const message = `“${title}” used the invalid key ${JSON.stringify(key)}. A key has 1 to ${longest} characters.`
  throw new FretworkError('storage_key', message)
}

function jsonOf(title: string, key: string, value: unknown): string {
  let reason = `${typeof value} is not JSON`
  try {
    const text: string | undefined = JSON.stringify(value)
    if (text !== undefined) return text
  } catch (error) {
    reason = messageOf(error)
  }
  const message = `“${title}” can’t store "${key}": ${reason}. Only JSON values can be stored.`
  throw new FretworkError('storage_value', message)
}

const encoder = new TextEncoder()

function bytesOf(rows: Rows): number {
  return [...rows].reduce((sum, [key, text]) => sum + encoder.encode(key + text).length, 0)
}
