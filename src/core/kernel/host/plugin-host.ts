/** Brings plugins to life when they are needed, and takes them away without a trace. */
import { type ArgumentChoice, type ChoiceRequest, unlimitedRequest } from '../../commands/command.js'
import type { CommandControl } from '../../commands/command-runs.js'
import type { NoticeBoard } from '../../events/notices.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { ClockPort } from '../../platform/ports.js'
import type { ExtensionPoint, Token } from '../../platform/services/token.js'
import type { ReadonlyStore } from '../../platform/store.js'
import { ExtensionShelf } from '../extensions/extension-shelf.js'
import { runHandler } from '../extensions/run-handler.js'
import type { ManifestReport } from '../manifest/manifest-check.js'
import type { AnyToken, PluginContext, PluginManifest } from '../manifest/plugin.js'
import type { ServiceSlots } from '../services/service-slots.js'
import { screenLoader } from './plugin-fetches.js'
import { PluginRoster, type RosterParts } from './plugin-roster.js'
import { PluginStarts } from './plugin-starts.js'
import type { PluginState, PluginStatus, RefusedPlugin } from './plugin-state.js'
import type { SwitchParts } from './plugin-switch.js'

export interface PluginHostParts extends RosterParts {
  readonly slots: ServiceSlots
  readonly clock: ClockPort
  readonly notices: NoticeBoard
}

