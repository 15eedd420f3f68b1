import { type ChoiceRequest, type CommandContribution, everyChoice } from '../commands/command.js'
import type { CommandControl } from '../commands/command-runs.js'
import type { NoticeBoard } from '../events/notices.js'
import type { PluginGrants } from '../permissions/grants.js'
import { FretworkError } from '../platform/fretwork-error.js'
import type { ClockPort } from '../platform/ports.js'
import type { ReadonlyStore } from '../platform/store.js'
import type { ExtensionPoint, Token } from '../platform/token.js'
import type { ServiceSlots } from './container.js'
import type { CommandContext, PluginContext, PluginManifest } from './plugin.js'
import { PluginActivator } from './plugin-activator.js'
import { ExtensionRegistry } from './plugin-context.js'
import { loadScreen } from './plugin-loader.js'
import { PluginRegistry, type RegistryParts } from './plugin-registry.js'
import {
  isSwitchedOff,
  type ManifestCheck,
  type ManifestReport,
  type PluginState,
  type PluginStatus,
  type RefusedPlugin,
} from './plugin-state.js'
import { disable, enable, RESTARTS, remove, replace, type SwitchParts } from './plugin-switch.js'

export interface PluginHostParts extends RegistryParts {
  readonly slots: ServiceSlots
  readonly clock: ClockPort
  readonly notices: NoticeBoard
}

const STARTING: ReadonlySet<PluginStatus | undefined> = new Set(['registered', 'activating'])
const RUNNABLE: ReadonlySet<PluginStatus | undefined> = new Set([...STARTING, 'active'])

