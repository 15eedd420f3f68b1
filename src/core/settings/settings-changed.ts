/** The event that a setting has another value now, whoever changed it. */
import { createEvent } from '../events/event-bus.js'

export interface FieldChange {
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

/** After each effective change: by a form, a command, another tab. Taking over an older version is none. */
export const SETTINGS_CHANGED = createEvent<SettingsChange>('settings.changed')

/** The fields of which two states of a section differ. */
export function differences(before: object, after: object): readonly FieldChange[] {
  const [from, to] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...from.keys(), ...to.keys()])]
    .filter(field => JSON.stringify(from.get(field)) !== JSON.stringify(to.get(field)))
    .map(field => ({ field, from: from.get(field), to: to.get(field) }))
}
