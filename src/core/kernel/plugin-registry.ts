import { PluginGrants } from '../permissions/grants.js'
import { FretworkError } from '../platform/fretwork-error.js'
import type { Logger } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { PermissionSettings, PluginSettings } from '../settings/core-settings.js'
import type { SettingsStore } from '../settings/settings.js'
import type { AnyToken, PluginManifest } from './plugin.js'
import {
  blockedBy,
  DISABLED,
  isSwitchedOff,
  type ManifestCheck,
  type ManifestProblem,
  type ManifestReport,
  NO_REASON,
  NOT_ANSWERED,
  type PluginState,
  type RefusedPlugin,
  trustManifests,
} from './plugin-state.js'

export interface RegistryParts {
  readonly host: 'browser' | 'node'
  readonly log: Logger
  readonly core: readonly AnyToken[]
  readonly switches: SettingsStore<PluginSettings>
  readonly permissions: SettingsStore<PermissionSettings>
  readonly check?: ManifestCheck | undefined
  readonly overrides?: readonly (readonly [AnyToken, unknown])[]
}

export class PluginRegistry {
  manifests: readonly PluginManifest[] = []
  report: ManifestReport
  graph: PluginGraph
  readonly overridden: ReadonlySet<symbol>
  readonly grants: PluginGrants
  private readonly known: readonly AnyToken[]
  private readonly all = createStore<Readonly<Record<string, PluginState>>>({})
  readonly states: ReadonlyStore<Readonly<Record<string, PluginState>>> = this.all
  private readonly refused = new Map<string, PluginState>()
  private readonly dormant = new Set<string>()
  private readonly logged = new Set<string>()
  private lateCheck: ManifestCheck | undefined

  constructor(private readonly parts: RegistryParts) {
    const overridden = (parts.overrides ?? []).map(([token]) => token)
    this.overridden = new Set(overridden.map(({ key }) => key))
    this.known = [...parts.core, ...overridden]
    this.grants = new PluginGrants(parts.permissions)
    this.report = trustManifests([], this.known)
    this.graph = new PluginGraph([], this.report.providers)
  }

  state(id: string): PluginState | undefined {
    const all = this.all.getState()
    // IDs are untrusted: `constructor` must not resolve to a plugin.
    return Object.hasOwn(all, id) ? all[id] : undefined
  }

  change(id: string, change: Partial<PluginState>): void {
    const state = this.state(id)
    if (state) this.all.setState({ [id]: { ...state, ...change } })
  }

  find(id: string): PluginManifest | undefined {
    return this.manifests.find(manifest => manifest.id === id)
  }

  problemOf(id: string): ManifestProblem | undefined {
    return this.report.problems.find(problem => problem.plugin === id)
  }

  isUsable(id: string): boolean {
    const state = this.state(id)
    const isOff = state?.status === 'not-for-this-host' || isSwitchedOff(state)
    return state !== undefined && !isOff && !this.problemOf(id)
  }

  isProviderActive({ id }: AnyToken): boolean {
    const provider = this.report.providers.get(id) ?? ''
    return provider === 'core' || this.state(provider)?.status === 'active'
  }

  setAll(manifests: readonly PluginManifest[]): void {
    const before = new Set(this.report.problems.map(({ plugin }) => plugin))
    const check = this.checkFor(manifests)
    this.manifests = manifests
    this.report = check
      ? check(
          manifests.map(manifest => this.withoutOverridden(manifest)),
          this.known,
        )
      : trustManifests(manifests, this.known)
    this.graph = new PluginGraph(this.manifests, this.report.providers)
    this.refresh(before)
    this.logReport()
  }

  checkWith(check: ManifestCheck): void {
    this.lateCheck = check
  }

  add(manifest: PluginManifest): PluginState {
    this.setAll([...this.manifests, manifest])
    return this.state(manifest.id) as PluginState
  }

  refuse(plugin: RefusedPlugin): string {
    const isFree = (id: string) => !this.find(id) && !this.refused.has(id)
    let id = plugin.id
    for (let number = 1; !isFree(id); number++) id = `${plugin.id}#refused${number > 1 ? number : ''}`
    this.parts.log.error(plugin.reason, { code: plugin.code })
    this.refused.set(id, { ...plugin, id, locked: false, status: 'failed' })
    this.refresh()
    return id
  }

  remove(id: string): void {
    this.refused.delete(id)
    this.setAll(this.manifests.filter(manifest => manifest.id !== id))
  }

  firstState(manifest: PluginManifest, disabled = this.isDisabled(manifest.id)): PluginState {
    const { id, title, version, locked = false, runsIn, origin } = manifest
    const base = { id, title, version, locked, ...(origin !== undefined && { origin }) }
    if (disabled && !locked) return { ...base, ...DISABLED }
    if (this.grants.unanswered(manifest).length > 0) return { ...base, ...NOT_ANSWERED }
    const problem = this.problemOf(id)
    if (problem) return { ...base, status: 'failed', code: problem.code, reason: problem.message }
    if (runsIn.includes(this.parts.host)) return { ...base, status: 'registered' }
    const reason = `It runs in: ${runsIn.join(', ')}.`
    return { ...base, status: 'not-for-this-host', code: 'wrong_host', reason }
  }

