/** Starts plugins, those that they need before them, and stops them again. */
import type { NoticeBoard } from '../events/notices.js'
import { codeOf, FretworkError, messageOf } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/logger.js'
import type { ClockPort } from '../platform/ports.js'
import { ActivationWatch, type Active, buildServices, loadPlugin, type ServiceParts } from './activation.js'
import type { Catalogue } from './catalogue.js'
import type { PluginManifest } from './plugin.js'
import { CAN_START } from './plugin-state.js'
import type { PluginStates } from './plugin-states.js'
import { PluginScope } from './scope.js'

/** Slower than this is worth a warning to the plugin's author. */
const SLOW_ACTIVATION_MS = 50

interface StartParts {
  readonly catalogue: Catalogue
  readonly states: PluginStates
  readonly clock: ClockPort
  readonly log: Logger
  readonly notices: NoticeBoard
  readonly services: ServiceParts
}

export class PluginStarts {
  private readonly active = new Map<string, Active>()
  private readonly starting = new Map<string, Promise<void>>()
  private readonly watch: ActivationWatch
  private disposed = false

  constructor(private readonly parts: StartParts) {
    this.watch = new ActivationWatch(parts.clock)
  }

  /**
   * Activates a plugin and first those that it requires.
   * @throws FretworkError with the reason: `plugin_unknown`, `plugin_unavailable`, or what stopped it
   */
  activate(id: string): Promise<void> {
    const { catalogue, states } = this.parts
    const pending = this.starting.get(id)
    if (pending) return pending
    const state = states.get(id)
    if (!state) return Promise.reject(unknownPlugin(id))
    if (state.status === 'active') return Promise.resolve()
    const manifest = catalogue.find(id)
    if (this.disposed || !manifest || !CAN_START.includes(state.status) || catalogue.problemOf(id)) {
      const reason = `"${state.title}" is not available here: ${state.reason ?? state.status}`
      return Promise.reject(new FretworkError('plugin_unavailable', reason))
    }
    const start = this.start(manifest).finally(() => this.starting.delete(id))
    this.starting.set(id, start)
    return start
  }

  /**
   * Activates several plugins; whose optional services come from another of them starts after it.
   * Failures stay theirs: the state and the log have the reason.
   */
  async activateAll(ids: readonly string[]): Promise<void> {
    const begun = new Map<string, Promise<void>>()
    const begin = (id: string, before: readonly string[]): Promise<void> => {
      const path = [...before, id]
      const start = Promise.all(
        this.parts.catalogue.graph
          .optionalProvidersOf(id)
          // Where two have each other optional, the first goes without.
          .filter(provider => ids.includes(provider) && !path.includes(provider))
          .map(provider => begun.get(provider) ?? begin(provider, path)),
      ).then(() => this.activate(id).catch(() => undefined))
      begun.set(id, start)
      return start
    }
    await Promise.all(ids.map(id => begun.get(id) ?? begin(id, [])))
  }

  /** Undoes what a plugin has registered; its state is the caller's to change. */
  stop(id: string): void {
    const active = this.active.get(id)
    if (!active) return
    this.active.delete(id)
    active.scope.dispose()
  }

  /** @throws FretworkError `plugin_unavailable` while the plugin is not active */
  up(id: string): Active {
    const active = this.active.get(id)
    if (active) return active
    const title = this.parts.states.get(id)?.title ?? id
    throw new FretworkError('plugin_unavailable', `"${title}" is not active.`)
  }

  /** Those that are active, in the order of their activation: providers before who needs them. */
  get running(): readonly string[] {
    return [...this.active.keys()]
  }

  isBusy(id: string): boolean {
    return this.active.has(id) || this.starting.has(id)
  }

  /** Waits until none of `ids` is starting. */
  async settled(ids: readonly string[]): Promise<void> {
    for (;;) {
      const pending = ids.flatMap(id => this.starting.get(id) ?? [])
      if (pending.length === 0) return
      await Promise.allSettled(pending)
    }
  }

  dispose(): void {
    this.disposed = true
    this.watch.interrupt(ending())
    for (const id of [...this.running].reverse()) {
      this.stop(id)
      this.parts.states.change(id, { status: 'registered' })
    }
  }

  private async start(manifest: PluginManifest): Promise<void> {
    const { catalogue, states, clock, services } = this.parts
    const { id } = manifest
    for (const provider of catalogue.graph.providersOf(id)) await this.startFor(id, provider)
    states.change(id, { status: 'activating', code: undefined, reason: undefined, by: undefined })
    const log = this.parts.log.named(id)
    const scope = new PluginScope(log)
    const asked = clock.now()
    let began = asked
    try {
      const loaded = await loadPlugin(manifest)
      if (this.disposed) throw ending()
      // From here on the plugin's own code runs; how long its files took to come is the network's doing.
      began = clock.now()
      await this.watch.over(manifest, () => {
        const active = buildServices(manifest, loaded, scope, log, services)
        this.active.set(id, active)
        return loaded.runtime.activate?.(active.context)
      })
    } catch (error) {
      scope.dispose()
      this.active.delete(id)
      if (this.disposed) states.change(id, { status: 'registered' })
      else this.fail(manifest, error)
      throw error
    }
    const ms = clock.now() - began
    states.change(id, { status: 'active', loadMs: began - asked, ms })
    if (ms > SLOW_ACTIVATION_MS) this.parts.log.warn(`Activating ${id} took ${Math.round(ms)} ms.`)
  }

  /** @throws FretworkError `plugin_blocked`, naming the provider and what stops it */
  private async startFor(id: string, provider: string): Promise<void> {
    const { states } = this.parts
    try {
      await this.activate(provider)
    } catch (error) {
      const { title = provider, status, code } = states.get(provider) ?? {}
      const reason =
        status === 'disabled'
          ? `It needs "${title}", which is disabled.`
          : `It needs "${title}", which cannot start: ${messageOf(error)}`
      // Screens of what is off through another plugin are off, too.
      const off = code === 'plugin_disabled'
      states.change(id, {
        status: 'blocked',
        code: off ? code : 'plugin_blocked',
        reason,
        by: provider,
      })
      throw new FretworkError('plugin_blocked', reason, { cause: error })
    }
  }

  private fail({ id, title }: PluginManifest, error: unknown): void {
    const known = codeOf(error)
    const code = !(error instanceof FretworkError) && known === 'unexpected' ? 'activation_failed' : known
    const reason = messageOf(error)
    this.parts.states.change(id, { status: 'failed', code, reason })
    this.parts.log.error(`The plugin ${id} failed`, error)
    this.parts.notices.post({
      kind: 'error',
      source: 'core',
      message: '"{{plugin}}" could not start: {{reason}} The rest goes on without it.',
      values: { plugin: title, reason: /[.!?]$/.test(reason) ? reason : `${reason}.` },
      code,
    })
  }
}

export function unknownPlugin(id: string): FretworkError {
  return new FretworkError('plugin_unknown', `There is no plugin "${id}".`)
}

function ending(): FretworkError {
  return new FretworkError('plugin_unavailable', 'The application is ending.')
}
