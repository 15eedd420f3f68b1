import type { NoticeBoard } from '../events/notices.js'
import { codeOf, FretworkError, messageOf } from '../platform/fretwork-error.js'
import { phrases } from '../platform/phrases.js'
import type { ClockPort, Logger } from '../platform/ports.js'
import type { PluginManifest } from './plugin.js'
import type { ContextParts } from './plugin-context.js'
import { type ActivePlugin, openPlugin, PluginLoader, startServices } from './plugin-loader.js'
import { CAN_START, DISABLED, isSwitchedOff, NO_REASON } from './plugin-state.js'

const LOAD_LIMIT_MS = 30_000

const START_LIMIT_MS = 5000

const SLOW_ACTIVATION_MS = 50

const FAILED = phrases({
  start: '“{{plugin}}” couldn’t start: {{reason}} Everything else still works.',
  stopped: '“{{plugin}}” was stopped: {{reason}} Everything else still works.',
})

interface ActivatorParts extends ContextParts {
  readonly clock: ClockPort
  readonly log: Logger
  readonly notices: NoticeBoard
}

export class PluginActivator {
  private readonly active = new Map<string, ActivePlugin>()
  private readonly starting = new Map<string, Promise<void>>()
  private readonly loader: PluginLoader
  private readonly ending = new AbortController()

  constructor(private readonly parts: ActivatorParts) {
    this.loader = new PluginLoader(parts.clock)
  }

  activate(id: string): Promise<void> {
    const { registry } = this.parts
    const pending = this.starting.get(id)
    if (pending) return pending
    const state = registry.state(id)
    if (!state) return Promise.reject(unknownPlugin(id))
    if (state.status === 'active') return Promise.resolve()
    const manifest = this.disposed ? undefined : registry.find(id)
    if (!manifest || !CAN_START.includes(state.status) || registry.problemOf(id)) {
      const reason = `"${state.title}" is not available here: ${state.reason ?? state.status}`
      return Promise.reject(new FretworkError('plugin_unavailable', reason))
    }
    const start = this.start(manifest).finally(() => {
      this.starting.delete(id)
      this.loader.forget(id)
    })
    this.starting.set(id, start)
    return start
  }

  /** Never throws. Errors are recorded in the plugin states and logged. */
  async activateAll(ids: readonly string[]): Promise<void> {
    const begun = new Map<string, Promise<void>>()
    const begin = (id: string, before: readonly string[]): Promise<void> => {
      const path = [...before, id]
      const start = Promise.all(
        this.parts.registry.graph
          .optionalProvidersOf(id)
          .filter(provider => ids.includes(provider) && !path.includes(provider))
          .map(provider => begun.get(provider) ?? begin(provider, path)),
      ).then(() => this.activate(id).catch(() => undefined))
      begun.set(id, start)
      return start
    }
    await Promise.all(ids.map(id => begun.get(id) ?? begin(id, [])))
  }

  stop(id: string): void {
    const active = this.active.get(id)
    if (!active) return
    this.active.delete(id)
    active.scope.dispose()
  }

  get(id: string): ActivePlugin {
    const active = this.active.get(id)
    if (active) return active
    const title = this.parts.registry.state(id)?.title ?? id
    throw new FretworkError('plugin_unavailable', `"${title}" is not active.`)
  }

  preloadScreen(id: string, screen: string): void {
    this.loader.preloadScreen(id, screen)
  }

  /** In order of activation, providers first. */
  get running(): readonly string[] {
    return [...this.active.keys()]
  }

  isBusy(id: string): boolean {
    return this.active.has(id) || this.starting.has(id)
  }

  async settled(ids: readonly string[]): Promise<void> {
    for (;;) {
      const pending = ids.flatMap(id => this.starting.get(id) ?? [])
      if (pending.length === 0) return
      await Promise.allSettled(pending)
    }
  }

  dispose(): void {
    this.loader.forgetAll()
    this.ending.abort(ending())
    for (const id of [...this.running].reverse()) {
      this.stop(id)
      this.parts.registry.change(id, { status: 'registered' })
    }
  }

