/** Arguments of this plugin's command. */
import * as z from 'zod/mini'

export const replayFileArgs = z.strictObject({
  /** What is in the file. */
  bytes: z.instanceof(Uint8Array),
  /** Name of the file: some formats are known by its ending only. */
  name: z.optional(z.string()),
  /** At once instead of in real time. */
  fast: z._default(z.boolean(), false),
})
export type ReplayFileArgs = z.infer<typeof replayFileArgs>
