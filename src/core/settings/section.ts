/** A settings section: one object under the tenant's key, with a schema, defaults and a version. */
import type * as z from 'zod/mini'

export interface SettingsSection<T extends object = object> {
  /** The part of the storage key after the tenant: `Midi` is stored as `fretworkMidi`. */
  readonly id: string
  /** Plain English; translated where it is shown. */
  readonly title: string
  /** Written into the stored object as `version`. Raised by one when the shape changes; numbers as text. */
  readonly version: string
  readonly schema: z.ZodMiniType<T>
  readonly defaults: T
  /** From a version to the next one: `{ '1': old => ({ ...old, added: true }) }`. */
  readonly migrations?: Readonly<Record<string, (old: Record<string, unknown>) => Record<string, unknown>>>
}

export function defineSettings<T extends object>(section: SettingsSection<T>): SettingsSection<T> {
  return section
}
