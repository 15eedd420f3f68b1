/** Who is there: all plugins as the check finds them together, with the user's switches, each in its state. */
import type { Logger } from '../../platform/logger.js'
import type { PluginSettings } from '../../settings/core-settings.js'
import type { SettingsStore } from '../../settings/settings.js'
import { Catalogue } from '../manifest/catalogue.js'
import type { AnyToken, PluginManifest } from '../manifest/plugin.js'
import {
  blockedBy,
  DISABLED,
  firstState,
  type PluginState,
  type PluginStatus,
  type RefusedPlugin,
  refusedState,
} from './plugin-state.js'
import { PluginStates } from './plugin-states.js'

export interface RosterParts {
  readonly host: 'browser' | 'node'
  readonly log: Logger
  /** Tokens of the core: every plugin may ask for them. */
  readonly core: readonly AnyToken[]
  /** Which plugins the user has switched off. */
  readonly switches: SettingsStore<PluginSettings>
  /** Services that stand in for those of plugins (tests). */
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
}

export class PluginRoster {
  readonly catalogue: Catalogue
  readonly states = new PluginStates()
  private readonly refused = new Map<string, PluginState>()
  /** Who is blocked behind a plugin that is off, and has not been asked for. */
  private readonly asleep = new Set<string>()
  /** Sentences that are in the log already. */
  private readonly told = new Set<string>()

  constructor(private readonly parts: RosterParts) {
    const { core, overrides = [] } = parts
    const stoodIn = overrides.map(([token]) => token)
    const stoodInKeys = new Set(stoodIn.map(token => token.key))
    this.catalogue = new Catalogue([...core, ...stoodIn], stoodInKeys, manifest => this.statusOf(manifest))
  }

  /** Whether what the plugin contributes counts in this host: not while it, or one that it requires, is off. */
  isUsable(id: string): boolean {
    const state = this.states.get(id)
    return (
      state !== undefined &&
      state.status !== 'not-for-this-host' &&
      state.code !== DISABLED.code &&
      !this.catalogue.problemOf(id)
    )
  }

  /** Takes another list of plugins: checks it whole, gives everybody a state, and tells who follows. */
  take(given: readonly PluginManifest[]): void {
    const { catalogue } = this
    const before = new Set(catalogue.report.problems.map(({ plugin }) => plugin))
    catalogue.take(given)
    this.refresh(before)
    catalogue.publish()
    this.tell()
  }

  add(manifest: PluginManifest): PluginState {
    const { given } = this.catalogue
    this.take([...given, manifest])
    return this.states.get(this.catalogue.report.names[given.length] ?? '') as PluginState
  }

  refuse(plugin: RefusedPlugin): string {
    const isFree = (id: string) => !this.catalogue.find(id) && !this.refused.has(id)
    // One of our own by that name goes on, and keeps its state.
    let id = plugin.id
    for (let number = 1; !isFree(id); number++) id = `${plugin.id}#refused${number > 1 ? number : ''}`
    this.parts.log.error(plugin.reason, { code: plugin.code })
    this.refused.set(id, refusedState({ ...plugin, id }))
    this.refresh()
    return id
  }

  forget(id: string): void {
    this.refused.delete(id)
    this.take(this.catalogue.given.filter(manifest => manifest?.id !== id))
  }

  /** The state of a plugin that nothing has started yet. */
  firstState(manifest: PluginManifest, disabled = this.isOff(manifest.id)): PluginState {
    return firstState(manifest, this.parts.host, disabled, this.catalogue.problemOf(manifest.id))
  }

  /** Plugins that are switched off and should not be, or the other way round. */
  switched(): readonly { readonly manifest: PluginManifest; readonly off: boolean }[] {
    return this.catalogue.manifests
      .map(manifest => ({ manifest, off: !manifest.locked && this.isOff(manifest.id) }))
      .filter(({ manifest, off }) => off !== (this.states.get(manifest.id)?.status === 'disabled'))
  }

  /** Keeps for the next start whether a plugin is off. */
  keep(id: string, off: boolean): void {
    const { switches } = this.parts
    const others = switches.getState().disabled.filter(each => each !== id)
    if (off !== this.isOff(id)) switches.change({ disabled: off ? [...others, id] : others })
  }

  /** Blocks who would need a plugin that is off if it were started; who was blocked so is as before when it is on. */
  followSwitched(): void {
    for (const { id, status } of Object.values(this.states.store.getState())) {
      const off = this.catalogue.graph
        .requiredBy(id)
        .find(each => this.states.get(each)?.status === 'disabled')
      if (off !== undefined && status === 'registered') {
        this.asleep.add(id)
        this.states.change(id, blockedBy(off, this.states.get(off)?.title ?? off))
      } else if (off === undefined && this.asleep.delete(id) && status === 'blocked') {
        this.states.change(id, { status: 'registered', code: undefined, reason: undefined, by: undefined })
      }
    }
  }

  /** Somebody has asked for a plugin: if it is blocked behind one that is off, it starts with that one. */
  want(id: string): void {
    this.asleep.delete(id)
  }

  /** While all are being checked: what the last check found counts no more. */
  private statusOf(manifest: PluginManifest): PluginStatus {
    const now = this.states.get(manifest.id)
    return (now ?? firstState(manifest, this.parts.host, this.isOff(manifest.id), undefined)).status
  }

  private isOff(id: string): boolean {
    return this.parts.switches.getState().disabled.includes(id)
  }

  /** @param healed who had a problem before, and has none now or another one */
  private refresh(healed: ReadonlySet<string> = new Set()): void {
    this.states.take([
      ...this.catalogue.manifests.map(manifest => {
        const { id, title, version } = manifest
        const now = this.states.get(id)
        // Blocked by what may have come by now: it gets another chance.
        const stays = now && !healed.has(id) && now.code !== 'plugin_blocked' && !this.catalogue.problemOf(id)
        return stays ? { ...now, title, version } : this.firstState(manifest)
      }),
      ...this.leftOut(),
      ...this.refused.values(),
    ])
    this.followSwitched()
  }

  /** Those that are no manifests, or have the id of another. */
  private leftOut(): PluginState[] {
    const { given, report } = this.catalogue
    return given.flatMap((manifest: Partial<PluginManifest> | null, index) => {
      const id = report.names[index] ?? ''
      const problem = report.wellFormed.includes(index) ? undefined : this.catalogue.problemOf(id)
      if (!problem) return []
      const { code, message: reason } = problem
      return refusedState({
        id,
        title: String(manifest?.title ?? id),
        version: String(manifest?.version ?? ''),
        code,
        reason,
      })
    })
  }

  private tell(): void {
    const { log } = this.parts
    const { problems, keyClashes } = this.catalogue.report
    const once = (sentence: string, write: () => void) => {
      if (!this.told.has(sentence)) write()
      this.told.add(sentence)
    }
    for (const { message, code } of problems) once(message, () => log.error(message, { code }))
    for (const { key, kept, lost } of keyClashes) {
      const sentence = `The key ${key} belongs to ${kept}; ${lost} does without it.`
      once(sentence, () => log.warn(sentence))
    }
  }
}
