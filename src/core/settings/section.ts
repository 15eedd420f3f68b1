import type * as z from 'zod/mini'

export interface SettingsChoice {
  readonly value: string | number | boolean
  readonly label: string
  /** Search synonyms in any language, separated by commas. */
  readonly words?: string
}

export interface SettingsField {
  readonly id: string
  /** Plain English; default: the field's id in words. */
  readonly title?: string
  readonly description?: string
  readonly unit?: string
  /** A list, or the name of one in the plugin's runtime: `midi-io.select-output.port`. */
  readonly choices?: readonly SettingsChoice[] | string
  /** The plugin's own command for it; none is made then. */
  readonly command?: string
  /** Internal state: no form, no command. */
  readonly hidden?: boolean
}

export type SettingsNames = (
  t: (english: string) => string,
) => Readonly<Record<string, readonly SettingsChoice[]>>

export interface SyncedList {
  /** Identifies items of an array. Without it, the field is an object of items by name. */
  readonly key?: string
  /** The field has such a list for each user id. Items of other fields may name their `user`. */
  readonly byUser?: true
  /** Long lists forget items: a missing item was not removed. */
  readonly trims?: true
  /** An item is one value, not merged by field. */
  readonly whole?: true
  readonly both?: readonly string[]
}

export interface SyncedParts {
  readonly lists?: Readonly<Record<string, SyncedList>>
  readonly local?: readonly string[]
}

export interface SettingsSection<T extends object = object> {
  /** Storage key after the tenant: `Midi` is stored as `fretworkMidi`. */
  readonly id: string
  /** Plain English; translated when shown. */
  readonly title: string
  /** A number as text, raised by one when the shape changes. */
  readonly version: string
  readonly schema: z.ZodMiniType<T>
  readonly defaults: NoInfer<T>
  readonly fields?: readonly SettingsField[]
  /** Names from long tables, loaded when a form is shown. */
  readonly names?: () => Promise<{ default: SettingsNames }>
  /** By the version to start from: `{ '1': old => ({ ...old, added: true }) }`. */
  readonly migrations?: Readonly<Record<string, (old: Record<string, unknown>) => Record<string, unknown>>>
  /** Default: all fields follow the account; `device`: none. */
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
