/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** One user, by the id that the server gave them. */
export const userArgs = z.strictObject({ user: z.uuid() })
export type UserArgs = z.infer<typeof userArgs>
