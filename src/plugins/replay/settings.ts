/** Whether the command line must ask first, and arguments of this plugin's command. */
import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

const replaySchema = z.object({
  /** A link of `fretwork replay --app` plays as soon as it is opened. Its token and origin are checked as ever. */
  unattended: z.boolean(),
})

/** Stored under `<tenant>Replay`, and for this device only: it is about the programs that run here. */
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
      title: 'Let the command line play here without asking',
      description:
        'A link of “fretwork replay --app” plays as soon as it is opened in this browser, whichever program on this computer made it.',
    },
  ],
})

export const replayFileArgs = z.strictObject({
  /** What is in the file. */
  bytes: z.instanceof(Uint8Array),
  /** Name of the file: some formats are known by its ending only. */
  name: z.optional(z.string()),
  /** At once instead of in real time. */
  fast: z._default(z.boolean(), false),
})
export type ReplayFileArgs = z.infer<typeof replayFileArgs>
