/** Brings plugins to life when they are needed, and takes them away without a trace. */
import type { NoticeBoard } from '../events/notices.js'
import { codeOf, FretworkError, messageOf } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/logger.js'
import type { ClockPort } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import { ActivationWatch, type Active, buildServices, loadPlugin, type ServiceParts } from './activation.js'
import { ExtensionShelf } from './extension-shelf.js'
import { checkManifests, type ManifestReport } from './manifest-check.js'
import type { AnyToken, ArgumentChoice, CommandContext, PluginContext, PluginManifest } from './plugin.js'
import { declaredTokens } from './plugin-context.js'
import { PluginGraph } from './plugin-graph.js'
import { CAN_START, firstState, malformedState, type PluginState } from './plugin-state.js'
import { PluginScope } from './scope.js'
import type { ServiceSlots } from './service-slots.js'
import type { ExtensionPoint, Token } from './token.js'

/** Slower than this is worth a warning to the plugin's author. */
const SLOW_ACTIVATION_MS = 50

export interface PluginHostParts {
  readonly host: 'browser' | 'node'
  readonly clock: ClockPort
  readonly log: Logger
  readonly notices: NoticeBoard
  readonly slots: ServiceSlots
  /** Tokens of the core: every plugin may ask for them. */
  readonly core: readonly AnyToken[]
  /** Services that stand in for those of plugins (tests). */
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
}

export class PluginHost {
  readonly manifests: readonly PluginManifest[]
  readonly report: ManifestReport
  private readonly byId: ReadonlyMap<string, PluginManifest>
  private readonly stateStore = createStore<Readonly<Record<string, PluginState>>>({})
  private readonly active = new Map<string, Active>()
  private readonly starting = new Map<string, Promise<void>>()
  private readonly graph: PluginGraph
  private readonly shelf = new ExtensionShelf()
  private readonly watch: ActivationWatch
  private readonly services: ServiceParts
  private disposed = false

  constructor(
    manifests: readonly PluginManifest[],
    private readonly parts: PluginHostParts,
  ) {
    const overridden = new Set((parts.overrides ?? []).map(([token]) => token.key))
    this.watch = new ActivationWatch(parts.clock)
    this.services = {
      slots: parts.slots,
      shelf: this.shelf,
      coreKeys: new Set(parts.core.map(token => token.key)),
      overridden,
      loadService: token => this.loadService(token),
    }
    const stoodIn = manifests.map(manifest => withoutOverridden(manifest, overridden))
    this.report = checkManifests(stoodIn, [...parts.core, ...(parts.overrides ?? []).map(([token]) => token)])
    this.manifests = this.report.wellFormed.flatMap(index => manifests[index] ?? [])
    this.byId = new Map(this.manifests.map(manifest => [manifest.id, manifest]))
    this.graph = new PluginGraph(this.manifests, this.report.providers)
    const malformed = this.report.problems.filter(problem => !this.byId.has(problem.plugin))
    this.stateStore.setState({
      ...Object.fromEntries(malformed.map(problem => [problem.plugin, malformedState(problem)])),
      ...Object.fromEntries(this.manifests.map(manifest => [manifest.id, this.firstState(manifest)])),
    })
    for (const manifest of this.manifests.filter(({ id }) => !this.hasProblem(id))) {
      for (const token of declaredTokens(manifest)) parts.slots.know(token)
    }
    for (const [token, service] of parts.overrides ?? []) parts.slots.fill(token, service)
    for (const problem of this.report.problems) parts.log.error(problem.message, { code: problem.code })
    for (const clash of this.report.keyClashes) {
      parts.log.warn(`The key ${clash.key} belongs to ${clash.kept}; ${clash.lost} does without it.`)
    }
  }

  get states(): ReadonlyStore<Readonly<Record<string, PluginState>>> {
    return this.stateStore
  }

  state(id: string): PluginState | undefined {
    return this.stateStore.getState()[id]
  }

