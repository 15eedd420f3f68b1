/** Which plugins the user has switched off: kept like every setting, so that they stay off after a restart. */
import * as z from 'zod/mini'
import { defineSettings } from './section.js'

const pluginSchema = z.object({
  /** Ids; one that is not here now counts again when it comes back. */
  disabled: z.array(z.string()),
})

export type PluginSettings = z.infer<typeof pluginSchema>

export const pluginSettings = defineSettings<PluginSettings>({
  id: 'Plugins',
  title: 'Plugins',
  version: '1',
  schema: pluginSchema,
  defaults: { disabled: [] },
})
