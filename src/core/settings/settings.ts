/** Settings by section: kept under the tenant's key, checked by schema, never lost through a bad value. */
import type { NoticeBoard } from '../events/notices.js'
import { type Disposable, disposable } from '../platform/disposable.js'
import { FretworkError, messageOf } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import type { Logger } from '../platform/logger.js'
import type { StoragePort } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { SettingsSection } from './section.js'
import { readStored } from './stored-section.js'

export interface SettingsStore<T extends object> extends ReadonlyStore<T> {
  /** Checks and keeps a change. @throws FretworkError `settings_invalid`, naming the field; nothing is changed then */
  change(partial: Partial<T>): void
  /** Back to the defaults. */
  reset(): void
}

export interface SettingsParts {
  readonly storage: StoragePort
  /** The storage key of a section: `Midi` → `fretworkMidi`. */
  readonly keyOf: (sectionId: string) => string
  readonly log: Logger
  readonly notices: NoticeBoard
}

interface Open<T extends object> {
  readonly section: SettingsSection<T>
  readonly store: SettingsStore<T>
  readonly reload: (text: string | undefined) => void
}

export class Settings {
  private readonly opened = new Map<string, Open<object>>()
  private readonly registered = createStore<readonly SettingsSection[]>([])
  private readonly listening: Disposable

  constructor(private readonly parts: SettingsParts) {
    this.listening = parts.storage.onChange((key, text) => {
      for (const { section, reload } of this.opened.values()) {
        if (parts.keyOf(section.id) === key) reload(text)
      }
    })
  }

  /** Sections that manifests contribute, for the settings screen. */
  get sections(): ReadonlyStore<readonly SettingsSection[]> {
    return this.registered
  }

  register<T extends object>(section: SettingsSection<T>): Disposable {
    const entry = section as unknown as SettingsSection
    this.registered.setState([...this.registered.getState(), entry], true)
    return disposable(() => {
      this.registered.setState(
        this.registered.getState().filter(other => other !== entry),
        true,
      )
    })
  }

  /** The one store of a section; read from storage when it is first asked for. */
  store<T extends object>(section: SettingsSection<T>): SettingsStore<T> {
    const known = this.opened.get(section.id)
    if (known) return known.store as unknown as SettingsStore<T>
    const open = this.open(section)
    this.opened.set(section.id, open as unknown as Open<object>)
    return open.store
  }

  /** Reads all sections anew: after the tenant, and with it the storage keys, became known. */
  reread(): void {
    for (const { section, reload } of this.opened.values()) {
      reload(this.parts.storage.get(this.parts.keyOf(section.id)))
    }
  }

  dispose(): void {
    this.listening.dispose()
  }

  private open<T extends object>(section: SettingsSection<T>): Open<T> {
    const state = createStore<T>(section.defaults)
    /** Set while the stored text comes from a newer program: kept aside before the first write. */
    let newer: { version: string; text: string } | undefined

    const reload = (text: string | undefined) => {
      const stored = readStored(section, text)
      newer = stored.newer !== undefined && text !== undefined ? { version: stored.newer, text } : undefined
      if (stored.newer !== undefined) this.reportNewer(section, stored.newer)
      if (stored.complaints.length > 0 && text !== undefined)
        this.reportBroken(section, text, stored.complaints)
      state.setState(stored.value, true)
    }
    const write = (value: T) => {
      state.setState(value, true)
      const key = this.parts.keyOf(section.id)
      if (newer && !this.put(section, `${key}.v${newer.version}`, newer.text)) return
      newer = undefined
      this.put(section, key, JSON.stringify({ ...value, version: section.version }))
    }

    reload(this.parts.storage.get(this.parts.keyOf(section.id)))
    const store: SettingsStore<T> = {
      getState: state.getState,
      getInitialState: state.getInitialState,
      subscribe: state.subscribe,
      change: partial => write(checked(section, { ...state.getState(), ...partial })),
      reset: () => write(section.defaults),
    }
    return { section, store, reload }
  }

  private reportNewer<T extends object>(section: SettingsSection<T>, version: string): void {
    this.parts.log.warn(
      `The settings "${section.title}" are of the newer version ${version}; defaults serve here`,
    )
    this.parts.notices.post({
      kind: 'warning',
      source: 'core',
      code: 'settings_newer',
      message:
        'The settings "{{title}}" were saved by a newer version; defaults are used here, and the saved ones are kept.',
      values: { title: section.title },
    })
  }

  private reportBroken<T extends object>(
    section: SettingsSection<T>,
    text: string,
    complaints: readonly string[],
  ): void {
    const key = `${this.parts.keyOf(section.id)}.broken`
    this.parts.log.warn(`The settings "${section.title}" could not be read whole`, complaints)
    this.put(section, key, text)
    this.parts.notices.post({
      kind: 'warning',
      source: 'core',
      code: 'settings_broken',
      message:
        'The saved settings "{{title}}" could not be read; defaults are used where needed. The old text is kept under {{key}}.',
      values: { title: section.title, key },
    })
  }

  private put<T extends object>(section: SettingsSection<T>, key: string, text: string): boolean {
    try {
      this.parts.storage.set(key, text)
      return true
    } catch (error) {
      this.parts.log.warn(`Storing ${key} failed`, messageOf(error))
      this.parts.notices.post({
        kind: 'error',
        source: 'core',
        code: 'settings_not_stored',
        message:
          'The settings "{{title}}" could not be stored; they hold until this page is closed. Free some space for this site.',
        values: { title: section.title },
      })
      return false
    }
  }
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