  /** Whether what the plugin contributes counts in this host. */
  isUsable(id: string): boolean {
    const status = this.state(id)?.status
    return (
      status !== undefined && status !== 'not-for-this-host' && status !== 'disabled' && !this.hasProblem(id)
    )
  }

  /** Activates all plugins that wait for an event: `startup`, `route:/fretboard`, `event:id`. Failures stay theirs. */
  async trigger(event: string): Promise<void> {
    const waiting = this.manifests.filter(
      manifest =>
        this.state(manifest.id)?.status === 'registered' &&
        (manifest.activateOn ?? ['startup']).some(wanted => answersTo(wanted, event)),
    )
    await Promise.all(
      waiting.map(({ id }) =>
        // The state and the log have the reason; one plugin's failure is not the others'.
        this.activate(id).catch(() => undefined),
      ),
    )
  }

  /**
   * Activates a plugin and first those that it requires.
   * @throws FretworkError with the reason: `plugin_unknown`, `plugin_unavailable`, or what stopped it
   */
  activate(id: string): Promise<void> {
    const pending = this.starting.get(id)
    if (pending) return pending
    const state = this.state(id)
    if (!state) return Promise.reject(new FretworkError('plugin_unknown', `There is no plugin "${id}".`))
    if (state.status === 'active') return Promise.resolve()
    if (this.disposed || !CAN_START.includes(state.status) || this.hasProblem(id)) {
      return Promise.reject(new FretworkError('plugin_unavailable', this.whyUnavailable(state)))
    }
    const start = this.start(id).finally(() => this.starting.delete(id))
    this.starting.set(id, start)
    return start
  }

  /** Disables a plugin, and before it those that require it; those that have it optional start anew without it. */
  async disable(id: string): Promise<void> {
    const state = this.state(id)
    if (!state) throw new FretworkError('plugin_unknown', `There is no plugin "${id}".`)
    if (state.locked)
      throw new FretworkError('plugin_locked', `"${state.title}" belongs to the core and cannot be disabled.`)
    // Who is starting holds services already, or is about to: only what is up can be taken down in order.
    await this.settled([id, ...this.graph.dependentsOf([id])])
    const dependents = this.running([...this.graph.dependentsOf([id])])
    const restarting = this.optionalUsers([id, ...dependents])
    for (const dependent of [...dependents].reverse()) {
      this.stop(dependent)
      this.change(dependent, {
        status: 'blocked',
        code: 'plugin_disabled',
        reason: `It needs "${state.title}", which is disabled.`,
        by: id,
      })
    }
    this.stop(id)
    this.change(id, {
      status: 'disabled',
      code: 'plugin_disabled',
      reason: 'Disabled by the user.',
      by: undefined,
    })
    await this.restart(restarting)
  }

  /**
   * Enables a plugin again and starts it, with those that were only waiting for it.
   * @throws FretworkError what stopped the plugin itself; failures of the others stay theirs
   */
  async enable(id: string): Promise<void> {
    const state = this.state(id)
    if (!state) throw new FretworkError('plugin_unknown', `There is no plugin "${id}".`)
    const manifest = this.byId.get(id)
    if (state.status === 'disabled' && manifest) this.stateStore.setState({ [id]: this.firstState(manifest) })
    await this.activate(id)
    for (const waiting of this.waitingFor(id)) {
      // Its own state tells why it did not come back.
      await this.activate(waiting).catch(() => undefined)
    }
    await this.restart(this.optionalUsers([id]))
  }

  /** The context in which a plugin's commands and screens run; activates the plugin. */
  async contextOf(id: string): Promise<PluginContext> {
    await this.activate(id)
    return this.activeContext(id)
  }

  /** @throws FretworkError `plugin_unavailable` while the plugin is not active */
  activeContext(id: string): PluginContext {
    return this.up(id).context
  }

