import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const syncSchema = z.object({
  on: z.boolean(),
  /** Device name. If empty, it is derived from the browser and the operating system. */
  device: z.string().check(z.maxLength(60)),
})

export type SyncSettings = z.infer<typeof syncSchema>

export const syncSettings = defineSettings<SyncSettings>({
  id: 'Sync',
  title: 'Sync',
  version: '1',
  schema: syncSchema,
  sync: 'device',
  defaults: { on: true, device: '' },
  fields: [
    {
      id: 'on',
      title: 'Sync this device',
      description: 'Syncs songs, tunings, shapes, practice data and settings with your account.',
      command: 'sync.toggle',
    },
    { id: 'device', title: 'Device name' },
  ],
})
