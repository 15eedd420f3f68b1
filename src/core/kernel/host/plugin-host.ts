/** Runs plugins: activates them when they are needed, and enables, disables, adds and removes them at run time. */
import {
  type ArgumentChoice,
  type ChoiceRequest,
  type CommandContribution,
  everyChoice,
} from '../../commands/command.js'
import type { CommandControl } from '../../commands/command-runs.js'
import type { NoticeBoard } from '../../events/notices.js'
import { eitherSignal } from '../../platform/either-signal.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { ClockPort } from '../../platform/ports.js'
import type { ExtensionPoint, Token } from '../../platform/services/token.js'
import type { ReadonlyStore } from '../../platform/store.js'
import { ExtensionRegistry } from '../extensions/extension-registry.js'
import type { ManifestCheck, ManifestReport } from '../manifest/manifest-report.js'
import type { CommandContext, PluginContext, PluginManifest } from '../manifest/plugin.js'
import type { PluginGrants } from '../permissions/grants.js'
import type { ServiceSlots } from '../services/service-slots.js'
import { PluginActivator } from './plugin-activator.js'
import { screenLoader } from './plugin-loader.js'
import { PluginRegistry, type RegistryParts } from './plugin-registry.js'
import type { PluginState, PluginStatus, RefusedPlugin } from './plugin-state.js'
import { disable, enable, RESTARTS, remove, replace, type SwitchParts } from './plugin-switch.js'

export interface PluginHostParts extends RegistryParts {
  readonly slots: ServiceSlots
  readonly clock: ClockPort
  readonly notices: NoticeBoard
}

const RUNNABLE: ReadonlySet<PluginStatus | undefined> = new Set(['registered', 'activating', 'active'])

export class PluginHost {
  private readonly registry: PluginRegistry
  private readonly added = new ExtensionRegistry()
  private readonly activator: PluginActivator
  private readonly unfollow: () => void
  private started = false
  /** Plugins are enabled, disabled and replaced one at a time. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    manifests: readonly PluginManifest[],
    private readonly parts: PluginHostParts,
  ) {
    const { slots, overrides = [], switches } = parts
    this.registry = new PluginRegistry(parts)
    this.activator = new PluginActivator({
      ...parts,
      registry: this.registry,
      extensions: this.added,
      loadService: token => this.loadService(token),
    })
    this.registry.setAll(manifests)
    for (const [token, service] of overrides) slots.fill(token, service)
    const endings = [
      switches.subscribe(() => this.followSwitches()),
      this.registry.grants.follow(before => this.followPermissions(before)),
    ]
    this.unfollow = () => endings.forEach(end => void end())
  }

  /** The plugins with a well-formed manifest, in the order in which they were added; another array after a change. */
  get manifests(): readonly PluginManifest[] {
    return this.registry.manifests
  }

  /** What the check of the manifests found. */
  get report(): ManifestReport {
    return this.registry.report
  }

  /** The states by plugin; also changes when a plugin is added or removed. */
  get states(): ReadonlyStore<Readonly<Record<string, PluginState>>> {
    return this.registry.states
  }

  state(id: string): PluginState | undefined {
    return this.registry.state(id)
  }

  /** Whether what the plugin contributes counts in this host. */
  isUsable(id: string): boolean {
    return this.registry.isUsable(id)
  }

  /** What each plugin asks for and may do. */
  get grants(): PluginGrants {
    return this.registry.grants
  }

  /** The plugins that stop when `id` is disabled. */
  stoppedWith(id: string): string[] {
    return [...this.registry.graph.dependentsOf([id])].filter(each => RUNNABLE.has(this.state(each)?.status))
  }

  /**
   * Adds a plugin at run time, after checking it together with all others. It waits for its activation events; one
   * that waits for `startup` needs another `trigger('startup')`. The returned state names problems.
   * @throws FretworkError `check_missing` for a plugin from elsewhere before `checkWith`
   */
  add(manifest: PluginManifest): PluginState {
    return this.registry.add(manifest)
  }

  /** Adds plugins that require each other: they are checked together, whatever their order. */
  addAll(manifests: readonly PluginManifest[]): void {
    this.registry.setAll([...this.registry.given, ...manifests])
  }

  /** How plugins from elsewhere are checked; to be called before the first one, see `KernelOptions`. */
  checkWith(check: ManifestCheck): void {
    this.registry.checkWith(check)
  }

  /** Lists a plugin that was rejected, with the reason. @returns its id, `<id>#refused` if that is taken */
  refuse(plugin: RefusedPlugin): string {
    return this.registry.refuse(plugin)
  }

  /** Activates all plugins that wait for an event: `startup`, `route:/fretboard`, `event:id`. Does not throw. */
  async trigger(event: string): Promise<void> {
    this.started = true
    const waiting = this.waitingFor(event)
    for (const id of waiting) this.registry.want(id)
    await this.activator.activateAll(waiting.filter(id => this.state(id)?.status === 'registered'))
  }

  /** Whether a plugin that is active, or can be, waits for an event. */
  isAwaited(event: string): boolean {
    return this.waitingFor(event).some(id => RUNNABLE.has(this.state(id)?.status))
  }

  private waitingFor(event: string): readonly string[] {
    const matches = (wanted: string) =>
      wanted === event || (wanted.endsWith('*') && event.startsWith(wanted.slice(0, -1)))
    return this.manifests
      .filter(({ activateOn = ['startup'] }) => activateOn.some(matches))
      .map(({ id }) => id)
  }

  /**
   * Activates a plugin after those that it requires.
   * @throws FretworkError with the reason: `plugin_unknown`, `plugin_unavailable`, or what stopped it
   */
  activate(id: string): Promise<void> {
    this.registry.want(id)
    return this.activator.activate(id)
  }

