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
  /** A list, or the name of a list in the plugin's runtime: `midi-io.select-output.port`. */
  readonly choices?: readonly SettingsChoice[] | string
  /** Command that the plugin provides for this field, so that none is generated. */
  readonly command?: string
  /** Internal state without form or command. */
  readonly hidden?: boolean
}

export type SettingsNames = (
  t: (english: string) => string,
) => Readonly<Record<string, readonly SettingsChoice[]>>

export interface SyncedList {
  /** Identifies items of an array. Without it, the field is an object of items by name. */
  readonly key?: string
  /** The field contains such a list for each user id. Items of other fields may have a `user`. */
  readonly byUser?: true
  /** Long lists drop old items, so a missing item does not count as removed. */
  readonly trims?: true
  /** Each item is one value and is not merged by field. */
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
  /** A number as text, increased by one when the shape changes. */
  readonly version: string
  readonly schema: z.ZodMiniType<T>
  readonly defaults: NoInfer<T>
  readonly fields?: readonly SettingsField[]
  /** Names from long tables, loaded when a form is shown. */
  readonly names?: () => Promise<{ default: SettingsNames }>
  /** Migrations by the version they start from: `{ '1': old => ({ ...old, added: true }) }`. */
  readonly migrations?: Readonly<Record<string, (old: Record<string, unknown>) => Record<string, unknown>>>
  /** Default: all fields sync with the account; `device`: none. */
  readonly sync?: 'device' | SyncedParts
}

/**
 * Defines a section of settings: its schema, defaults and form titles.
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
