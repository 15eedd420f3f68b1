import { Container, type ServiceRegistry } from '../../core/kernel/container.js'
import type { AnyToken, PluginContext, PluginRuntime } from '../../core/kernel/plugin.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import type { Logger } from '../../core/platform/ports.js'
import { followService, PluginScope } from '../../core/platform/scope.js'
import { disposable, type ReadonlyStore } from '../../core/platform/store.js'
import type { ApartStart, Channel } from '../protocol.js'
import type { StandIns } from './stand-ins.js'

export type AddedItems = Map<number, Readonly<Record<string, unknown>>>

interface ContextParts {
  readonly start: ApartStart
  readonly channel: Channel
  readonly standIns: StandIns
  readonly runtime: PluginRuntime
  readonly items: AddedItems
}

export function workerContext({ start, channel, standIns, runtime, items }: ContextParts): PluginContext {
  const log = workerLog(channel)
  const scope = new PluginScope(log)
  const own = new Map<string, unknown>()
  const find = (token: AnyToken): unknown => own.get(token.id) ?? standIns.find(token.id)
  const get = (token: AnyToken): unknown => {
    const found = find(token)
    if (found !== undefined) return found
    throw missing(start, token.id)
  }
  const check = (token: AnyToken) => {
    const { declared, provides } = start
    if (declared.includes(token.id) || provides.includes(token.id) || token.id.startsWith('core.')) return
    throw missing(start, token.id)
  }
  let last = 0
  const context: PluginContext = {
    get: get as PluginContext['get'],
    find: find as PluginContext['find'],
    load: (async (token: AnyToken) => {
      check(token)
      if (find(token) === undefined) await channel.call('service.load', [token.id])
      return get(token)
    }) as PluginContext['load'],
    follow: (token, listener) => {
      check(token)
      followService(
        () => find(token),
        listener as (service: unknown) => undefined | (() => void),
        changed => standIns.onServices(changed),
        scope,
        error => log.error(`Following ${token.id} failed`, error),
      )
    },
    extend: (point, item) => {
      const number = ++last
      const given = item as Readonly<Record<string, unknown>>
      items.set(number, given)
      const { data, states, calls } = parts(given)
      const refused = (error: Error) => log.error(`Adding to ${point.id} failed: ${error.message}`)
      channel.call('extend', [point.id, number, { ...data, calls }, states]).catch(refused)
      const unfollow = Object.keys(states).map(name =>
        (given[name] as ReadonlyStore<unknown>).subscribe(now =>
          channel.say('item.store', [number, name, now]),
        ),
      )
      return scope.add(
        disposable(() => {
          for (const end of unfollow) end()
          items.delete(number)
          channel.say('retract', [number])
        }),
      )
    },
    extensions: () => [],
    scope,
    log,
  }
  const built = (token: AnyToken, service: unknown) => void own.set(token.id, service)
  new Container(runtime.providers ?? [], {
    ...{ context, outside: get, built },
    registry: ownRegistry(),
  }).buildAll()
  return context
}

function parts(item: Readonly<Record<string, unknown>>) {
  const data: Record<string, unknown> = {}
  const states: Record<string, unknown> = {}
  const calls: Record<string, true> = {}
  for (const [name, value] of Object.entries(item)) {
    if (typeof value === 'function') calls[name] = true
    else if (isStore(value)) states[name] = value.getState()
    else data[name] = value
  }
  return { data, states, calls }
}

function isStore(value: unknown): value is ReadonlyStore<unknown> {
  const { getState, subscribe } = Object(value) as Partial<ReadonlyStore<unknown>>
  return typeof getState === 'function' && typeof subscribe === 'function'
}

function missing({ plugin, declared, provides }: ApartStart, id: string): FretworkError {
  if (provides.includes(id)) {
    const message = `"${plugin}" provides "${id}", but has no provider for it.`
    return new FretworkError('token_not_provided', message)
  }
  if (declared.includes(id) || id.startsWith('core.')) {
    const message = `"${plugin}" cannot use "${id}": the permission is not granted, or the service is not available in the sandbox. See “Sandboxed plugins” in the plugin guide.`
    return new FretworkError('apart_unavailable', message)
  }
  const message = `"${plugin}" uses "${id}", which its manifest does not declare; add it to requires, optional or lazy.`
  return new FretworkError('token_undeclared', message)
}

function workerLog(channel: Channel): Logger {
  const write =
    (level: string) =>
    (message: string, ...details: unknown[]) => {
      if (level === 'error') console.error(message, ...details)
      channel.say('log', [level, message])
    }
  const log: Logger = {
    ...{ trace: write('debug'), debug: write('debug'), info: write('info') },
    ...{ warn: write('warn'), error: write('error') },
    named: () => log,
  }
  return log
}

/** Minimal dependency injection; tsyringe would be half of the worker's code. */

export function ownRegistry(): ServiceRegistry {
  const makers = new Map<symbol, () => unknown>()
  const made = new Map<symbol, unknown>()
  return {
    add: (key, make) => void makers.set(key, make),
    has: key => makers.has(key),
    get: key => {
      if (!made.has(key)) made.set(key, makers.get(key)?.())
      return made.get(key)
    },
  }
}
