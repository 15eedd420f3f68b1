/** Exposes the device's settings as records: one for a section's plain fields, and one for each list item. */
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import type { SettingsSection, SyncedList } from '../../../../core/settings/section.js'
import type { Settings, SettingsStore } from '../../../../core/settings/settings.js'
import { type Collection, canonical, type Fields } from '../engine/records.js'

type Values = Readonly<Record<string, unknown>>
type AnySection = SettingsSection<object>

export const PLAIN = 'settings'

/** The part of the settings service that sync uses. Includes sections of inactive plugins. */
export type SyncedSettings = Pick<Settings, 'sections' | 'store'>

const listsOf = ({ sync }: AnySection) => (typeof sync === 'object' ? (sync.lists ?? {}) : {})
const isSynced = ({ sync }: AnySection) => sync !== 'device'

function plainFields(section: AnySection, values: Values): string[] {
  const local = typeof section.sync === 'object' ? (section.sync.local ?? []) : []
  const lists = listsOf(section)
  return Object.keys(values).filter(name => !local.includes(name) && !Object.hasOwn(lists, name))
}

/** Lists without user IDs belong to the owner of the settings, as plain fields do. */
const isOwned = (list: SyncedList) => list.byUser !== true && list.key === undefined

/** Includes the version: a device with an older version can't read the values. */
const idOf = ({ id, version }: AnySection) => `${id}.${version}`

const valuesOf = (store: SettingsStore<object>) => store.getState() as Values

export function settingsCollections(settings: SyncedSettings, user: string): readonly Collection[] {
  const sections = settings.sections.getState().filter(isSynced)
  const lists = sections.flatMap(section =>
    Object.entries(listsOf(section)).map(([field, list]) =>
      listCollection(settings, section, field, list, user),
    ),
  )
  return [plainCollection(settings, sections), ...lists]
}

function plainCollection(settings: SyncedSettings, sections: readonly AnySection[]): Collection {
  const byId = new Map(sections.map(section => [idOf(section), section]))
  const fieldsOf = (section: AnySection): Fields => {
    const values = valuesOf(settings.store(section))
    return Object.fromEntries(plainFields(section, values).map(name => [name, values[name]]))
  }
  return {
    kind: PLAIN,
    // Settings of plugins that aren't installed on this device are missing here.
    trims: true,
    defaults: id => byId.get(id)?.defaults as Fields | undefined,
    async prepare(records) {
      return new Set(records.flatMap(({ id }) => (byId.has(id) ? [] : [id])))
    },
    async read() {
      return new Map([...byId].map(([id, section]) => [id, fieldsOf(section)]))
    },
    async change(ids, merge) {
      for (const id of ids) {
        const section = byId.get(id)
        if (!section) {
          merge(id, undefined)
          continue
        }
        const here = fieldsOf(section)
        const merged = merge(id, here)
        if (!merged || merged === here) continue
        // Change fields separately, so that an invalid value doesn't block the others.
        for (const [name, value] of Object.entries(merged))
          if (Object.hasOwn(here, name) && canonical(value) !== canonical(here[name]))
            changeField(settings.store(section), name, value)
      }
    },
  }
}

function changeField(store: SettingsStore<object>, name: string, value: unknown): void {
  attemptChange(store, () => ({ [name]: value }))
}

function attemptChange(store: SettingsStore<object>, change: (now: Values) => Values): boolean {
  try {
    store.change(now => change(now as Values))
    return true
  } catch (thrown) {
    // The value is from another version. The server keeps it for that version.
    if (codeOf(thrown) !== 'settings_invalid') throw thrown
    return false
  }
}

