/** The arguments of recording's commands. */
import * as z from 'zod/mini'

export const RECORDING_ARGS = {
  quantize: z.strictObject({
    /** Parts of a whole note; 12 and 24 are triplets. */
    grid: z.union([z.literal(4), z.literal(8), z.literal(12), z.literal(16), z.literal(24), z.literal(32)]),
    strength: z.int().check(z.gte(1), z.lte(100)),
  }),
}

export type RecordingArgs = {
  readonly [Name in keyof typeof RECORDING_ARGS]: z.infer<(typeof RECORDING_ARGS)[Name]>
}