  async runCommand(plugin: string, command: string, args: unknown): Promise<unknown> {
    void this.trigger(`command:${command}`)
    await this.activate(plugin)
    const { runtime, context, scope } = this.up(plugin)
    const handler = runtime.commands?.[command]
    if (!handler) {
      throw new FretworkError(
        'command_without_handler',
        `The plugin "${plugin}" declares "${command}" but has no handler for it.`,
      )
    }
    const commandContext: CommandContext = { ...context, signal: scope.signal }
    // Checked against the manifest's schema by whoever executed the command.
    return await handler(commandContext, args as never)
  }

  /** What an argument of a command can be now; undefined where the plugin lists nothing. Activates the plugin. */
  async choicesFor(
    plugin: string,
    command: string,
    argument: string,
  ): Promise<readonly ArgumentChoice[] | undefined> {
    await this.activate(plugin)
    const { runtime, context } = this.up(plugin)
    return runtime.choices?.[command]?.[argument]?.(context)
  }

  /** Loads a screen by its name. @throws FretworkError `screen_missing`, or what loading threw */
  async loadScreen(plugin: string, screen: string): Promise<unknown> {
    await this.activate(plugin)
    const load = this.up(plugin).runtime.screens?.[screen]
    if (!load) throw new FretworkError('screen_missing', `The plugin "${plugin}" has no screen "${screen}".`)
    return (await load()).default
  }

