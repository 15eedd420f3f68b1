/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** One of the own sessions, by the id that the server gave it. */
export const sessionArgs = z.strictObject({ session: z.uuid() })
export type SessionArgs = z.infer<typeof sessionArgs>

/** What can be bought, by its key. */
export const planArgs = z.strictObject({ plan: z.string().check(z.minLength(1), z.maxLength(200)) })
export type PlanArgs = z.infer<typeof planArgs>
