/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** Number of the track as a person counts, from 1. */
export const showTrackArgs = z.strictObject({ track: z.int().check(z.gte(1)) })
export type ShowTrackArgs = z.infer<typeof showTrackArgs>
