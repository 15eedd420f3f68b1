import type { PluginContext, PluginManifest } from '../../core/kernel/plugin.js'
import type { Kernel } from '../../core/kernel/tokens.js'
import { EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import { PLUGIN_STORAGE } from '../../core/permissions/plugin-storage.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { createStore, type Disposable, type Store } from '../../core/platform/store.js'
import type { PermissionId } from '../../core/platform/token.js'
import { type Handler, throttled } from '../protocol.js'
import { weightOf } from './budget.js'
import { dataOf, misfit, pick, textOf, tooMany, unavailable } from './data.js'
import { EVENTS_OFFERED, type OfferedPoint, POINTS } from './offered.js'
import { type Say, serviceHandlers } from './services.js'

export interface BridgeParts {
  readonly kernel: Kernel
  readonly manifest: PluginManifest
  readonly context: PluginContext
  readonly say: Say
  readonly call: (name: string, ...args: readonly unknown[]) => Promise<unknown>
  /** Registers a panel's screen, which is not in the manifest. */
  readonly addScreen: (name: string) => void
}

const KINDS = ['info', 'success', 'warning', 'error'] as const
const LEVELS = ['debug', 'info', 'warn', 'error'] as const
const SENTENCE = 500
const STORED = ['get', 'set', 'delete', 'keys', 'usage', 'watch'] as const
/** Maximum number of registrations. They stay in the scope until the plugin stops. */
const ADDED_IN_ALL = 10_000
const NAMES = 100
/** Maximum event size, bytes. The journal keeps recent events in memory. */
const EVENT_BYTES = 100_000

export function bridge({ kernel, manifest, context, say, call, addScreen }: BridgeParts) {
  const { id } = manifest
  const { scope, log } = context
  const heard = new Map<string, Disposable>()
  const conditions = new Set<string>()
  let added = 0
  let watched = false

  const need = (permission: PermissionId, what: string) => {
    if (kernel.host.grants.has(manifest, permission)) return
    const message = `"${id}" may not ${what}: the permission "${permission}" is not granted.`
    throw new FretworkError('permission_refused', message)
  }
  const used = () => {
    if (++added > ADDED_IN_ALL) throw tooMany(id, 'adds too many things')
  }
  const isOwn = (name: string) => name.startsWith(`${id}.`)
  const allowed = (command: unknown) => {
    const name = textOf(command, 200)
    if (!isOwn(name)) need('commands', `run "${name}"`)
    return name
  }
  const sectionOf = (section: string) => {
    const found = manifest.contributes?.settings?.find(each => each.id === section)
    if (found) return context.get(SETTINGS).store(found)
    throw new FretworkError('permission_refused', `"${id}" has no settings section "${section}".`)
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
        // Prefix the plugin name, so that a plugin cannot impersonate the app.
        message: '{{plugin}}: {{sentence}}',
        values: {
          plugin: manifest.title,
          // Replace all placeholders in one pass, because a value may contain another placeholder.
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
      if (weightOf(payload, EVENT_BYTES) > EVENT_BYTES)
        throw tooMany(id, `sends too much data with "${name}"`)
      context.get(EVENTS).emit({ id: name }, payload)
    },
    'command.run': async (command: unknown, args: unknown) =>
      dataOf(await kernel.commands.attempt(allowed(command), args)),
    'command.execute': (command: unknown, args: unknown) =>
      void kernel.commands.execute(allowed(command), args),
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
    storage: (sync: unknown, method: unknown, args: unknown) => {
      const name = STORED.find(each => each === method)
      if (!name || !Array.isArray(args)) throw unavailable(id, 'this storage')
      const values = context.get(PLUGIN_STORAGE).open({ sync: sync === true })
      if (name !== 'watch') return (values[name] as (...args: unknown[]) => unknown)(...args)
      if (!watched) scope.add(values.onChange(keys => say('storage.changed', keys)))
      watched = true
      return undefined
    },
    ...serviceHandlers(manifest, context, need),
    ...itemHandlers({ manifest, context, call, addScreen, used }),
  }
  return handlers
}

interface ItemParts extends Pick<BridgeParts, 'manifest' | 'context' | 'call' | 'addScreen'> {
  /** Counts a registration; registrations stay in the scope until the plugin stops. */
  readonly used: () => void
}

const ITEMS = 100
const ITEM_BYTES = 20_000
/** Minimum interval between layer changes, ms. More frequent changes would delay played notes. */
const CHANGE_EVERY_MS = 33

interface AddedItem {
  readonly changes: ReadonlyMap<string, (state: unknown) => void>
  readonly fits: (state: unknown) => boolean
  readonly added: Disposable
}

function itemHandlers(parts: ItemParts): Readonly<Record<string, Handler>> {
  const { manifest, context, call, addScreen, used } = parts
  const { id } = manifest
  const items = new Map<unknown, AddedItem>()

  const dataFor = ({ point, data: members }: OfferedPoint, given: unknown) => {
    const data = pick(given, members)
    if (weightOf(data, ITEM_BYTES) > ITEM_BYTES) throw tooMany(id, `adds too much to ${point.id}`)
    // A panel must not show another plugin's screen.
    if ('plugin' in data) data.plugin = id
    if (typeof data.screen === 'string') addScreen(data.screen)
    return data
  }
  const storesFor = ({ point, stores, fits = () => true }: OfferedPoint, states: unknown) => {
    const given = Object.entries(pick(states, stores))
    const odd = given.find(([, state]) => !fits(state))
    if (odd) throw misfit(id, `"${odd[0]}" of ${point.id}`)
    return new Map(given.map(([name, state]) => [name, createStore(state)]))
  }
  const callsFor = (offered: OfferedPoint, number: number, given: unknown) => {
    const calls = Object(pick(given, ['calls']).calls)
    const names = offered.calls.filter(name => Object.hasOwn(calls, name))
    const ask = (name: string, args: unknown[]) =>
      call(
        'item.call',
        number,
        name,
        args.map(arg => dataOf(arg)),
      )
    return Object.fromEntries(names.map(name => [name, (...args: unknown[]) => ask(name, args)]))
  }

  return {
    extend: (at: unknown, number: unknown, given: unknown, states: unknown) => {
      const offered = POINTS.find(({ point }) => point.id === at)
      if (!offered) throw unavailable(id, `the extension point "${textOf(at, 100)}"`)
      if (typeof number !== 'number' || items.has(number) || items.size >= ITEMS)
        throw tooMany(id, 'adds too many things to extension points')
      used()
      const { fits = () => true } = offered
      const stores = storesFor(offered, states)
      const data = dataFor(offered, given)
      const item = { ...data, ...Object.fromEntries(stores), ...callsFor(offered, number, given) }
      const changing = (store: Store<unknown>) =>
        throttled(CHANGE_EVERY_MS, (state: unknown) => store.setState(state, true))
      const changes = new Map([...stores].map(([name, store]) => [name, changing(store)]))
      items.set(number, { changes, fits, added: context.extend(offered.point, item) })
    },
    retract: (number: unknown) => {
      items.get(number)?.added.dispose()
      items.delete(number)
    },
    'item.store': (number: unknown, name: unknown, state: unknown) => {
      const item = items.get(number)
      const change = item?.changes.get(String(name))
      if (!item || !change) return
      if (item.fits(state)) change(state)
      else context.log.warn(misfit(id, `a value of "${textOf(name, 60)}"`).message)
    },
  }
}
