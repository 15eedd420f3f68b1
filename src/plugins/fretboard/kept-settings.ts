/** What a person makes and keeps: tunings and shapes, each list under the tenant's key. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

export interface CustomListSettings {
  /** As they were stored: each is checked by itself, so that a broken one takes no other with it. */
  readonly kept: readonly unknown[]
}

const schema = z.object({ kept: z.array(z.unknown()) }) as z.ZodMiniType<CustomListSettings>

/** Stored under `<tenant>Tunings`. */
export const tuningSettings = defineSettings<CustomListSettings>({
  id: 'Tunings',
  title: 'Custom tunings',
  version: '1',
  schema,
  defaults: { kept: [] },
  fields: [{ id: 'kept', hidden: true }],
})

/** Stored under `<tenant>Shapes`. */
export const shapeSettings = defineSettings<CustomListSettings>({
  id: 'Shapes',
  title: 'Saved shapes',
  version: '1',
  schema,
  defaults: { kept: [] },
  fields: [{ id: 'kept', hidden: true }],
})
