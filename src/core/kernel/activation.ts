/** One activation of a plugin: its code loaded, its services built, its `activate` run, within a limit of time. */
import type { Disposable } from '../platform/disposable.js'
import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/logger.js'
import type { ClockPort } from '../platform/ports.js'
import type { ExtensionShelf } from './extension-shelf.js'
import type { PluginContext, PluginManifest, PluginRuntime } from './plugin.js'
import { createContext, declaredTokens } from './plugin-context.js'
import type { PluginScope } from './scope.js'
import type { buildInContainer } from './service-container.js'
import type { ServiceSlots } from './service-slots.js'
import type { Token } from './token.js'

/** An `activate` that takes longer fails alone; it must never wait for the user. */
const LIMIT_MS = 5000

/** A plugin that is up. */
export interface Active {
  readonly runtime: PluginRuntime
  readonly scope: PluginScope
  readonly context: PluginContext
}

export interface ServiceParts {
  readonly slots: ServiceSlots
  readonly shelf: ExtensionShelf
  /** Keys of the core's tokens: every plugin may ask for them. */
  readonly coreKeys: ReadonlySet<symbol>
  /** Keys of tokens whose service somebody else stands in for. */
  readonly overridden: ReadonlySet<symbol>
  readonly loadService: <T>(token: Token<T>) => Promise<T>
}

/** A plugin's code, and what builds its services where it has any. */
export interface LoadedPlugin {
  readonly runtime: PluginRuntime
  readonly build?: typeof buildInContainer
}

/** @throws FretworkError `plugin_load_failed` */
export async function loadPlugin({ title, load }: PluginManifest): Promise<LoadedPlugin> {
  try {
    const { default: runtime } = await load()
    if (!runtime.providers?.length) return { runtime }
    // The container is not on the way to the log-in page, nor to `fretwork --help`.
    return { runtime, build: (await import('./service-container.js')).buildInContainer }
  } catch (error) {
    throw new FretworkError('plugin_load_failed', `"${title}" could not be loaded: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Builds a plugin's services and puts them into their slots for as long as `scope` lasts. */
export function buildServices(
  manifest: PluginManifest,
  { runtime, build }: LoadedPlugin,
  scope: PluginScope,
  log: Logger,
  { slots, shelf, coreKeys, overridden, loadService }: ServiceParts,
): Active {
  const declared = new Set(declaredTokens(manifest).map(token => token.key))
  const allowed = (key: symbol) => coreKeys.has(key) || declared.has(key)
  const context = createContext(manifest, { scope, allowed, slots, shelf, log, loadService })
  const providers = (runtime.providers ?? []).filter(({ token }) => !overridden.has(token.key))
  build?.(slots, providers, context, allowed, (token, service) => {
    if (isDisposable(service)) scope.onDispose(() => service.dispose())
    scope.add(slots.fill(token, service))
  })
  for (const token of manifest.provides ?? []) {
    if (slots.isFilled(token)) continue
    throw new FretworkError(
      'token_not_provided',
      `"${manifest.id}" declares that it provides "${token.id}" but has no provider for it.`,
    )
  }
  return { runtime, scope, context }
}

/** Watches over the activations that are under way: each has 5 s, and all end with the application. */
export class ActivationWatch {
  private readonly interrupts = new Set<(reason: FretworkError) => void>()

  constructor(private readonly clock: ClockPort) {}

  /** @throws FretworkError `activation_timeout`, or the reason of `interrupt` */
  async over({ title }: PluginManifest, work: () => void | Promise<void>): Promise<void> {
    let stop: (reason: FretworkError) => void = () => undefined
    let limit: Disposable | undefined
    const interrupted = new Promise<never>((_, reject) => {
      stop = reject
      limit = this.clock.after(LIMIT_MS, () =>
        reject(
          new FretworkError(
            'activation_timeout',
            `"${title}" did not start within ${LIMIT_MS / 1000} seconds.`,
          ),
        ),
      )
    })
    this.interrupts.add(stop)
    try {
      await Promise.race([work(), interrupted])
    } finally {
      limit?.dispose()
      this.interrupts.delete(stop)
    }
  }

  interrupt(reason: FretworkError): void {
    for (const stop of [...this.interrupts]) stop(reason)
  }
}

function isDisposable(service: unknown): service is Disposable {
  return (
    typeof service === 'object' &&
    service !== null &&
    'dispose' in service &&
    typeof service.dispose === 'function'
  )
}
