/** Settings by section: kept under the tenant's key, checked by schema, never lost through a bad value. */
import { createEvent, EVENTS, type EventBus } from '../events/event-bus.js'
import { NOTICES, type NoticeBoard } from '../events/notices.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import { LOG, type Logger } from '../platform/logger.js'
import { STORAGE, type StoragePort } from '../platform/ports.js'
import { inject, injectable } from '../platform/services/inject.js'
import { createToken } from '../platform/services/token.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import type { SettingsSection } from './section.js'
import { settingsReports, storedCopy } from './stored-section.js'

/** @example get(SETTINGS).store(drillSettings).change({ bpm: 120 }) */
export const SETTINGS = createToken<Settings>('core.settings')

@injectable()
export class Settings {
  private readonly opened = new Map<string, OpenSection>()
  private readonly registered = createStore<readonly SettingsSection[]>([])
  private readonly sources = new WeakMap<object, string>()
  private readonly listening: Disposable

  private readonly parts: SettingsParts

  constructor(
    @inject(STORAGE) storage: StoragePort,
    @inject(TENANT) tenant: Pick<TenantService, 'storageKey'>,
    @inject(LOG) log: Logger,
    @inject(NOTICES) notices: NoticeBoard,
    @inject(EVENTS) events: EventBus,
  ) {
    const parts = { storage, keyOf: (id: string) => tenant.storageKey(id), log, notices, events }
    this.parts = parts
    this.listening = parts.storage.onChange((key, text) => {
      for (const { section, reload } of this.opened.values()) {
        if (parts.keyOf(section.id) === key) reload(text)
      }
    })
  }

  /** Sections that manifests contribute, for as long as their plugins are usable. */
  get sections(): ReadonlyStore<readonly SettingsSection[]> {
    return this.registered
  }

  /** @param source the plugin it belongs to: the namespace of its words, and the name of its commands */
  register<T extends object>(section: SettingsSection<T>, source = 'core'): Disposable {
    const entry = section as unknown as SettingsSection
    this.sources.set(entry, source)
    // A plugin that was replaced brings another schema under the same id.
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

  /** Whose section it is: a plugin's id, or `core`. */
  sourceOf(section: SettingsSection): string {
    return this.sources.get(section) ?? 'core'
  }

  /** The one store of a section; read from storage when it is first asked for. */
  store<T extends object>(section: SettingsSection<T>): SettingsStore<T> {
    const known = this.opened.get(section.id)
    if (known) return known.store as unknown as SettingsStore<T>
    const open = openSection(section, this.parts, () => this.sources.get(section) ?? 'core')
    this.opened.set(section.id, open as unknown as OpenSection)
    return open.store
  }

  /** Reads all sections again, after the tenant and with it the storage keys became known. */
  reread(): void {
    for (const { reopen } of this.opened.values()) reopen()
  }

  dispose(): void {
    this.listening.dispose()
  }
}

export interface SettingsStore<T extends object> extends ReadonlyStore<T> {
  /** Checks and keeps a change. @throws FretworkError `settings_invalid`, naming the field; nothing is changed then */
  change(partial: Partial<T>): void
  /** Back to the defaults. */
  reset(): void
}

interface SettingsParts {
  readonly storage: StoragePort
  /** The storage key of a section: `Midi` → `fretworkMidi`. */
  readonly keyOf: (sectionId: string) => string
  readonly log: Logger
  readonly notices: NoticeBoard
  readonly events: EventBus
}

interface OpenSection<T extends object = object> {
  readonly section: SettingsSection<T>
  readonly store: SettingsStore<T>
  /** Takes over what another tab has stored. */
  reload(text: string | undefined): void
  /** Reads again, after the storage key has changed. */
  reopen(): void
}

function openSection<T extends object>(
  section: SettingsSection<T>,
  parts: SettingsParts,
  source: () => string,
): OpenSection<T> {
  const { storage, events } = parts
  const report = settingsReports(section.title, source, parts)
  const copy = storedCopy(section, storage, () => parts.keyOf(section.id), report)
  let reported: string | undefined

  const begin = (): T => {
    const stored = copy.open()
    if ('value' in stored) return stored.value
    report.newer(stored.newer)
    reported = stored.newer
    return section.defaults
  }

  const state = createStore<T>(begin())

  /** @param write stores the value, before the change is announced */
  const become = (value: T, write?: (value: T) => void) => {
    const changed = differences(state.getState(), value)
    if (changed.length > 0) state.setState(value, true)
    write?.(value)
    if (changed.length > 0) events.emit(SETTINGS_CHANGED, { section: section.id, changed })
  }
  const reload = (text: string | undefined) => {
    const stored = copy.take(text)
    if ('value' in stored) return become(stored.value)
    // Changes nothing here: the user may be playing. Every change there arrives, but is reported only once.
    if (reported !== stored.newer) report.newerElsewhere(stored.newer)
    reported = stored.newer
  }
  /** Another tab may have stored something that this one has not heard of yet; it must not be written over. */
  const catchUp = () => {
    const unheard = copy.unheard()
    if (unheard) reload(unheard.text)
  }

  const store: SettingsStore<T> = {
    getState: state.getState,
    getInitialState: state.getInitialState,
    subscribe: state.subscribe,
    change(partial) {
      catchUp()
      become(checked(section, { ...state.getState(), ...partial }), copy.write)
    },
    reset() {
      catchUp()
      become(section.defaults, copy.write)
    },
  }
  return { section, store, reload, reopen: () => become(begin()) }
}

function checked<T extends object>(section: SettingsSection<T>, value: T): T {
  const result = section.schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new FretworkError(
    'settings_invalid',
    `"${issue?.path.join('.')}" of the settings "${section.title}" cannot be that: ${issueSentence(issue)}.`,
  )
}

/** One changed field of a section. */
interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

export interface SettingsChange {
  /** Id of the section. */
  readonly section: string
  /** The fields that are different now; never empty. */
  readonly changed: readonly FieldChange[]
}

/**
 * After each effective change: by a form, a command, another tab. Taking over an older version is none.
 * @example scope.add(get(EVENTS).on(SETTINGS_CHANGED, ({ section }) => log.info(section)))
 */
export const SETTINGS_CHANGED = createEvent<SettingsChange>('settings.changed')

/** The fields of which two states of a section differ. */
export function differences(before: object, after: object): readonly FieldChange[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter(field => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .map(field => ({ field, from: from.get(field), to: to.get(field) }))
}
