/** The values of a plugin on this device. */
import { disposable } from '../../platform/disposable.js'
import { FretworkError, messageOf } from '../../platform/fretwork-error.js'
import type { DataPort } from '../../platform/ports.js'
import { bytesOf, checkKey, checkQuota, checkVersion, jsonOf, migratedLater } from './checked-value.js'
import type { StorageMigration, StoredValues } from './plugin-storage.js'

const DEFAULT_QUOTA = 5 * 1024 * 1024

/** Before the key of each value, so that none is taken for the version. */
const VALUE = 'v '
const VERSION = 'version'

interface LocalValuesParts {
  readonly title: string
  readonly version: number
  readonly migrations: Readonly<Record<number, StorageMigration>>
  readonly quota?: number | undefined
  readonly data: DataPort
  /** Of the tenant, the plugin and the present user. */
  readonly area: () => string
}

export function createLocalValues({
  title,
  version,
  migrations,
  quota = DEFAULT_QUOTA,
  data,
  area,
}: LocalValuesParts): StoredValues {
  /** Areas whose values are of the present version. */
  const ready = new Set<string>()
  /** One after the other, so that two values that are stored at once cannot exceed the quota together. */
  let last: Promise<unknown> = Promise.resolve()

  const save = async (where: string, changes: ReadonlyMap<string, string | undefined>) => {
    try {
      await data.save(where, changes)
    } catch (error) {
      throw new FretworkError(
        'storage_full',
        `“${title}” cannot store anything on this device: ${messageOf(error)}; free some space for this site.`,
        { cause: error },
      )
    }
  }

  const load = async (where: string): Promise<ReadonlyMap<string, string>> => {
    const rows = await data.load(where)
    const stored = Number(rows.get(VERSION) ?? version)
    checkVersion(title, stored, version)
    if (ready.has(where)) return rows
    if (stored === version) {
      ready.add(where)
      return rows
    }
    const values = Object.fromEntries(
      [...rows].flatMap(([key, text]) =>
        key.startsWith(VALUE) ? [[key.slice(VALUE.length), JSON.parse(text)]] : [],
      ),
    )
    const next = await migratedLater(title, values, stored, version, migrations)
    const changes = new Map<string, string | undefined>([...rows.keys()].map(key => [key, undefined]))
    for (const [key, value] of Object.entries(next)) changes.set(VALUE + key, jsonOf(title, key, value))
    changes.set(VERSION, String(version))
    await save(where, changes)
    ready.add(where)
    return data.load(where)
  }

  const sizeOf = (rows: ReadonlyMap<string, string>) =>
    [...rows].reduce(
      (sum, [key, text]) =>
        key.startsWith(VALUE) ? sum + bytesOf(key.slice(VALUE.length)) + bytesOf(text) : sum,
      0,
    )

  const inTurn = <T>(step: (where: string) => Promise<T>): Promise<T> => {
    // The user of now, also if another one logs in before it is their turn.
    const where = area()
    const turn = last.then(() => step(where))
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    get: <T>(key: string) =>
      inTurn(async where => {
        const text = (await load(where)).get(VALUE + key)
        return text === undefined ? undefined : (JSON.parse(text) as T)
      }),
    set: async (key, value) => {
      checkKey(title, key)
      // Now: it may be changed before it is stored.
      const text = jsonOf(title, key, value)
      await inTurn(async where => {
        const rows = await load(where)
        const used = sizeOf(rows)
        const before = rows.get(VALUE + key)
        const freed = before === undefined ? 0 : bytesOf(key) + bytesOf(before)
        checkQuota(title, key, used, used - freed + bytesOf(key) + bytesOf(text), quota)
        await save(
          where,
          new Map([
            [VALUE + key, text],
            [VERSION, String(version)],
          ]),
        )
      })
    },
    delete: key =>
      inTurn(async where => {
        await load(where)
        await save(where, new Map([[VALUE + key, undefined]]))
      }),
    keys: () =>
      inTurn(async where =>
        [...(await load(where)).keys()]
          .filter(key => key.startsWith(VALUE))
          .map(key => key.slice(VALUE.length))
          .sort(),
      ),
    usage: () => inTurn(async where => ({ used: sizeOf(await load(where)), quota })),
    // Nothing on this device is changed from elsewhere.
    onChange: () => disposable(() => undefined),
  }
}