  toggled(): readonly { readonly manifest: PluginManifest; readonly off: boolean }[] {
    return this.manifests
      .map(manifest => ({ manifest, off: this.isOff(manifest) }))
      .filter(({ manifest, off }) => off !== (this.state(manifest.id)?.status === 'disabled'))
  }

  setDisabled(id: string, disabled: boolean): void {
    const { switches } = this.parts
    const others = switches.getState().disabled.filter(each => each !== id)
    if (disabled !== this.isDisabled(id)) switches.change({ disabled: disabled ? [...others, id] : others })
  }

  blockByDisabled(): void {
    const states = Object.values(this.all.getState())
    if (this.dormant.size === 0 && !states.some(({ status }) => status === 'disabled')) return
    for (const { id, status } of states) {
      const off = this.graph.requiredBy(id).find(each => this.state(each)?.status === 'disabled')
      if (off !== undefined && status === 'registered') {
        this.dormant.add(id)
        this.change(id, blockedBy(off, this.state(off)?.title ?? off))
      } else if (off === undefined && this.dormant.delete(id) && status === 'blocked') {
        this.change(id, { status: 'registered', ...NO_REASON })
      }
    }
  }

  want(id: string): void {
    this.dormant.delete(id)
  }

  private checkFor(manifests: readonly PluginManifest[]): ManifestCheck | undefined {
    const check = this.parts.check ?? this.lateCheck
    if (this.parts.check || manifests.every(({ origin }) => origin === undefined)) return this.parts.check
    if (check) return check
    throw new FretworkError('check_missing', 'External plugins must be checked: call checkWith first.')
  }

  private isOff(manifest: PluginManifest): boolean {
    const { id, locked } = manifest
    return !locked && (this.isDisabled(id) || this.grants.unanswered(manifest).length > 0)
  }

  private isDisabled(id: string): boolean {
    return this.parts.switches.getState().disabled.includes(id)
  }

  private withoutOverridden(manifest: PluginManifest): PluginManifest {
    if (this.overridden.size === 0 || !manifest.provides) return manifest
    return { ...manifest, provides: manifest.provides.filter(({ key }) => !this.overridden.has(key)) }
  }

  private refresh(changed: ReadonlySet<string> = new Set()): void {
    const states = this.manifests.map(manifest => {
      const { id, title, version } = manifest
      const now = this.state(id)
      const stays = now && !changed.has(id) && now.code !== 'plugin_blocked' && !this.problemOf(id)
      return stays ? { ...now, title, version } : this.firstState(manifest)
    })
    const all = [...states, ...this.refused.values()]
    this.all.setState(Object.fromEntries(all.map(state => [state.id, state])), true)
    this.blockByDisabled()
  }

  private logReport(): void {
    const { log } = this.parts
    const once = (sentence: string, write: () => void) => {
      if (!this.logged.has(sentence)) write()
      this.logged.add(sentence)
    }
    for (const { message, code } of this.report.problems) once(message, () => log.error(message, { code }))
    for (const { key, kept, lost } of this.report.keyClashes) {
      const sentence = `The shortcut ${key} is used by ${kept}, so ${lost} has none.`
      once(sentence, () => log.warn(sentence))
    }
  }
}

class PluginGraph {
  private readonly byId: ReadonlyMap<string, PluginManifest>

  constructor(
    private readonly manifests: readonly PluginManifest[],
    private readonly providers: ReadonlyMap<string, string>,
  ) {
    this.byId = new Map(manifests.map(manifest => [manifest.id, manifest]))
  }

  providersOf(id: string): string[] {
    const ids = (this.byId.get(id)?.requires ?? []).map(token => this.providers.get(token.id) ?? '')
    return [...new Set(ids)].filter(provider => this.byId.has(provider) && provider !== id)
  }

  requiredBy(id: string): string[] {
    const found = [id]
    for (const each of found) found.push(...this.providersOf(each).filter(other => !found.includes(other)))
    return found.slice(1)
  }

  optionalProvidersOf(id: string): string[] {
    const needed = [id, ...this.requiredBy(id)]
    const optional = needed.flatMap(each => this.byId.get(each)?.optional ?? [])
    return optional
      .flatMap(token => this.providers.get(token.id) ?? [])
      .filter(each => !needed.includes(each))
  }

  dependentsOf(ids: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const visit = (provider: string) => {
      for (const { id } of this.manifests) {
        if (found.has(id) || ids.includes(id) || !this.providersOf(id).includes(provider)) continue
        found.add(id)
        visit(id)
      }
    }
    for (const id of ids) visit(id)
    return found
  }

  optionalUsersOf(ids: readonly string[]): string[] {
    return this.manifests
      .filter(({ id }) => !ids.includes(id))
      .filter(({ optional }) =>
        (optional ?? []).some(token => ids.includes(this.providers.get(token.id) ?? '')),
      )
      .map(({ id }) => id)
  }
}
