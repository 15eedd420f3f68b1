/** Taking a section back to its defaults, and that back again. */
import type { SettingsSection } from './section.js'
import type { Settings } from './settings.js'
import { changeOf, type SettingsFormField, settingsFields, valueAt } from './settings-fields.js'

/** Hidden fields are state, not choices: they stay as they are. @returns takes it back */
export function resetSection(settings: Settings, section: SettingsSection): () => void {
  const store = settings.store(section)
  const before = store.getState()
  const take = (from: object) => {
    let next: object = store.getState()
    for (const { path } of settingsFields(section)) {
      next = Object.assign({}, next, changeOf(next, path, valueAt(from, path)))
    }
    store.change(next)
  }
  take(section.defaults)
  return () => take(before)
}

/** Whether each of these fields has its default. */
export function hasDefaults(state: object, fields: readonly SettingsFormField[]): boolean {
  return fields.every(
    ({ path, byDefault }) => JSON.stringify(valueAt(state, path)) === JSON.stringify(byDefault),
  )
}
