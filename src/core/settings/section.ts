/** A settings section: one object under the tenant's key, with a schema, defaults and a version. */
import type * as z from 'zod/mini'

/** One of the values of a field, and what to call it. */
export interface SettingsChoice {
  readonly value: string | number | boolean
  /** The shown name: one that needs no translation, or English with one. */
  readonly label: string
}

/** What a field is called where a person changes it; the schema says what it can be. */
export interface SettingsField {
  /** Its name in the schema. */
  readonly id: string
  /** Plain English; its name in words where there is none. */
  readonly title?: string
  readonly description?: string
  /** What its number counts, shown after it: `octaves`. */
  readonly unit?: string
  /**
   * The values by name, or the name of the list in the plugin's runtime that knows them at the time:
   * `midi-io.select-output.port` is `choices['midi-io.select-output'].port` there.
   */
  readonly choices?: readonly SettingsChoice[] | string
  /** The command of the plugin's own that changes it; none is made then. */
  readonly command?: string
  /** Internal state: no form, no command. */
  readonly hidden?: boolean
}

/** Names for the values of fields, by the fields' ids; `t` translates with the words of the plugin. */
export type SettingsNames = (
  t: (english: string) => string,
) => Readonly<Record<string, readonly SettingsChoice[]>>

/** A field that is a list of things a user makes: each of its items is synchronised for itself. */
export interface SyncedList {
  /** The field by which the items of an array differ. Without it, the field is an object of items by their names. */
  readonly key?: string
  /** The field has such a list for each user, by their ids. Items of other fields may name their `user`. */
  readonly byUser?: true
  /** The list forgets items when it gets long: one that is missing was not removed. */
  readonly trims?: true
  /** An item is one value: its fields mean nothing apart from each other. */
  readonly whole?: true
  /** Fields of an item of which both values are kept, when two devices changed them. */
  readonly both?: readonly string[]
}

/** What of a section follows the account to other devices: everything except `local` fields. */
export interface SyncedParts {
  readonly lists?: Readonly<Record<string, SyncedList>>
  readonly local?: readonly string[]
}

export interface SettingsSection<T extends object = object> {
  /** The part of the storage key after the tenant: `Midi` is stored as `fretworkMidi`. */
  readonly id: string
  /** Plain English; translated where it is shown. */
  readonly title: string
  /** Written into the stored object as `version`. Raised by one when the shape changes; numbers as text. */
  readonly version: string
  readonly schema: z.ZodMiniType<T>
  readonly defaults: NoInfer<T>
  /** Fields it does not name are shown under their names. */
  readonly fields?: readonly SettingsField[]
  /** Names that come from long tables, loaded when a form is shown: `() => import('./settings-names.js')`. */
  readonly names?: () => Promise<{ default: SettingsNames }>
  /** From a version to the next one: `{ '1': old => ({ ...old, added: true }) }`. */
  readonly migrations?: Readonly<Record<string, (old: Record<string, unknown>) => Record<string, unknown>>>
  /** Follows the account to other devices, field by field, unless it says otherwise; `device`: it stays here. */
  readonly sync?: 'device' | SyncedParts
}

/**
 * A section of settings: its schema, its defaults and the titles of its form.
 * @since 1.0.0
 * @example
 * defineSettings({
 *   ...{ id: 'Drill', title: 'Drill', version: '1' },
 *   schema: z.object({ bpm: z.int() }),
 *   defaults: { bpm: 90 },
 * })
 */
export function defineSettings<T extends object>(section: SettingsSection<T>): SettingsSection<T> {
  return section
}
