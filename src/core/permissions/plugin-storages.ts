import * as z from 'zod/mini'
import { AUTH, type Auth } from '../auth/auth.js'
import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { PLATFORM, type Platform } from '../platform/ports.js'
import { disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import { defineSettings } from '../settings/section.js'
import { SETTINGS, type Settings } from '../settings/settings.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import { OwnViews, type ViewFor } from './own-views.js'
import { PLUGIN_STORAGE, type PluginStorage, type StoredValues } from './plugin-storage.js'

const DEVICE_QUOTA = 5 * 1024 * 1024
/** Quota of synced values, bytes. All settings share a few megabytes of browser storage. */
const ACCOUNT_QUOTA = 100 * 1024
const LONGEST_KEY = 200
/** Former IDs of renamed plugins. Their values are still stored under these. */
const STORED_AS: Readonly<Record<string, string>> = { social: 'homework' }
/** Key prefix that separates values from other rows stored by version 1.2. */
const VALUE = 'v '

export const PLUGIN_STORAGES = PLUGIN_STORAGE as unknown as Token<PluginStorages>

type Rows = ReadonlyMap<string, string>

interface Kept {
  load(): Promise<Rows>
  save(key: string, text: string | undefined): Promise<void>
}

@injectable()
export class PluginStorages extends OwnViews<PluginStorage> {
  constructor(
    @inject(PLATFORM) private readonly platform: Pick<Platform, 'data'>,
    @inject(TENANT) private readonly tenant: Pick<TenantService, 'storageKey'>,
    @inject(AUTH) private readonly auth: Pick<Auth, 'state'>,
    @inject(SETTINGS) private readonly settings: Settings,
  ) {
    super()
  }

  viewFor(plugin: ViewFor): PluginStorage {
    const { id, title } = plugin.manifest
    const device: StoredValues = {
      ...checkedValues(title, DEVICE_QUOTA, () => this.onDevice(id, title)),
      onChange: () => disposable(() => undefined),
    }
    let account: StoredValues | undefined
    return {
      open: ({ sync = false } = {}) => {
        if (!sync) return device
        account ??= this.inAccount(plugin)
        return account
      },
    }
  }

  async usage(plugin: string): Promise<number> {
    const { data } = this.platform
    const areas = await data.areas(this.areaOf(plugin))
    const rows = await Promise.all(areas.map(area => data.load(area)))
    const section = this.sectionOf(plugin)
    const mine = section && this.settings.store(section).getState().values[this.user()]
    return [...rows, rowsOf(mine)].reduce((sum, each) => sum + bytesOf(each), 0)
  }

  async remove(plugin: string): Promise<void> {
    const { data } = this.platform
    for (const area of await data.areas(this.areaOf(plugin))) await data.remove(area)
    const section = this.sectionOf(plugin)
    if (section) this.settings.store(section).reset()
  }

  private user(): string {
    return this.auth.state.getState().user?.id ?? ''
  }

  private areaOf(plugin: string): string {
    return `${this.tenant.storageKey('Data')} ${STORED_AS[plugin] ?? plugin} `
  }

  private sectionOf(plugin: string): AccountSection | undefined {
    const id = accountSection(plugin, '').id
    return this.settings.sections.getState().find(each => each.id === id) as AccountSection | undefined
  }

  private onDevice(plugin: string, title: string): Kept {
    const { data } = this.platform
    const area = this.areaOf(plugin) + this.user()
    return {
      load: async () =>
        new Map(
          [...(await data.load(area))]
            .filter(([key]) => key.startsWith(VALUE))
            .map(([key, text]) => [key.slice(VALUE.length), text]),
        ),
      save: (key, text) =>
        data.save(area, new Map([[VALUE + key, text]])).catch(cause => {
          const message = `“${title}” can’t store anything on this device: ${messageOf(cause)}; free up storage for this site.`
          throw new FretworkError('storage_full', message, { cause })
        }),
    }
  }

  private inAccount({ manifest: { id, title }, scope }: ViewFor): StoredValues {
    const section = accountSection(id, title)
    scope.add(this.settings.register(section, id))
    const store = this.settings.store(section)
    const rows = () => rowsOf(store.getState().values[this.user()])
    const kept = (): Kept => {
      const user = this.user()
      return {
        load: async () => rowsOf(store.getState().values[user]),
        async save(key, text) {
          const { values } = store.getState()
          const { [key]: _, ...others } = values[user] ?? {}
          const mine = text === undefined ? others : { ...others, [key]: JSON.parse(text) }
          store.change({ values: { ...values, [user]: mine } })
        },
      }
    }
    return {
      ...checkedValues(title, ACCOUNT_QUOTA, kept),
      onChange: listener => {
        let before = rows()
        const stop = store.subscribe(() => {
          const now = rows()
          const keys = [...new Set([...before.keys(), ...now.keys()])]
          const changed = keys.filter(key => before.get(key) !== now.get(key))
          before = now
          if (changed.length > 0) listener(changed)
        })
        return scope.add(disposable(stop))
      },
    }
  }
}

type AccountSection = ReturnType<typeof accountSection>

function accountSection(plugin: string, title: string) {
  return defineSettings<{ values: Record<string, Record<string, unknown>> }>({
    ...{ id: `Data.${plugin}`, title, version: '1', defaults: { values: {} } },
    schema: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    fields: [{ id: 'values', hidden: true }],
    sync: { lists: { values: { byUser: true, whole: true } } },
  })
}

function rowsOf(values: Readonly<Record<string, unknown>> = {}): Rows {
  return new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]))
}

function checkedValues(title: string, quota: number, kept: () => Kept): Omit<StoredValues, 'onChange'> {
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
      checkKey(title, key)
      // Serialize the value now: it may change before the write runs.
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
    usage: () => inTurn(async ({ load }) => ({ used: bytesOf(await load()), quota })),
  }
}

function checkKey(title: string, key: unknown): void {
  if (typeof key === 'string' && key !== '' && key.length <= LONGEST_KEY) return
  const message = `“${title}” used the invalid key ${JSON.stringify(key)}. A key has 1 to ${LONGEST_KEY} characters.`
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
