/** Arguments of the commands. */
import * as z from 'zod/mini'

export const userArgs = z.strictObject({ user: z.uuid() })
export type UserArgs = z.infer<typeof userArgs>
