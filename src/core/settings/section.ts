import type * as z from 'zod/mini'

export interface SettingsChoice {
  readonly value: string | number | boolean
  readonly label: string
  /** Search synonyms in any language, separated by commas. */
  readonly words?: string
}

export interface SettingsField {
  readonly id: string
  /** English title. Default: derived from the field's ID. */
  readonly title?: string
  readonly description?: string
  readonly unit?: string
  /** List of choices, or the name of a list in the plugin's runtime: `midi-io.select-output.port`. */
  readonly choices?: readonly SettingsChoice[] | string
  /** The plugin's own command for this field. Prevents a generated one. */
  readonly command?: string
  /** For internal state, which has no form field or command. */
  readonly hidden?: boolean
}

export type SettingsNames = (
  t: (english: string) => string,
) => Readonly<Record<string, readonly SettingsChoice[]>>

export interface SyncedList {
  /** Property that identifies array items. Without it, the field is an object with items by name. */
  readonly key?: string
  /** Set if the field contains one list per user ID. Otherwise, items may have a `user` property. */
  readonly byUser?: true
  /** Set if long lists drop their oldest items. A missing item then doesn't count as removed. */
  readonly trims?: true
  /** Replaces items as a whole instead of merging them by field. */
  readonly whole?: true
  readonly both?: readonly string[]
}

export interface SyncedParts {
  readonly lists?: Readonly<Record<string, SyncedList>>
  readonly local?: readonly string[]
}

export interface SettingsSection<T extends object = object> {
  /** Storage key without its prefix: `Midi` is stored as `fretworkMidi`. */
  readonly id: string
  /** English title; translated when shown. */
  readonly title: string
  /** A number as a string. Increase it by one when the schema changes. */
  readonly version: string
  readonly schema: z.ZodMiniType<T>
  readonly defaults: NoInfer<T>
  readonly fields?: readonly SettingsField[]
  /** Condition for the section's commands; default: `loggedIn || guest`. */
  readonly when?: string
  /** Labels from long tables, loaded when a form is shown. */
  readonly names?: () => Promise<{ default: SettingsNames }>
  /** Migrations by the version they migrate from: `{ '1': old => ({ ...old, added: true }) }`. */
  readonly migrations?: Readonly<Record<string, (old: Record<string, unknown>) => Record<string, unknown>>>
  /** What to sync with the account. Default: all fields; `device`: none. */
  readonly sync?: 'device' | SyncedParts
}

/** Defines a settings section: its schema, defaults and form titles. */
export function defineSettings<T extends object>(section: SettingsSection<T>): SettingsSection<T> {
  return section
}
