import type { PluginContext, PluginManifest } from '../../core/kernel/plugin.js'
import { attempted } from '../../core/platform/fretwork-error.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import type { PermissionId } from '../../core/platform/token.js'
import type { ApartService, Handler } from '../protocol.js'
import { dataOf, misfit, textOf, unavailable } from './data.js'
import { type OfferedService, SERVICES } from './offered.js'

export type Say = (name: string, ...args: readonly unknown[]) => void
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

export function serviceHandlers(
  { id }: PluginManifest,
  context: PluginContext,
  need: (permission: PermissionId, what: string) => void,
): Readonly<Record<string, Handler>> {
  const find = (token: unknown) => SERVICES.find(each => each.id === token)
  const methodOf = (token: unknown, member: unknown) => {
    const offered = find(token)
    const name = textOf(member, 60)
    if (!offered?.calls.includes(name)) throw unavailable(id, `"${name}" of "${textOf(token, 100)}"`)
    const needed = offered.needs?.[name]
    if (needed) need(needed, `use "${name}" of "${offered.id}"`)
    const service = context.get(offered.token) as Methods
    const { [name]: fits = () => true } = offered.takes ?? {}
    return (...args: readonly unknown[]) => {
      if (!fits(args)) throw misfit(id, `"${name}" of "${offered.id}"`)
      return service[name]?.(...args)
    }
  }
  return {
    'service.call': async (token: unknown, member: unknown, args: unknown) => {
      const method = methodOf(token, member)
      return dataOf(await method(...(Array.isArray(args) ? args : [])))
    },
    'service.load': async (token: unknown) => {
      const offered = find(token)
      if (!offered) throw unavailable(id, `"${textOf(token, 100)}"`)
      await context.load(offered.token)
    },
  }
}

/** Gives a sandboxed plugin access to services, and announces changes to stores and services. */
export function openServices(manifest: PluginManifest, context: PluginContext, say: Say) {
  const { requires = [], optional = [], lazy = [] } = manifest
  const needed = new Set(requires.map(({ id }) => id))
  const changing = new Set([...optional, ...lazy].map(({ id }) => id))
  const there: Record<string, ApartService> = {}
  let isOpen = false
  for (const offered of SERVICES) {
    if (changing.has(offered.id)) {
      context.follow(offered.token, found => {
        const shown = found === undefined ? undefined : show(offered, found, say)
        if (isOpen) say('service', offered.id, shown?.service)
        else if (shown) there[offered.id] = shown.service
        return shown?.end
      })
    } else if (needed.has(offered.id) || offered.id.startsWith('core.')) {
      const found = attempted(() => context.find(offered.token))
      if (found === undefined) continue
      const { service, end } = show(offered, found, say)
      context.scope.onDispose(end)
      there[offered.id] = service
    }
  }
  isOpen = true
  return there
}

function show({ id, calls, stores, shows }: OfferedService, found: unknown, say: Say) {
  const shown = (shows ?? dataOf) as (value: unknown) => unknown
  const ends: (() => void)[] = []
  const followed = stores.map(name => {
    const store = (name === '' ? found : Reflect.get(Object(found), name)) as ReadonlyStore<unknown>
    ends.push(store.subscribe(now => say('store', id, name, shown(now))))
    return [name, shown(store.getState())] as const
  })
  const service: ApartService = { calls, stores: Object.fromEntries(followed) }
  return { service, end: () => ends.forEach(end => void end()) }
}