export class PluginHost {
  private readonly roster: PluginRoster
  private readonly shelf = new ExtensionShelf()
  private readonly starts: PluginStarts
  private readonly unfollow: () => void
  private begun = false
  /** Switching goes one after the other: each looks at what the one before has left. */
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    manifests: readonly PluginManifest[],
    private readonly parts: PluginHostParts,
  ) {
    const { slots, core, overrides = [], switches } = parts
    this.roster = new PluginRoster(parts)
    const { catalogue, states } = this.roster
    const services = {
      slots,
      shelf: this.shelf,
      coreKeys: new Set(core.map(token => token.key)),
      overridden: new Set(overrides.map(([token]) => token.key)),
      ownerOf: (tokenId: string) => catalogue.report.providers.get(tokenId),
      isUp: ({ id }: AnyToken) => {
        const owner = catalogue.report.providers.get(id) ?? ''
        return owner === 'core' || states.get(owner)?.status === 'active'
      },
      onStates: (changed: () => void) => states.store.subscribe(changed),
      loadService: <T>(token: Token<T>) => this.loadService(token),
    }
    this.starts = new PluginStarts({ ...parts, catalogue, states, services })
    this.roster.take(manifests)
    for (const [token, service] of overrides) slots.fill(token, service)
    this.unfollow = switches.subscribe(() => this.followSwitches())
  }

  /** All plugins with a well-formed manifest, in the order in which they came; changes when one comes or goes. */
  get catalogue(): ReadonlyStore<readonly PluginManifest[]> {
    return this.roster.catalogue.store
  }

  get manifests(): readonly PluginManifest[] {
    return this.roster.catalogue.manifests
  }

  /** What the check says of the plugins that are here now. */
  get report(): ManifestReport {
    return this.roster.catalogue.report
  }

  get states(): ReadonlyStore<Readonly<Record<string, PluginState>>> {
    return this.roster.states.store
  }

  state(id: string): PluginState | undefined {
    return this.roster.states.get(id)
  }

  /** Whether what the plugin contributes counts in this host. */
  isUsable(id: string): boolean {
    return this.roster.isUsable(id)
  }

  /**
   * Adds a plugin at run time; it is checked together with all others, and waits for what it waits for: whoever
   * adds one that wants `startup` triggers that. Never throws: what is wrong with it is in the state it returns.
   */
  add(manifest: PluginManifest): PluginState {
    return this.roster.add(manifest)
  }

  /** Shows with its reason a plugin that was not let in. @returns its id: beside one of that id `<id>#refused` */
  refuse(plugin: RefusedPlugin): string {
    return this.roster.refuse(plugin)
  }

  /** Activates all plugins that wait for an event: `startup`, `route:/fretboard`, `event:id`. Failures stay theirs. */
  async trigger(event: string): Promise<void> {
    this.begun = true
    const answering = this.answering(event)
    for (const id of answering) this.roster.want(id)
    await this.starts.activateAll(answering.filter(id => this.state(id)?.status === 'registered'))
  }

  /** Whether anybody who is up, or can be, waits for an event. */
  isAwaited(event: string): boolean {
    return this.answering(event).some(id => AWAITS.has(this.state(id)?.status))
  }

  private answering(event: string): readonly string[] {
    return this.manifests
      .filter(({ activateOn = ['startup'] }) => activateOn.some(wanted => answersTo(wanted, event)))
      .map(({ id }) => id)
  }

  /**
   * Activates a plugin and first those that it requires.
   * @throws FretworkError with the reason: `plugin_unknown`, `plugin_unavailable`, or what stopped it
   */
  activate(id: string): Promise<void> {
    this.roster.want(id)
    return this.starts.activate(id)
  }

  /**
   * Disables a plugin until it is enabled again, also after a restart. First those that require it are stopped;
   * those that have it optional start anew without it.
   * @throws FretworkError `plugin_unknown`, `plugin_locked`
   */
  disable(id: string): Promise<void> {
    return this.inTurn(({ disable }, parts) => disable(parts, id))
  }

  /**
   * Enables a plugin again and starts it, with those that were only waiting for it.
   * @throws FretworkError what stopped the plugin itself; failures of the others stay theirs
   */
  enable(id: string): Promise<void> {
    return this.inTurn(({ enable }, parts) => enable(parts, id))
  }

  /** Puts another version of a plugin in its place and starts anew what was running; one that is not here is added. */
  replace(manifest: PluginManifest): Promise<void> {
    return this.inTurn(({ replace }, parts) => replace(parts, manifest))
  }

  /** Takes a plugin away, or one that was refused. @throws FretworkError `plugin_unknown`, `plugin_locked` */
  remove(id: string): Promise<void> {
    return this.inTurn(({ remove }, parts) => remove(parts, id))
  }

  /** The context in which a plugin's screens run; activates the plugin. */
  async contextOf(id: string): Promise<PluginContext> {
    await this.activate(id)
    return this.activeContext(id)
  }

  /** @throws FretworkError `plugin_unavailable` while the plugin is not active */
  activeContext(id: string): PluginContext {
    return this.starts.up(id).screens
  }

  async runCommand(
    plugin: string,
    command: string,
    args: unknown,
    control: CommandControl,
  ): Promise<unknown> {
    void this.trigger(`command:${command}`)
    await this.activate(plugin)
    return runHandler(plugin, this.starts.up(plugin), command, args, control)
  }

  /** What an argument of a command can be now; undefined where the plugin lists nothing. Activates the plugin. */
  async choicesFor(
    plugin: string,
    command: string,
    argument: string,
    asked: ChoiceRequest = unlimitedRequest(),
  ): Promise<readonly ArgumentChoice[] | undefined> {
    await this.activate(plugin)
    const { runtime, context } = this.starts.up(plugin)
    return runtime.choices?.[command]?.[argument]?.(context, asked)
  }

  /** Loads a screen by its name. @throws FretworkError `screen_missing`, or what loading threw */
  async loadScreen(plugin: string, screen: string): Promise<unknown> {
    const started = this.activate(plugin)
    const coming = this.starts.screenAhead(plugin, screen)
    await started
    const { runtime } = this.starts.up(plugin)
    const ahead = await coming
    const module = ahead?.runtime === runtime ? ahead.module : await screenLoader(runtime, screen)?.()
    const component: unknown = (module as { default?: unknown } | undefined)?.default
    if (component) return component
    throw new FretworkError('screen_missing', `The plugin "${plugin}" has no screen "${screen}".`)
  }

  /** What a plugin provides at this moment, by the id of the token. */
  servicesOf(plugin: string): readonly { readonly token: string; readonly service: object }[] {
    return (this.roster.catalogue.find(plugin)?.provides ?? []).flatMap(({ id: token, key }) => {
      const service: unknown = this.parts.slots.find({ id: token, key })
      return typeof service === 'object' && service !== null ? { token, service } : []
    })
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
    this.unfollow()
    this.starts.dispose()
  }

  /** The user's switches have changed: here, in another tab, or because they were read from another place. */
  private followSwitches(): void {
    for (const { manifest, off } of this.roster.switched()) {
      const { id } = manifest
      if (!this.begun && !this.starts.isBusy(id)) {
        this.roster.states.change(id, this.roster.firstState(manifest))
        this.roster.followSwitched()
        continue
      }
      // Its own state tells what came of it.
      const turn = off ? this.disable(id) : this.enable(id)
      turn.catch(() => undefined)
    }
  }

  private inTurn(
    work: (how: typeof import('./plugin-switch.js'), parts: SwitchParts) => Promise<void>,
  ): Promise<void> {
    const { roster, starts } = this
    const turn = this.turn
      .then(async () => work(await import('./plugin-switch.js'), { roster, starts }))
      // By now the screens have followed, and have undone what was theirs.
      .finally(() => starts.tellLeaks())
    // Told to whoever asked for it.
    this.turn = turn.catch(() => undefined)
    return turn
  }

  private async loadService<T>(token: Token<T>): Promise<T> {
    const provider = this.report.providers.get(token.id)
    if (provider !== undefined && provider !== 'core') await this.activate(provider)
    return this.parts.slots.get(token)
  }
}

const AWAITS: ReadonlySet<PluginStatus | undefined> = new Set(['registered', 'activating', 'active'])

function answersTo(wanted: string, event: string): boolean {
  return wanted === event || (wanted.endsWith('*') && event.startsWith(wanted.slice(0, -1)))
}