  /** What plugins have added to a point; watch `extensionsOf` to see it change. */
  extensionsOf<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.shelf.store(point)
  }

  /** The id of the plugin that has added an item to a point. */
  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    return this.shelf.ownerOf(point, item)
  }

  dispose(): void {
    this.disposed = true
    this.watch.interrupt(ending())
    for (const id of [...this.active.keys()].reverse()) {
      this.stop(id)
      this.change(id, { status: 'registered' })
    }
  }

  private async start(id: string): Promise<void> {
    const manifest = this.manifest(id)
    for (const provider of this.graph.providersOf(id)) {
      try {
        await this.activate(provider)
      } catch (error) {
        const title = this.state(provider)?.title ?? provider
        const reason = `It needs "${title}", which cannot start: ${messageOf(error)}`
        this.change(id, { status: 'blocked', code: 'plugin_blocked', reason, by: provider })
        throw new FretworkError('plugin_blocked', reason, { cause: error })
      }
    }
    this.change(id, { status: 'activating', code: undefined, reason: undefined, by: undefined })
    const log = this.parts.log.named(id)
    let began = this.parts.clock.now()
    const scope = new PluginScope(log)
    try {
      const loaded = await loadPlugin(manifest)
      if (this.disposed) throw ending()
      // From here on the plugin's own code runs; how long its files took to come is the network's doing.
      began = this.parts.clock.now()
      await this.watch.over(manifest, () => {
        const active = buildServices(manifest, loaded, scope, log, this.services)
        this.active.set(id, active)
        return loaded.runtime.activate?.(active.context)
      })
    } catch (error) {
      scope.dispose()
      this.active.delete(id)
      if (this.disposed) this.change(id, { status: 'registered' })
      else this.fail(manifest, error)
      throw error
    }
    const ms = this.parts.clock.now() - began
    this.change(id, { status: 'active', ms })
    if (ms > SLOW_ACTIVATION_MS) this.parts.log.warn(`Activating ${id} took ${Math.round(ms)} ms.`)
  }

  private async loadService<T>(token: Token<T>): Promise<T> {
    const provider = this.report.providers.get(token.id)
    if (provider !== undefined && provider !== 'core') await this.activate(provider)
    return this.parts.slots.get(token)
  }

  private fail(manifest: PluginManifest, error: unknown): void {
    const code =
      error instanceof FretworkError
        ? error.code
        : codeOf(error) === 'unexpected'
          ? 'activation_failed'
          : codeOf(error)
    this.change(manifest.id, { status: 'failed', code, reason: messageOf(error) })
    this.parts.log.error(`The plugin ${manifest.id} failed`, error)
    this.parts.notices.post({
      kind: 'error',
      source: 'core',
      message: '"{{plugin}}" could not start: {{reason}} The rest goes on without it.',
      values: { plugin: manifest.title, reason: asSentence(messageOf(error)) },
      code,
    })
  }

  private stop(id: string): void {
    const active = this.active.get(id)
    if (!active) return
    this.active.delete(id)
    active.scope.dispose()
  }

  /** @param ids in the order of their activation */
  private async restart(ids: readonly string[]): Promise<void> {
    for (const id of [...ids].reverse()) {
      this.stop(id)
      this.change(id, { status: 'registered' })
    }
    for (const id of ids) {
      // Its own state tells why it did not come back.
      await this.activate(id).catch(() => undefined)
    }
  }

  /** Waits until none of `ids` is starting. */
  private async settled(ids: readonly string[]): Promise<void> {
    for (;;) {
      const pending = ids.flatMap(id => this.starting.get(id) ?? [])
      if (pending.length === 0) return
      await Promise.allSettled(pending)
    }
  }

  /** Those of `ids` that are active, in the order of their activation: providers before who needs them. */
  private running(ids: readonly string[]): string[] {
    return [...this.active.keys()].filter(id => ids.includes(id))
  }

  /** Active plugins that have one of `ids` optional, and those that hold services of theirs. */
  private optionalUsers(ids: readonly string[]): string[] {
    const users = this.running(this.graph.optionalUsersOf(ids))
    const held = [...this.graph.dependentsOf(users)].filter(id => !ids.includes(id))
    return this.running([...users, ...held])
  }

  /** Plugins blocked by `id`, or by one that it blocks. */
  private waitingFor(id: string): string[] {
    const states = Object.values(this.stateStore.getState())
    const found: string[] = []
    const visit = (blocker: string) => {
      for (const { id: each, status, by } of states) {
        if (status !== 'blocked' || by !== blocker || found.includes(each)) continue
        found.push(each)
        visit(each)
      }
    }
    visit(id)
    return found
  }

  private firstState(manifest: PluginManifest): PluginState {
    const problem = this.report.problems.find(
      each => each.plugin === manifest.id && each.code !== 'plugin_twice',
    )
    return firstState(manifest, this.parts.host, problem)
  }

  private hasProblem(id: string): boolean {
    return this.report.problems.some(problem => problem.plugin === id && problem.code !== 'plugin_twice')
  }

  private whyUnavailable(state: PluginState): string {
    return `"${state.title}" is not available here: ${state.reason ?? state.status}`
  }

  private manifest(id: string): PluginManifest {
    const manifest = this.byId.get(id)
    if (!manifest) throw new FretworkError('plugin_unknown', `There is no plugin "${id}".`)
    return manifest
  }

  private up(id: string): Active {
    const active = this.active.get(id)
    if (!active)
      throw new FretworkError('plugin_unavailable', `"${this.state(id)?.title ?? id}" is not active.`)
    return active
  }

  private change(id: string, change: Partial<PluginState>): void {
    const state = this.state(id)
    if (state) this.stateStore.setState({ [id]: { ...state, ...change } })
  }
}

function answersTo(wanted: string, event: string): boolean {
  return wanted === event || (wanted.endsWith('*') && event.startsWith(wanted.slice(0, -1)))
}

function withoutOverridden(manifest: PluginManifest, overridden: ReadonlySet<symbol>): PluginManifest {
  if (overridden.size === 0) return manifest
  if (!Array.isArray(manifest?.provides)) return manifest
  return { ...manifest, provides: manifest.provides.filter(token => !overridden.has(token.key)) }
}

function ending(): FretworkError {
  return new FretworkError('plugin_unavailable', 'The application is ending.')
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
