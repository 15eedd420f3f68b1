import 'reflect-metadata/lite'
import { container, instanceCachingFactory } from 'tsyringe'
import { COMMANDS } from '../commands/command-registry.js'
import { FretworkError } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/ports.js'
import { type Disposable, disposable } from '../platform/store.js'
import type { Token } from '../platform/token.js'
import type { ServiceRegistry } from './container.js'
import { Container, type ServiceSlots } from './container.js'
import type { AnyToken, PluginContext, PluginManifest, Provider } from './plugin.js'
import type { PluginRegistry } from './plugin-registry.js'

type Method = (...args: unknown[]) => unknown
type Described = (...args: never[]) => string

const TIMER: Described = (ms: number) => `a timer of ${ms} ms`

const LISTENER: Described = (event: { id: string }) => `a listener of ${event.id}`

const REGISTERING: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  'core.events': { on: LISTENER },
  'core.clock': { after: TIMER, every: (ms: number) => `a timer of every ${ms} ms` },
  'core.commands': { register: (command: { id: string }) => `the command ${command.id}` },
  'core.settings': { register: (section: { id: string }) => `the settings section ${section.id}` },
  'core.storage': { onChange: () => 'a listener of the storage' },
  'core.translator': { addLocales: (namespace: string) => `the words of ${namespace}` },
  'core.notices': { show: () => 'a listener of the notices', whenUnseen: () => 'a listener of the notices' },
  'core.connection': { onConnected: () => 'a listener of the connection' },
  'core.auth': { onLoggedOut: () => 'a listener of the log-out' },
}

export class PluginServices {
  private readonly open = new Map<Disposable, string>()
  private readonly views = new Map<symbol, unknown>()
  private readonly conditions = new Set<string>()
  private stuck: readonly string[] = []
  private ended = false

  constructor(
    private readonly slots: ServiceSlots,
    private readonly log: Logger,
    private readonly changed: () => void,
    private readonly mayHear: (event: string) => void = () => undefined,
  ) {}

  readonly get = <T>(token: Token<T>): T => this.view(token, this.slots.get(token))

  readonly find = <T>(token: Token<T>): T | undefined => {
    const service = this.slots.find(token)
    return service === undefined ? undefined : this.view(token, service)
  }

  get left(): readonly string[] {
    return [...this.stuck, ...this.open.values()]
  }

  /** @throws FretworkError `token_wrong`, `token_twice`, or a provider's own error */
  build(
    { id, provides = [] }: PluginManifest,
    providers: readonly Provider[],
    context: PluginContext,
    { overridden, report }: PluginRegistry,
  ): void {
    const { scope } = context
    const wanted = providers.filter(provider => !overridden.has(provider?.token?.key))
    checkProviders(id, wanted, provides, report.providers)
    const disposed = new Set<unknown>()
    const built = (token: AnyToken, service: unknown) => {
      if (service === undefined || service === null) {
        throw wrong(
          `"${id}" provides "${token.id}", but its provider returned ${service}; return the service.`,
        )
      }
      if (isDisposable(service) && !disposed.has(service)) scope.onDispose(() => service.dispose())
      disposed.add(service)
      const isDeclared = provides.some(({ key }) => key === token.key)
      scope.add(this.slots.fill(token, service, isDeclared ? undefined : id))
    }
    new Container(wanted, {
      ...{ context, outside: context.get, built },
      registry: tsyringeRegistry(),
    }).buildAll()
  }

  end(stuck: readonly string[]): void {
    this.ended = true
    this.stuck = stuck
    for (const registration of [...this.open.keys()].reverse()) registration.dispose()
    const commands = this.slots.find(COMMANDS)
    for (const key of this.conditions) commands?.setContext(key, undefined)
  }

  report(): void {
    if (this.left.length === 0) return
    this.log.warn(
      `Removed because the plugin didn’t clean up: ${this.left.join(', ')}. Add it to the plugin’s scope.`,
    )
  }

  private view<T>(token: Token<T>, service: T): T {
    const registering = REGISTERING[token.id]
    // A proxy cannot override properties of a frozen object. Only tests provide frozen services.
    if (!registering || typeof service !== 'object' || service === null || Object.isFrozen(service))
      return service
    const known = this.views.get(token.key)
    if (known) return known as T
    const view: T & object = new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        const describe = registering[String(name)]
        if (describe) return this.tracked(value.bind(target), describe)
        if (name === 'setContext') return this.noting(value.bind(target))
        return value.bind(target)
      },
    })
    this.views.set(token.key, view)
    return view
  }

  private tracked(register: Method, describe: Described): Method {
    return (...args) => {
      if (describe === LISTENER) this.mayHear((args[0] as { id: string }).id)
      let undo: Disposable | undefined
      const over = () => {
        if (undo && this.open.delete(undo) && this.ended) this.changed()
      }
      const [ms, run] = args as [number, () => void]
      const timer = () => {
        over()
        run()
      }
      const registration = register(...(describe === TIMER ? [ms, timer] : args)) as Disposable
      undo = disposable(() => registration.dispose())
      if (this.ended) undo.dispose()
      else this.open.set(undo, describe(...(args as never[])))
      return disposable(() => {
        over()
        undo?.dispose()
      })
    }
  }

  private noting(setContext: Method): Method {
    return (key, value) => {
      this.conditions.add(String(key))
      setContext(key, this.ended ? undefined : value)
    }
  }
}

function checkProviders(
  id: string,
  providers: readonly Provider[],
  provides: readonly AnyToken[],
  owners: ReadonlyMap<string, string>,
) {
  const seen = new Set<symbol>()
  for (const provider of providers) {
    if (!isProvider(provider)) {
      throw wrong(`A provider of "${id}" is invalid; use provide() or provideFactory().`)
    }
    const { token } = provider
    const owner = owners.get(token.id) ?? id
    if (!seen.has(token.key) && owner === id) seen.add(token.key)
    else {
      const what =
        owner === id
          ? `"${id}" has two providers for "${token.id}"`
          : `"${token.id}" is provided by both ${owner} and the code of ${id}`
      throw new FretworkError('token_twice', `${what}; remove one of them.`)
    }
    if (!token.id.startsWith(`${id}.`) && !provides.some(({ key }) => key === token.key))
      throw wrong(`"${id}" must declare "${token.id}" in provides.`)
  }
}

function isProvider(provider: unknown): provider is Provider {
  if (typeof provider !== 'object' || provider === null || !('token' in provider)) return false
  const { token, useClass, useFactory } = provider as Partial<Record<string, unknown>>
  const key = typeof token === 'object' && token !== null && 'key' in token ? token.key : undefined
  return typeof key === 'symbol' && (typeof useClass === 'function' || typeof useFactory === 'function')
}

function isDisposable(service: unknown): service is Disposable {
  const { dispose } = Object(service) as { readonly dispose?: unknown }
  return typeof service === 'object' && typeof dispose === 'function'
}

function wrong(message: string): FretworkError {
  return new FretworkError('token_wrong', message)
}

export function tsyringeRegistry(): ServiceRegistry {
  // tsyringe cannot unregister single services, so use a disposable child container.
  const own = container.createChildContainer()
  return {
    add: (key, make) => void own.register(key, { useFactory: instanceCachingFactory(make) }),
    has: key => own.isRegistered(key),
    get: key => own.resolve(key),
  }
}