  /**
   * Disables a plugin until it is enabled again, also after a restart. Plugins that require it are stopped first;
   * those that use it optionally are restarted without it.
   * @throws FretworkError `plugin_unknown`, `plugin_locked`
   */
  disable(id: string): Promise<void> {
    return this.inTurn(parts => disable(parts, id))
  }

  /**
   * Enables a plugin and starts it, and then those that it blocked.
   * @throws FretworkError what stopped the plugin itself, not what stopped the others
   */
  enable(id: string): Promise<void> {
    return this.inTurn(parts => enable(parts, id))
  }

  /** Stops a plugin that went wrong while it ran; its state and a notice say why. It can be enabled again. */
  crash(id: string, reason: FretworkError): void {
    const manifest = this.registry.find(id)
    if (!manifest || !this.activator.isBusy(id)) return
    this.activator.stop(id)
    this.activator.fail(manifest, reason)
    this.activator.reportLeaks()
  }

  /** Replaces a plugin by another version and restarts what was running; adds it if it is new. */
  replace(manifest: PluginManifest): Promise<void> {
    return this.inTurn(parts => replace(parts, manifest))
  }

  /** Removes a plugin, or one that was rejected. @throws FretworkError `plugin_unknown`, `plugin_locked` */
  remove(id: string): Promise<void> {
    return this.inTurn(parts => remove(parts, id))
  }

  /** The context of a plugin's screens. @throws FretworkError `plugin_unavailable` while the plugin is not active */
  activeContext(id: string): PluginContext {
    return this.activator.get(id).screens
  }

  /**
   * Runs a command of a plugin, which is activated first.
   * @param args already checked against the command's schema
   * @throws FretworkError `command_without_handler`, what stops the plugin, or what the handler throws
   */
  async runCommand(
    plugin: string,
    { id: command, formerly = [] }: CommandContribution,
    args: unknown,
    control: CommandControl,
  ): Promise<unknown> {
    for (const name of [command, ...formerly]) void this.trigger(`command:${name}`)
    await this.activate(plugin)
    const { runtime, context, scope } = this.activator.get(plugin)
    const handler = runtime.commands?.[command]
    if (typeof handler !== 'function') {
      const message = `The plugin "${plugin}" declares "${command}" but has no handler for it.`
      throw new FretworkError('command_without_handler', message)
    }
    const either = eitherSignal(scope.signal, control.signal)
    const commandContext: CommandContext = { ...context, ...control, signal: either.signal }
    try {
      return await handler(commandContext, args as never)
    } finally {
      either.dispose()
    }
  }

  /** The choices for an argument; undefined if the plugin has no list for it. Activates the plugin. */
  async choicesFor(
    plugin: string,
    command: string,
    argument: string,
    asked: ChoiceRequest = everyChoice(),
  ): Promise<readonly ArgumentChoice[] | undefined> {
    await this.activate(plugin)
    const { runtime, context } = this.activator.get(plugin)
    return runtime.choices?.[command]?.[argument]?.(context, asked)
  }

  /** Loads a screen by its name. @throws FretworkError `screen_missing`, or what loading threw */
  async loadScreen(plugin: string, screen: string): Promise<unknown> {
    const activated = this.activate(plugin)
    const loading = this.activator.preloadScreen(plugin, screen)
    await activated
    const { runtime } = this.activator.get(plugin)
    const preloaded = await loading
    const module = preloaded?.runtime === runtime ? preloaded.module : await screenLoader(runtime, screen)?.()
    const component: unknown = (module as { default?: unknown } | undefined)?.default
    if (component) return component
    throw new FretworkError('screen_missing', `The plugin "${plugin}" has no screen "${screen}".`)
  }

  /** What plugins have added to an extension point. */
  extensionsOf<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.added.store(point)
  }

  /** The id of the plugin that has added an item to an extension point. */
  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    return this.added.ownerOf(point, item)
  }

  dispose(): void {
    this.unfollow()
    this.activator.dispose()
  }

  /** The setting has changed: here, in another tab, or because it was read for another tenant. */
  private followSwitches(): void {
    for (const { manifest, off } of this.registry.toggled()) {
      const { id } = manifest
      if (!this.started && !this.activator.isBusy(id)) {
        this.registry.change(id, this.registry.firstState(manifest))
        this.registry.blockByDisabled()
        continue
      }
      // If it fails, its state has the reason.
      const turn = off ? this.disable(id) : this.enable(id)
      turn.catch(() => undefined)
    }
  }

  /** An answer about permissions: what may run now starts, and what runs with others starts again. */
  private followPermissions(before: (manifest: PluginManifest) => readonly string[]): void {
    for (const manifest of this.manifests) {
      const status = this.state(manifest.id)?.status
      const isSame = String(before(manifest)) === String(this.grants.granted(manifest))
      if (isSame || status === undefined || !RESTARTS.has(status)) continue
      // If it fails, its state has the reason.
      this.replace(manifest).catch(() => undefined)
    }
    this.followSwitches()
  }

  private inTurn(work: (parts: SwitchParts) => Promise<void>): Promise<void> {
    const { registry, activator } = this
    const turn = this.turn
      .then(() => work({ registry, activator }))
      // By now the screens are closed and have cleaned up.
      .finally(() => activator.reportLeaks())
    // The caller gets the error.
    this.turn = turn.catch(() => undefined)
    return turn
  }

  private async loadService<T>(token: Token<T>): Promise<T> {
    const provider = this.report.providers.get(token.id)
    if (provider !== undefined && provider !== 'core') await this.activate(provider)
    return this.parts.slots.get(token)
  }
}
