/** The page's end of the channel to one plugin: what it asks for, as far as its manifest and its user allow. */
import type { Handler } from '../../../apart/protocol.js'
import { PLUGIN_STORAGE, type StoredValues } from '../../../core/kernel/data/plugin-storage.js'
import type { Kernel } from '../../../core/kernel/host/kernel.js'
import type { PluginContext, PluginManifest } from '../../../core/kernel/manifest/plugin.js'
import { EVENTS, SETTINGS } from '../../../core/kernel/services/tokens.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { PermissionId } from '../../../core/platform/services/permission.js'
import { createStore, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import { weightOf } from './budget.js'
import { dataOf, pick, textOf } from './data.js'
import { EVENTS_OFFERED, POINTS, SERVICES } from './offered.js'

export interface BridgeParts {
  readonly kernel: Kernel
  readonly manifest: PluginManifest
  readonly context: PluginContext
  /** Says something to the plugin. */
  readonly say: (name: string, ...args: readonly unknown[]) => void
  readonly call: (name: string, ...args: readonly unknown[]) => Promise<unknown>
  /** A panel names a screen that the manifest does not. */
  readonly addScreen: (name: string) => void
}

const KINDS = ['info', 'success', 'warning', 'error'] as const
const LEVELS = ['debug', 'info', 'warn', 'error'] as const
/** Enough for a sentence of any language. */
const SENTENCE = 500
const ITEMS = 100
const STORED = ['get', 'set', 'delete', 'keys', 'usage'] as const
/** Bytes: what every plugin has unless it asks for less. */
const STORAGE_QUOTA = 5_000_000
/** Each leaves something in the scope until the plugin ends. */
const ADDED_IN_ALL = 10_000
/** Events listened to, and conditions set. */
const NAMES = 100
/** Bytes of an item without its stores: a few short texts. */
const ITEM_BYTES = 20_000
/** Of an event, which the journal keeps for a while. */
const EVENT_BYTES = 100_000

export function bridge({ kernel, manifest, context, say, call, addScreen }: BridgeParts) {
  const { id } = manifest
  const { scope, log } = context
  const heard = new Map<string, Disposable>()
  const conditions = new Set<string>()
  let added = 0
  const items = new Map<number, AddedItem>()

  const storages = new Map<number, StoredValues>()

  const need = (permission: PermissionId, what: string) => {
    if (kernel.host.grants.has(manifest, permission)) return
    const message = `"${id}" may not ${what}: the permission "${permission}" is not given.`
    throw new FretworkError('permission_refused', message)
  }
  const used = () => {
    if (++added > ADDED_IN_ALL) throw tooMany(id, 'adds things again and again')
  }
  const isOwn = (name: string) => name.startsWith(`${id}.`)
  const sectionOf = (section: string) => {
    const found = manifest.contributes?.settings?.find(each => each.id === section)
    if (found) return context.get(SETTINGS).store(found)
    throw new FretworkError('permission_refused', `"${id}" has no settings "${section}" of its own.`)
  }

  const handlers: Readonly<Record<string, Handler>> = {
    log: (level: unknown, message: unknown) => {
      const known = LEVELS.find(each => each === level) ?? 'info'
      log[known](textOf(message, 2000))
    },
    notice: (notice: unknown) => {
      const { kind, message, values } = pick(notice, ['kind', 'message', 'values'])
      const filled = Object(values) as Record<string, unknown>
      kernel.notices.post({
        kind: KINDS.find(each => each === kind) ?? 'info',
        source: 'app',
        // Its name comes first, so that it cannot speak for the app.
        message: '{{plugin}}: {{sentence}}',
        values: {
          plugin: manifest.title,
          // In one go: a value may name another value, and so on without end.
          sentence: textOf(
            textOf(message, SENTENCE).replace(/{{\s*(\w+)\s*}}/g, (gap, name: string) =>
              Object.hasOwn(filled, name) ? textOf(String(filled[name]), SENTENCE) : gap,
            ),
            SENTENCE,
          ),
        },
        topic: `${id} notice`,
      })
    },
    'event.on': (event: unknown) => {
      const name = textOf(event, 100)
      const offered =
        EVENTS_OFFERED.find(each => each.id === name) ?? (isOwn(name) ? { id: name } : undefined)
      if (!offered) throw unavailable(id, `the event "${name}"`)
      if (!isOwn(name)) kernel.host.grants.check(manifest, name)
      if (heard.has(name)) return
      if (heard.size >= NAMES) throw tooMany(id, 'listens to too many events')
      used()
      heard.set(
        name,
        scope.add(context.get(EVENTS).on(offered, payload => say('event', name, dataOf(payload)))),
      )
    },
    'event.off': (event: unknown) => {
      const name = textOf(event, 100)
      heard.get(name)?.dispose()
      heard.delete(name)
    },
    'event.emit': (event: unknown, payload: unknown) => {
      const name = textOf(event, 100)
      if (!isOwn(name)) throw unavailable(id, `emitting "${name}"`)
      if (weightOf(payload, EVENT_BYTES) > EVENT_BYTES) throw tooMany(id, `says too much with "${name}"`)
      context.get(EVENTS).emit({ id: name }, payload)
    },
    'command.run': async (command: unknown, args: unknown) => {
      const name = textOf(command, 200)
      if (!isOwn(name)) need('commands', `run "${name}"`)
      return dataOf(await kernel.commands.attempt(name, args))
    },
    'command.execute': (command: unknown, args: unknown) => {
      const name = textOf(command, 200)
      if (!isOwn(name)) need('commands', `run "${name}"`)
      void kernel.commands.execute(name, args)
    },
    'command.context': (key: unknown, value: unknown) => {
      const name = textOf(key, 200)
      if (!isOwn(name)) throw unavailable(id, `the condition "${name}"`)
      if (!conditions.has(name) && conditions.size >= NAMES) throw tooMany(id, 'sets too many conditions')
      const known = typeof value === 'boolean' || typeof value === 'number' ? value : undefined
      kernel.commands.setContext(name, typeof value === 'string' ? textOf(value, 200) : known)
      if (conditions.has(name)) return
      conditions.add(name)
      scope.onDispose(() => kernel.commands.setContext(name, undefined))
    },
    'settings.change': (section: unknown, change: unknown) => {
      const store = sectionOf(textOf(section, 100))
      store.change(pick(change, Object.keys(store.getState())))
    },
    'settings.reset': (section: unknown) => sectionOf(textOf(section, 100)).reset(),
    'service.call': async (token: unknown, member: unknown, args: unknown) => {
      const offered = SERVICES.find(each => each.id === token)
      const name = textOf(member, 60)
      if (!offered?.calls.includes(name) || !Array.isArray(args)) {
        throw unavailable(id, `"${textOf(member, 60)}" of "${textOf(token, 100)}"`)
      }
      const needed = offered.needs?.[name]
      if (needed) need(needed, `use "${name}" of "${offered.id}"`)
      const found = context.get(offered.token) as Record<string, (...args: unknown[]) => unknown>
      return dataOf(await found[name]?.(...args))
    },
    storage: (number: unknown, options: unknown, method: unknown, args: unknown) => {
      const name = STORED.find(each => each === method)
      if (typeof number !== 'number' || !name || !Array.isArray(args)) throw unavailable(id, 'this storage')
      const values = storages.get(number) ?? openStorage(context, number, options, call)
      storages.set(number, values)
      return (values[name] as (...args: unknown[]) => unknown)(...args)
    },
    extend: (at: unknown, number: unknown, given: unknown, states: unknown) => {
      const offered = POINTS.find(({ point }) => point.id === at)
      if (!offered) throw unavailable(id, `the extension point "${textOf(at, 100)}"`)
      if (typeof number !== 'number' || items.has(number) || items.size >= ITEMS) {
        throw tooMany(id, 'adds too many things to extension points')
      }
      used()
      const { fits = () => true } = offered
      const stores = new Map(
        Object.entries(pick(states, offered.stores)).map(([name, state]) => {
          if (!fits(state)) throw misfit(id, `"${name}" of ${offered.point.id}`)
          return [name, createStore(state)]
        }),
      )
      const data = pick(given, offered.data)
      if (weightOf(data, ITEM_BYTES) > ITEM_BYTES) throw tooMany(id, `adds too much to ${offered.point.id}`)
      const names = Object.keys(Object(pick(given, ['calls']).calls))
      const calls = Object.fromEntries(
        offered.calls
          .filter(name => names.includes(name))
          .map(name => [
            name,
            (...args: unknown[]) =>
              call(
                'item.call',
                number,
                name,
                args.map(arg => dataOf(arg)),
              ),
          ]),
      )
      // A panel shows a screen of this plugin, never that of another.
      if ('plugin' in data) Object.assign(data, { plugin: id })
      if (typeof data.screen === 'string') addScreen(data.screen)
      const item = { ...data, ...Object.fromEntries(stores), ...calls }
      items.set(number, { stores, fits, added: context.extend(offered.point, item) })
    },
    retract: (number: unknown) => {
      items.get(number as number)?.added.dispose()
      items.delete(number as number)
    },
    'item.store': (number: unknown, name: unknown, state: unknown) => {
      const item = items.get(number as number)
      const store = item?.stores.get(String(name))
      if (!item || !store) return
      if (item.fits(state)) store.setState(state, true)
      else log.warn(misfit(id, `a value of "${textOf(name, 60)}"`).message)
    },
  }
  return handlers
}

/** Its migrations are in the worker, which is asked for each step. */
function openStorage(
  context: PluginContext,
  number: number,
  options: unknown,
  call: BridgeParts['call'],
): StoredValues {
  const { version, quota, sync, steps } = pick(options, ['version', 'quota', 'sync', 'steps'])
  const known = Array.isArray(steps) ? steps.filter(step => Number.isInteger(step)).slice(0, 100) : []
  const migrate = (step: number) => async (values: Readonly<Record<string, unknown>>) =>
    Object(await call('storage.migrate', number, step, values)) as Record<string, unknown>
  return context.get(PLUGIN_STORAGE).open({
    ...(typeof version === 'number' && { version }),
    ...(typeof quota === 'number' && { quota: Math.min(quota, STORAGE_QUOTA) }),
    sync: sync === true,
    migrations: Object.fromEntries(known.map(step => [step, migrate(step)])),
  })
}

/** The services of the page that a plugin declares, or that are the core's: what their stores hold, and their changes. */
export function servicesFor({ manifest, context, say }: Pick<BridgeParts, 'manifest' | 'context' | 'say'>) {
  const { requires = [], optional = [], lazy = [] } = manifest
  const declared = new Set([...requires, ...optional, ...lazy].map(({ id }) => id))
  const open = SERVICES.filter(({ id }) => declared.has(id) || id.startsWith('core.')).flatMap(offered => {
    const found = attempt(() => context.find(offered.token))
    if (found === undefined) return []
    const { shows = (value: unknown) => dataOf(value) } = offered as { shows?: (value: unknown) => unknown }
    const stores = offered.stores.map(name => {
      const store = (name === '' ? found : Reflect.get(Object(found), name)) as ReadonlyStore<unknown>
      context.scope.onDispose(store.subscribe(now => say('store', offered.id, name, shows(now))))
      return [name, shows(store.getState())] as const
    })
    return [[offered.id, { calls: offered.calls, stores: Object.fromEntries(stores) }] as const]
  })
  return Object.fromEntries(open)
}

interface AddedItem {
  readonly stores: Map<string, Store<unknown>>
  /** Whether a value of its stores can be used. */
  readonly fits: (state: unknown) => boolean
  readonly added: Disposable
}

/** What is not granted is as if it were not there. */
function attempt<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

function tooMany(plugin: string, what: string): FretworkError {
  return new FretworkError('apart_refused', `"${plugin}" ${what}; its author has to use fewer of them.`)
}

function misfit(plugin: string, what: string): FretworkError {
  const message = `"${plugin}" gives something for ${what} that cannot be used there; see the plugin guide.`
  return new FretworkError('apart_refused', message)
}

function unavailable(plugin: string, what: string): FretworkError {
  const message = `${what} is not there for "${plugin}", which runs apart from the page; see “Running apart” in the plugin guide.`
  return new FretworkError('apart_unavailable', message)
}
