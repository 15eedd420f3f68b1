import type { Handler } from '../../../apart/protocol.js'
import { throttled } from '../../../apart/throttled.js'
import type { PluginContext, PluginManifest } from '../../../core/kernel/manifest/plugin.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { createStore, type Store } from '../../../core/platform/store.js'
import { weightOf } from './budget.js'
import { dataOf, misfit, pick, textOf, tooMany, unavailable } from './data.js'
import { type OfferedPoint, POINTS } from './offered.js'

export interface ItemParts {
  readonly manifest: PluginManifest
  readonly context: PluginContext
  readonly call: (name: string, ...args: readonly unknown[]) => Promise<unknown>
  readonly addScreen: (name: string) => void
  /** Counts what stays in the scope until the plugin ends. */
  readonly used: () => void
}

const ITEMS = 100
const ITEM_BYTES = 20_000
/** More often, a layer would delay what is played. */
const CHANGE_EVERY_MS = 33

interface AddedItem {
  readonly changes: ReadonlyMap<string, (state: unknown) => void>
  readonly fits: (state: unknown) => boolean
  readonly added: Disposable
}

export function itemHandlers({
  manifest: { id },
  context,
  call,
  addScreen,
  used,
}: ItemParts): Readonly<Record<string, Handler>> {
  const items = new Map<unknown, AddedItem>()

  const dataFor = ({ point, data: members }: OfferedPoint, given: unknown) => {
    const data = pick(given, members)
    if (weightOf(data, ITEM_BYTES) > ITEM_BYTES) throw tooMany(id, `adds too much to ${point.id}`)
    // A panel never shows the screen of another plugin.
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
    const names = Object.keys(Object(pick(given, ['calls']).calls))
    const ask =
      (name: string) =>
      (...args: unknown[]) =>
        call(
          'item.call',
          number,
          name,
          args.map(arg => dataOf(arg)),
        )
    return Object.fromEntries(
      offered.calls.filter(name => names.includes(name)).map(name => [name, ask(name)]),
    )
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

const changing = (store: Store<unknown>) =>
  throttled(CHANGE_EVERY_MS, (state: unknown) => store.setState(state, true))
