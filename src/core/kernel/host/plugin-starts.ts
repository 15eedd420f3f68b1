/** Starts plugins, those that they need before them, and stops them again. */
import type { NoticeBoard } from '../../events/notices.js'
import { codeOf, FretworkError, messageOf } from '../../platform/fretwork-error.js'
import type { Logger } from '../../platform/logger.js'
import type { ClockPort } from '../../platform/ports.js'
import type { Catalogue } from '../manifest/catalogue.js'
import type { PluginManifest } from '../manifest/plugin.js'
import { fillSlots, openPlugin } from './activation.js'
import { ActivationWatch, LOAD_LIMIT_MS, START_LIMIT_MS } from './activation-watch.js'
import type { Active, ServiceParts } from './active-plugin.js'
import { PluginFetches, type ScreenAhead } from './plugin-fetches.js'
import { CAN_START, DISABLED, type PluginStatus } from './plugin-state.js'
import type { PluginStates } from './plugin-states.js'

/** Slower than this is worth a warning to the plugin's author. */
const SLOW_ACTIVATION_MS = 50

/** Whoever needs one of these will most likely start, too. */
const FETCHABLE: ReadonlySet<PluginStatus> = new Set([...CAN_START, 'activating', 'active'])

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
  private readonly fetches: PluginFetches
  /** Stopped, and not spoken of yet. */
  private readonly closed: Active[] = []
  private readonly watch: ActivationWatch
  private disposed = false

  constructor(private readonly parts: StartParts) {
    this.watch = new ActivationWatch(parts.clock)
    this.fetches = new PluginFetches(parts.clock)
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
    const start = this.start(manifest).finally(() => {
      this.starting.delete(id)
      this.fetches.forget(id)
    })
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

  /** Undoes what a plugin has registered, and notes what it left behind; its status is the caller's to change. */
  stop(id: string): void {
    const active = this.active.get(id)
    if (!active) return
    this.active.delete(id)
    this.close(id, active)
  }

  /** Says what those that were stopped have left behind; to be called when the screens have followed. */
  tellLeaks(): void {
    for (const { watched } of this.closed.splice(0)) watched?.tell()
  }

  /** @throws FretworkError `plugin_unavailable` while the plugin is not active */
  up(id: string): Active {
    const active = this.active.get(id)
    if (active) return active
    const title = this.parts.states.get(id)?.title ?? id
    throw new FretworkError('plugin_unavailable', `"${title}" is not active.`)
  }

  /** A screen of a plugin that is starting, on its way while those start that the plugin needs. */
  screenAhead(id: string, screen: string): Promise<ScreenAhead | undefined> {
    return this.fetches.screen(id, screen)
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
    this.fetches.forgetAll()
    this.watch.interrupt(ending())
    for (const id of [...this.running].reverse()) {
      this.stop(id)
      this.parts.states.change(id, { status: 'registered' })
    }
    this.tellLeaks()
  }

  private close(id: string, active: Active): void {
    const stuck = active.scope.dispose()
    active.watched?.end(stuck)
    this.closed.push(active)
    this.noteLeaks(id, active)
  }

  private noteLeaks(id: string, { watched }: Active): void {
    const leaks = watched?.left.length ? watched.left : undefined
    if (leaks !== this.parts.states.get(id)?.leaks) this.parts.states.change(id, { leaks })
  }

  private async start(manifest: PluginManifest): Promise<void> {
    const { catalogue, states, clock, services } = this.parts
    const { id } = manifest
    // Its files are on their way while those that it needs start.
    if (catalogue.graph.requiredBy(id).every(each => this.mayStart(each))) void this.fetches.fetch(manifest)
    for (const provider of catalogue.graph.providersOf(id)) await this.startFor(id, provider)
    states.change(id, { status: 'activating', code: undefined, reason: undefined, by: undefined })
    const log = this.parts.log.named(id)
    let began = clock.now()
    let loadMs: number
    try {
      const loaded = await this.watch.over(manifest, LOAD_LIMIT_MS, () => this.fetches.fetch(manifest))
      loadMs = loaded.ms
      if (this.disposed) throw ending()
      // From here on the plugin's own code runs; how long its files took to come is the network's doing.
      began = clock.now()
      const active = openPlugin(manifest, loaded, log, services, () => this.noteLeaks(id, active))
      this.active.set(id, active)
      await this.watch.over(manifest, START_LIMIT_MS, () => {
        fillSlots(manifest, loaded, active, services)
        return active.runtime.activate?.(active.context)
      })
    } catch (error) {
      this.stop(id)
      if (this.disposed) states.change(id, { status: 'registered' })
      else this.fail(manifest, error)
      this.tellLeaks()
      throw error
    }
    // By somebody who has said why; what it had begun is undone.
    if (!this.active.has(id)) {
      const reason = `"${manifest.title}" was stopped while it was starting.`
      throw new FretworkError('plugin_unavailable', reason)
    }
    const ms = clock.now() - began
    states.change(id, { status: 'active', loadMs, ms })
    if (ms > SLOW_ACTIVATION_MS) this.parts.log.warn(`Activating ${id} took ${Math.round(ms)} ms.`)
  }

  private mayStart(id: string): boolean {
    const { states, catalogue } = this.parts
    const state = states.get(id)
    // Blocked by one that was switched off, it stays so.
    const isOff = state?.code === DISABLED.code
    return state !== undefined && !isOff && FETCHABLE.has(state.status) && !catalogue.problemOf(id)
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
      message: '“{{plugin}}” could not start: {{reason}} Everything else still works.',
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
