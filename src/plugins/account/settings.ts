import * as z from 'zod/mini'

export const sessionArgs = z.strictObject({ session: z.uuid() })
export type SessionArgs = z.infer<typeof sessionArgs>

export const planArgs = z.strictObject({ plan: z.string().check(z.minLength(1), z.maxLength(200)) })
export type PlanArgs = z.infer<typeof planArgs>
