import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const replaySchema = z.object({
  /** Starts links from `fretwork replay --app` without confirmation. Tokens and origins are still checked. */
  unattended: z.boolean(),
})

/** Not synced: the setting concerns programs on this device. */
export const replaySettings = defineSettings<z.infer<typeof replaySchema>>({
  id: 'Replay',
  title: 'Replay',
  version: '1',
  schema: replaySchema,
  sync: 'device',
  defaults: { unattended: false },
  fields: [
    {
      id: 'unattended',
      title: 'Allow command-line playback without asking',
      description:
        'Links from “fretwork replay --app” play as soon as you open them, no matter which program created them.',
    },
  ],
})

export const replayFileArgs = z.strictObject({
  bytes: z.instanceof(Uint8Array),
  name: z.optional(z.string()),
  fast: z._default(z.boolean(), false),
})
export type ReplayFileArgs = z.infer<typeof replayFileArgs>
