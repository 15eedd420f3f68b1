/** One section while the application runs: what is stored, what is in force, and keeping the two the same. */
import type { EventBus } from '../events/event-bus.js'
import type { NoticeBoard } from '../events/notices.js'
import { FretworkError } from '../platform/fretwork-error.js'
import { issueSentence } from '../platform/issue-sentence.js'
import type { Logger } from '../platform/logger.js'
import type { StoragePort } from '../platform/ports.js'
import { createStore, type ReadonlyStore } from '../platform/store.js'
import type { SettingsSection } from './section.js'
import { differences, SETTINGS_CHANGED } from './settings-changed.js'
import { settingsReports } from './settings-reports.js'
import { storedCopy } from './stored-copy.js'

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
  readonly events: EventBus
}

export interface OpenSection<T extends object = object> {
  readonly section: SettingsSection<T>
  readonly store: SettingsStore<T>
  /** Takes over what another tab has stored. */
  reload(text: string | undefined): void
  /** Reads anew: the storage key is another one now. */
  reopen(): void
}

export function openSection<T extends object>(
  section: SettingsSection<T>,
  parts: SettingsParts,
  source: () => string,
): OpenSection<T> {
  const { storage, events } = parts
  const report = settingsReports(section.title, source, parts)
  const copy = storedCopy(section, storage, () => parts.keyOf(section.id), report)
  let toldOf: string | undefined

  const begin = (): T => {
    const stored = copy.open()
    if ('value' in stored) return stored.value
    report.newer(stored.newer)
    toldOf = stored.newer
    return section.defaults
  }

  const state = createStore<T>(begin())

  /** @param write keeps the value, between its being in force and its being told */
  const become = (value: T, write?: (value: T) => void) => {
    const changed = differences(state.getState(), value)
    if (changed.length > 0) state.setState(value, true)
    write?.(value)
    if (changed.length > 0) events.emit(SETTINGS_CHANGED, { section: section.id, changed })
  }
  const reload = (text: string | undefined) => {
    const stored = copy.take(text)
    if ('value' in stored) return become(stored.value)
    // Changes nothing here: somebody may be playing. It comes with every change made there, and is news only once.
    if (toldOf !== stored.newer) report.newerElsewhere(stored.newer)
    toldOf = stored.newer
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