function listCollection(
  settings: SyncedSettings,
  section: AnySection,
  field: string,
  list: SyncedList,
  user: string,
): Collection {
  // Opened for each use, because the section of a replaced plugin is opened again.
  const open = () => settings.store(section)
  const fieldsOf = (item: unknown): Fields | undefined => {
    if (list.whole) return { value: item }
    return isObject(item) ? item : undefined
  }
  const itemOf = (fields: Fields) => (list.whole ? fields.value : fields)
  const mapOf = (values: Values) => {
    const found = [...listIn(values[field], list, user)].flatMap(([id, item]) => {
      const fields = fieldsOf(item)
      return fields ? [[id, fields] as const] : []
    })
    return new Map(found)
  }
  return {
    kind: `${section.id}.${field}.${section.version}`,
    ...(list.trims && { trims: true }),
    ...(list.both && { both: list.both }),
    async read() {
      return mapOf(valuesOf(open()))
    },
    async change(ids, merge) {
      const changes = new Map<string, unknown>()
      const withChanges = (now: Values, some: ReadonlyMap<string, unknown> = changes) =>
        some.size === 0 ? {} : { [field]: listWith(now[field], list, user, some) }
      const isChanged = attemptChange(open(), now => {
        const before = mapOf(now)
        for (const id of ids) {
          const here = before.get(id)
          const merged = merge(id, here)
          if (merged !== here) changes.set(id, merged ? itemOf(merged) : undefined)
        }
        return withChanges(now)
      })
      if (isChanged) return
      // Retry item by item, so that an invalid one doesn't block the others.
      for (const entry of changes) attemptChange(open(), now => withChanges(now, new Map([entry])))
    },
  }
}

const isObject = (value: unknown): value is Values =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Items without a user belong to every user of this device. */
const isOf = (item: unknown, user: string) => !isObject(item) || item.user === undefined || item.user === user

function listIn(whole: unknown, list: SyncedList, user: string): ReadonlyMap<string, unknown> {
  const own = list.byUser && isObject(whole) ? whole[user] : whole
  if (list.key === undefined) return new Map(isObject(own) ? Object.entries(own) : [])
  const key = list.key
  const items = Array.isArray(own) ? own : []
  return new Map(
    items
      .filter(item => isObject(item) && isOf(item, user))
      .map(item => [String((item as Values)[key]), item]),
  )
}

/** Returns the list with changed items. New items are added at the end; other users' items are kept. */
function listWith(
  whole: unknown,
  list: SyncedList,
  user: string,
  changes: ReadonlyMap<string, unknown>,
): unknown {
  if (list.byUser) {
    const users = isObject(whole) ? whole : {}
    return { ...users, [user]: listWith(users[user], { ...list, byUser: undefined as never }, user, changes) }
  }
  const { key } = list
  if (key === undefined) {
    const items = new Map(Object.entries(isObject(whole) ? whole : {}))
    for (const [id, item] of changes) {
      if (item === undefined) items.delete(id)
      else items.set(id, item)
    }
    return Object.fromEntries(items)
  }
  const left = new Map(changes)
  const kept = (Array.isArray(whole) ? whole : []).flatMap((item: unknown) => {
    const id = isObject(item) && isOf(item, user) ? String(item[key]) : undefined
    if (id === undefined || !left.has(id)) return [item]
    const changed = left.get(id)
    left.delete(id)
    return changed === undefined ? [] : [changed]
  })
  return [...kept, ...[...left.values()].filter(item => item !== undefined)]
}

function userFields(section: AnySection, values: Values): string[] {
  const owned = Object.entries(listsOf(section)).filter(([, list]) => isOwned(list))
  return [...plainFields(section, values), ...owned.map(([name]) => name)]
}

export type UserSettings = Readonly<Record<string, Values>>

/** Returns the user's settings on this device. They are stored when another user logs in. */
export function userSettings(settings: SyncedSettings): UserSettings {
  const sections = settings.sections.getState().filter(isSynced)
  return Object.fromEntries(
    sections.map(section => {
      const values = valuesOf(settings.store(section))
      return [
        idOf(section),
        Object.fromEntries(userFields(section, values).map(name => [name, values[name]])),
      ]
    }),
  )
}

/** Restores the user's stored settings, or the defaults if there are none. */
export function placeSettings(settings: SyncedSettings, kept: UserSettings | undefined): void {
  for (const section of settings.sections.getState().filter(isSynced)) {
    const store = settings.store(section)
    const values = valuesOf(store)
    const wanted = { ...section.defaults, ...kept?.[idOf(section)] } as Values
    for (const name of userFields(section, { ...wanted, ...values })) changeField(store, name, wanted[name])
  }
}
