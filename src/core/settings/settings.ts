/** Settings by section: kept under the tenant's key, checked by schema, never lost through a bad value. */
import { EVENTS, type EventBus } from '../events/event-bus.js'
import { NOTICES, type NoticeBoard } from '../events/notices.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import { LOG, type Logger } from '../platform/logger.js'
import { STORAGE, type StoragePort } from '../platform/ports.js'
import { inject, injectable } from '../platform/services/inject.js'
import { createToken } from '../platform/services/token.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import { TENANT, type TenantService } from '../tenant/tenant-service.js'
import type { SettingsSection } from './section.js'
import { type OpenSection, openSection, type SettingsParts, type SettingsStore } from './settings.js'

export type { SettingsStore } from './settings.js'

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

  /** Reads all sections anew: after the tenant, and with it the storage keys, became known. */
  reread(): void {
    for (const { reopen } of this.opened.values()) reopen()
  }

  dispose(): void {
    this.listening.dispose()
  }
}
