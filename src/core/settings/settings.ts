import { createEvent, EVENTS, type EventBus } from '../events/event-bus.js'
import { NOTICES, type NoticeBoard } from '../events/notices.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { inject, injectable } from '../platform/inject.js'
import { issueSentence } from '../platform/issue-sentence.js'
import { LOG, type Logger, STORAGE, type StoragePort } from '../platform/ports.js'
import {
  createStore,
  type Disposable,
  disposable,
  type ReadonlyStore,
  type Store,
} from '../platform/store.js'
import { createToken } from '../platform/token.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import type { SettingsSection } from './section.js'
import { readStored, type SettingsReports, settingsReports } from './stored-section.js'

/** Stored and validated settings of all plugins, one section per plugin. */
export const SETTINGS = createToken<Settings>('core.settings')

@injectable()
export class Settings {
  private readonly opened = new Map<string, OpenSection<object>>()
  private readonly registered = createStore<readonly SettingsSection[]>([])
  readonly sections: ReadonlyStore<readonly SettingsSection[]> = this.registered
  private readonly sources = new WeakMap<object, string>()
  private readonly listening: Disposable

  constructor(
    @inject(STORAGE) private readonly storage: StoragePort,
    @inject(TENANT) private readonly tenant: Pick<TenantService, 'storageKey'>,
    @inject(LOG) private readonly log: Logger,
    @inject(NOTICES) private readonly notices: NoticeBoard,
    @inject(EVENTS) private readonly events: EventBus,
  ) {
    this.listening = storage.onChange((key, text) => {
      for (const open of this.opened.values()) if (open.key === key) open.reload(text)
    })
  }

  register<T extends object>(section: SettingsSection<T>, source = 'core'): Disposable {
    const entry = section as unknown as SettingsSection
    this.sources.set(entry, source)
    // A replaced plugin may use another schema with the same ID.
    const known = this.opened.get(section.id)
    if (known && known.section !== entry) this.opened.delete(section.id)
    this.registered.setState([...this.registered.getState(), entry], true)
    return disposable(() => {
      this.registered.setState(
        this.registered.getState().filter(other => other !== entry),
        true,
      )
    })
  }

  sourceOf(section: SettingsSection): string {
    return this.sources.get(section) ?? 'core'
  }

  store<T extends object>(section: SettingsSection<T>): SettingsStore<T> {
    const known = this.opened.get(section.id)
    if (known) return known as unknown as SettingsStore<T>
    const { storage, events, log, notices } = this
    const key = () => this.tenant.storageKey(section.id)
    const report = settingsReports(section.title, () => this.sources.get(section) ?? 'core', { log, notices })
    const open = new OpenSection(section, { storage, events, key, report })
    this.opened.set(section.id, open as unknown as OpenSection<object>)
    return open
  }

  reread(): void {
    for (const open of this.opened.values()) open.reopen()
  }

  dispose(): void {
    this.listening.dispose()
  }
}

export interface SettingsStore<T extends object> extends ReadonlyStore<T> {
  /**
   * @param change fields, or a function of the current values, including changes from other tabs
   * @throws FretworkError `settings_invalid` with the name of the field
   */
  change(change: Partial<T> | ((now: T) => Partial<T>)): void
  reset(): void
}

interface OpenSectionParts {
  readonly storage: StoragePort
  readonly events: EventBus
  readonly key: () => string
  readonly report: SettingsReports
}

class OpenSection<T extends object> implements SettingsStore<T> {
  private readonly state: Store<T>
  private seen: string | undefined
  private aside: { readonly key: string; readonly text: string } | undefined
  private isRefused = false
  private newer: string | undefined

  readonly getState: () => T
  readonly getInitialState: () => T
  readonly subscribe: ReadonlyStore<T>['subscribe']

  constructor(
    readonly section: SettingsSection<T>,
    private readonly parts: OpenSectionParts,
  ) {
    this.state = createStore(this.open())
    this.getState = this.state.getState
    this.getInitialState = this.state.getInitialState
    this.subscribe = this.state.subscribe
  }

  get key(): string {
    return this.parts.key()
  }

  change(change: Partial<T> | ((now: T) => Partial<T>)): void {
    this.catchUp()
    const now = this.getState()
    const partial = typeof change === 'function' ? change(now) : change
    this.become(checked(this.section, { ...now, ...partial }), true)
  }

  reset(): void {
    this.catchUp()
    this.become(this.section.defaults, true)
  }

  reload(text: string | undefined): void {
    const { value, newer } = this.read(text)
    if (newer === undefined) {
      this.become(value)
      return
    }
    // Keep the current values, because the user may be playing. Report the newer version once.
    if (this.newer !== newer) this.parts.report.newerElsewhere(newer)
    this.newer = newer
  }

  reopen(): void {
    this.become(this.open())
  }

  private open(): T {
    const { value, newer } = this.read(this.parts.storage.get(this.key))
    if (newer !== undefined) this.parts.report.newer(newer)
    this.newer = newer ?? this.newer
    return value
  }

  /** Applies changes from other tabs, so that they are not overwritten. */
  private catchUp(): void {
    const text = this.parts.storage.get(this.key)
    if (text !== this.seen) this.reload(text)
  }

  private become(value: T, toStore = false): void {
    const changed = differences(this.getState(), value)
    if (changed.length > 0) this.state.setState(value, true)
    if (toStore) this.write(value)
    if (changed.length > 0) this.parts.events.emit(SETTINGS_CHANGED, { section: this.section.id, changed })
  }

  private read(text: string | undefined): { readonly value: T; readonly newer?: string | undefined } {
    this.seen = text
    this.aside = undefined
    const { value, complaints, newer } = readStored(this.section, text)
    if (text !== undefined && newer !== undefined) this.aside = { key: `${this.key}.v${newer}`, text }
    if (text !== undefined && complaints.length > 0) {
      this.aside = { key: `${this.key}.broken`, text }
      this.parts.report.broken(this.aside.key, complaints)
      // Save the valid part, so that the errors are not reported again on the next start.
      this.write(value)
    }
    return { value, newer }
  }

  private write(value: T): void {
    if (this.aside && !this.put(this.aside.key, this.aside.text)) return
    this.aside = undefined
    const text = JSON.stringify({ ...value, version: this.section.version })
    if (text !== this.seen && this.put(this.key, text)) this.seen = text
  }

  private put(key: string, text: string): boolean {
    try {
      this.parts.storage.set(key, text)
      this.isRefused = false
      return true
    } catch (error) {
      // Some settings change every few seconds, so report an error only once until saving works again.
      if (!this.isRefused) this.parts.report.notStored(key, error)
      this.isRefused = true
      return false
    }
  }
}

function checked<T extends object>(section: SettingsSection<T>, value: T): T {
  const result = section.schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const message = `The value of "${issue?.path.join('.')}" in the settings "${section.title}" is invalid: ${issueSentence(issue)}.`
  throw new FretworkError('settings_invalid', message)
}

interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

export interface SettingsChange {
  readonly section: string
  /** Never empty. */
  readonly changed: readonly FieldChange[]
}

/** Emitted when a form, a command or another tab changes a setting. */
export const SETTINGS_CHANGED = createEvent<SettingsChange>('settings.changed')

export function differences(before: object, after: object): readonly FieldChange[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter(field => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .map(field => ({ field, from: from.get(field), to: to.get(field) }))
}