  private get disposed(): boolean {
    return this.ending.signal.aborted
  }

  private async start(manifest: PluginManifest): Promise<void> {
    const { registry, clock } = this.parts
    const { id, title } = manifest
    if (registry.graph.requiredBy(id).every(each => registry.isUsable(each))) void this.loader.load(manifest)
    for (const provider of registry.graph.providersOf(id)) await this.startFor(id, provider)
    registry.change(id, { status: 'activating', ...NO_REASON })
    const log = this.parts.log.named(id)
    let began = clock.now()
    let loadMs: number
    try {
      const loaded = await this.within(title, LOAD_LIMIT_MS, () => this.loader.load(manifest))
      loadMs = loaded.ms
      this.ending.signal.throwIfAborted()
      began = clock.now()
      const active = openPlugin(manifest, loaded, log, this.parts)
      this.active.set(id, active)
      // Sandboxed plugins load their code here, which takes longer.
      const limitMs = manifest.runs === 'apart' ? LOAD_LIMIT_MS : START_LIMIT_MS
      await this.within<unknown>(title, limitMs, () => {
        startServices(manifest, active, this.parts)
        return active.runtime.activate?.(active.context)
      })
    } catch (error) {
      this.stop(id)
      if (this.disposed) registry.change(id, { status: 'registered' })
      else this.fail(manifest, error)
      throw error
    }
    if (!this.active.has(id)) {
      throw new FretworkError('plugin_unavailable', `"${title}" was stopped while it was starting.`)
    }
    const ms = clock.now() - began
    registry.change(id, { status: 'active', loadMs, ms })
    if (ms > SLOW_ACTIVATION_MS) this.parts.log.warn(`Activating ${id} took ${Math.round(ms)} ms.`)
  }

  /** @throws FretworkError `activation_timeout`, or the error thrown by `work` */
  private async within<T>(title: string, limitMs: number, work: () => T | Promise<T>): Promise<T> {
    const { signal } = this.ending
    const over = new AbortController()
    const interrupted = new Promise<never>((_, reject) => {
      const reason = `"${title}" did not start within ${limitMs / 1000} seconds.`
      const late = () => reject(new FretworkError('activation_timeout', reason))
      const limit = this.parts.clock.after(limitMs, late)
      over.signal.addEventListener('abort', () => limit.dispose())
      signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal })
    })
    try {
      return await Promise.race([work(), interrupted])
    } finally {
      over.abort()
    }
  }

  private async startFor(id: string, provider: string): Promise<void> {
    const { registry } = this.parts
    try {
      await this.activate(provider)
    } catch (error) {
      const { title = provider, status, code } = registry.state(provider) ?? {}
      const reason =
        status === 'disabled'
          ? `It needs "${title}", which is disabled.`
          : `Requires "${title}", which couldn’t start: ${messageOf(error)}`
      // Disabling a provider also makes this plugin's screens unavailable.
      const own = isSwitchedOff({ code }) ? DISABLED.code : 'plugin_blocked'
      registry.change(id, { status: 'blocked', code: own, reason, by: provider })
      throw new FretworkError('plugin_blocked', reason, { cause: error })
    }
  }

  fail({ id, title }: PluginManifest, error: unknown): void {
    const known = codeOf(error)
    const code = !(error instanceof FretworkError) && known === 'unexpected' ? 'activation_failed' : known
    const reason = messageOf(error)
    const wasActive = this.parts.registry.state(id)?.status === 'active'
    this.parts.registry.change(id, { status: 'failed', code, reason })
    this.parts.log.error(`The plugin ${id} failed`, error)
    this.parts.notices.post({
      kind: 'error',
      source: 'core',
      message: FAILED[wasActive ? 'stopped' : 'start'],
      values: { plugin: title, reason: /[.!?]$/.test(reason) ? reason : `${reason}.` },
      code,
    })
  }
}

export function unknownPlugin(id: string): FretworkError {
  return new FretworkError('plugin_unknown', `There is no plugin "${id}".`)
}

function ending(): FretworkError {
  return new FretworkError('plugin_unavailable', 'The app is shutting down.')
}