export class PluginHost {
  private readonly registry: PluginRegistry
  readonly states: PluginRegistry['states']
  readonly grants: PluginGrants
  private readonly added = new ExtensionRegistry()
  private readonly activator: PluginActivator
  private readonly unfollow: () => void
  private started = false
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    manifests: readonly PluginManifest[],
    private readonly parts: PluginHostParts,
  ) {
    const { slots, overrides = [], switches } = parts
    this.registry = new PluginRegistry(parts)
    this.states = this.registry.states
    this.grants = this.registry.grants
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

  get manifests(): readonly PluginManifest[] {
    return this.registry.manifests
  }

  get report(): ManifestReport {
    return this.registry.report
  }

  state(id: string): PluginState | undefined {
    return this.registry.state(id)
  }

  isUsable(id: string): boolean {
    return this.registry.isUsable(id)
  }

  stoppedWith(id: string): string[] {
    return [...this.registry.graph.dependentsOf([id])].filter(each => RUNNABLE.has(this.state(each)?.status))
  }

  /** @throws FretworkError `check_missing` if an external plugin is added before `checkWith` is called */
  add(manifest: PluginManifest): PluginState {
    return this.registry.add(manifest)
  }

  /** Accepts plugins in any order, even if they require each other. */
  addAll(manifests: readonly PluginManifest[]): void {
    this.registry.setAll([...this.manifests, ...manifests])
  }

  checkWith(check: ManifestCheck): void {
    this.registry.checkWith(check)
  }

  refuse(plugin: RefusedPlugin): string {
    return this.registry.refuse(plugin)
  }

  /** Activates the plugins for an event such as `startup`, `route:/fretboard` or `event:id`. Never throws. */
  async trigger(event: string): Promise<void> {
    this.started = true
    const waiting = this.waitingFor(event)
    for (const id of waiting) this.registry.want(id)
    await this.activator.activateAll(waiting.filter(id => STARTING.has(this.state(id)?.status)))
  }

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

  /** @throws FretworkError `plugin_unknown`, `plugin_unavailable`, or the error that made the plugin fail */
  activate(id: string): Promise<void> {
    this.registry.want(id)
    return this.activator.activate(id)
  }

  /** @throws FretworkError `plugin_unknown`, `plugin_locked` */
  disable(id: string): Promise<void> {
    return this.inTurn(parts => disable(parts, id))
  }

  /** @throws FretworkError if this plugin fails, but not if a dependent plugin fails */
  enable(id: string): Promise<void> {
    return this.inTurn(parts => enable(parts, id))
  }

  crash(id: string, reason: FretworkError): void {
    const manifest = this.registry.find(id)
    if (!manifest || !this.activator.isBusy(id)) return
    this.activator.stop(id)
    this.activator.fail(manifest, reason)
  }

  replace(manifest: PluginManifest): Promise<void> {
    return this.inTurn(parts => replace(parts, manifest))
  }

  /** @throws FretworkError `plugin_unknown`, `plugin_locked` */
  remove(id: string): Promise<void> {
    return this.inTurn(parts => remove(parts, id))
  }

  activeContext(id: string): PluginContext {
    return this.activator.get(id).screens
  }

  /**
   * Returns the function that activates the plugin and runs a command's handler.
   * It throws `command_without_handler`, the error that made the plugin fail, or the handler's own error.
   */
  runOf(plugin: string, { id: command, formerly = [] }: CommandContribution) {
    return async (args: unknown, control: CommandControl): Promise<unknown> => {
      for (const name of [command, ...formerly]) void this.trigger(`command:${name}`)
      await this.activate(plugin)
      const { runtime, context, scope } = this.activator.get(plugin)
      const handler = runtime.commands?.[command]
      if (typeof handler !== 'function') {
        const message = `The plugin "${plugin}" declares "${command}" but has no handler for it.`
        throw new FretworkError('command_without_handler', message)
      }
      const { signal, release } = eitherSignal(scope.signal, control.signal)
      const commandContext: CommandContext = { ...context, ...control, signal }
      try {
        return await handler(commandContext, args as never)
      } finally {
        release()
      }
    }
  }

  async choicesFor(plugin: string, command: string, argument: string, asked: ChoiceRequest = everyChoice()) {
    await this.activate(plugin)
    const { runtime, context } = this.activator.get(plugin)
    return runtime.choices?.[command]?.[argument]?.(context, asked)
  }

  /** @throws FretworkError `screen_missing`, or the loader's error */
  async loadScreen(plugin: string, screen: string): Promise<unknown> {
    const activated = this.activate(plugin)
    this.activator.preloadScreen(plugin, screen)
    await activated
    const module = await loadScreen(this.activator.get(plugin).runtime, screen)
    if (module?.default) return module.default
    throw new FretworkError('screen_missing', `The plugin "${plugin}" has no screen "${screen}".`)
  }

  extensionsOf<T>(point: ExtensionPoint<T>): ReadonlyStore<readonly T[]> {
    return this.added.store(point)
  }

  ownerOf<T>(point: ExtensionPoint<T>, item: T): string | undefined {
    return this.added.ownerOf(point, item)
  }

  dispose(): void {
    this.unfollow()
    this.activator.dispose()
  }

  private followSwitches(): void {
    for (const { manifest, off } of this.registry.toggled()) {
      const { id } = manifest
      if (!this.started && !this.activator.isBusy(id)) {
        this.registry.change(id, this.registry.firstState(manifest))
        this.registry.blockByDisabled()
        continue
      }
      const turn = off ? this.disable(id) : this.enable(id)
      turn.catch(() => undefined)
    }
  }

  private followPermissions(before: (manifest: PluginManifest) => readonly string[]): void {
    for (const manifest of this.manifests) {
      const status = this.state(manifest.id)?.status
      const isSame = String(before(manifest)) === String(this.grants.granted(manifest))
      if (isSame || status === undefined || !RESTARTS.has(status)) continue
      this.replace(manifest).catch(() => undefined)
    }
    this.followSwitches()
  }

  private inTurn(work: (parts: SwitchParts) => Promise<void>): Promise<void> {
    const { registry, activator } = this
    const turn = this.turn.then(() => work({ registry, activator }))
    this.turn = turn.catch(() => undefined)
    return turn
  }

  private async loadService<T>(token: Token<T>): Promise<T> {
    const provider = this.report.providers.get(token.id)
    if (provider !== undefined && provider !== 'core') {
      await this.activate(provider).catch(thrown => {
        // `get` names the disabled plugin.
        if (!isSwitchedOff(this.state(provider))) throw thrown
      })
    }
    return this.parts.slots.get(token)
  }
}

/** Like `AbortSignal.any`, but the listeners can be removed. Both signals may be long-lived. */
function eitherSignal(a: AbortSignal, b: AbortSignal) {
  const own = new AbortController()
  const follow = () => own.abort(a.aborted ? a.reason : b.reason)
  if (a.aborted || b.aborted) follow()
  for (const each of [a, b]) each.addEventListener('abort', follow, { once: true })
  const release = () => {
    for (const each of [a, b]) each.removeEventListener('abort', follow)
  }
  return { signal: own.signal, release }
}
