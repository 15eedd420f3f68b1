/** The core's services as one plugin gets them: what it registers there and forgets is known, told and undone. */
import type { CommandRegistry } from '../../commands/command-registry.js'
import { type Disposable, disposable } from '../../platform/disposable.js'
import type { Logger } from '../../platform/logger.js'
import type { Token } from '../../platform/services/token.js'
import type { ServiceSlots } from './service-slots.js'

type Method = (...args: unknown[]) => unknown
type Described = (...args: never[]) => string

/** Needs no undoing once it has run its course. */
const TIMER: Described = (ms: number) => `a timer of ${ms} ms`

/** What of each service registers something that somebody has to undo, and what to call that. */
const REGISTERING: Readonly<Record<string, Readonly<Record<string, Described>>>> = {
  'core.events': { on: (event: { id: string }) => `a listener of ${event.id}` },
  'core.clock': {
    after: TIMER,
    every: (ms: number) => `a timer of every ${ms} ms`,
  },
  'core.commands': { register: (command: { id: string }) => `the command ${command.id}` },
  'core.settings': { register: (section: { id: string }) => `the settings section ${section.id}` },
  'core.storage': { onChange: () => 'a listener of the storage' },
  'core.translator': { addLocales: (namespace: string) => `the words of ${namespace}` },
  'core.notices': {
    show: () => 'a listener of the notices',
    whenUnseen: () => 'a listener of the notices',
  },
  'core.connection': { onConnected: () => 'a listener of the connection' },
  'core.auth': { onLoggedOut: () => 'a listener of the log-out' },
}

export class WatchedServices {
  private readonly open = new Map<Disposable, string>()
  private readonly views = new Map<symbol, unknown>()
  private readonly conditions = new Set<string>()
  private stuck: readonly string[] = []
  private ended = false

  /** @param changed told when something turns out to be no leak: whoever registered it undoes it after all */
  constructor(
    private readonly slots: ServiceSlots,
    private readonly log: Logger,
    private readonly changed: () => void,
  ) {}

  // Bound, so that they can stand in for those of the slots.
  readonly get = <T>(token: Token<T>): T => this.view(token, this.slots.get(token))

  readonly find = <T>(token: Token<T>): T | undefined => {
    const service = this.slots.find(token)
    return service === undefined ? undefined : this.view(token, service)
  }

  /** What is left behind, in words; after the end it has been undone, and its author should know. */
  get left(): readonly string[] {
    return [...this.stuck, ...this.open.values()]
  }

  /** Undoes what is registered still. @param stuck what the plugin's own undoing could not do */
  end(stuck: readonly string[]): void {
    this.ended = true
    this.stuck = stuck
    for (const registration of [...this.open.keys()].reverse()) registration.dispose()
    const commands = this.slots.find<CommandRegistry>({
      id: 'core.commands',
      key: Symbol.for('core.commands'),
    })
    for (const key of this.conditions) commands?.setContext(key, undefined)
  }

  /** Says once what was left behind. */
  tell(): void {
    if (this.left.length === 0) return
    this.log.warn(`Left behind and undone: ${this.left.join(', ')}. Add it to the plugin's scope.`)
  }

  private view<T>(token: Token<T>, service: T): T {
    const registering = REGISTERING[token.id]
    // Of a frozen object a proxy may show nothing else; such stand-ins are the tests' own.
    if (!registering || typeof service !== 'object' || service === null || Object.isFrozen(service))
      return service
    const known = this.views.get(token.key)
    if (known) return known as T
    const view: T & object = new Proxy(service, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        const describe = registering[String(name)]
        if (describe) return this.watched(value.bind(target), describe)
        if (name === 'setContext') return this.noting(value.bind(target))
        return value.bind(target)
      },
    })
    this.views.set(token.key, view)
    return view
  }

  private watched(register: Method, describe: Described): Method {
    return (...args) => {
      let undo: Disposable | undefined
      const over = () => {
        if (undo && this.open.delete(undo) && this.ended) this.changed()
      }
      const given = describe === TIMER ? [args[0], then(over, args[1] as () => void)] : args
      const registration = register(...given) as Disposable
      undo = disposable(() => registration.dispose())
      // By late code of a plugin that has ended: whatever it is, it does not begin.
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

function then(first: () => void, second: () => void): () => void {
  return () => {
    first()
    second()
  }
}
