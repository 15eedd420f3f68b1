import * as z from 'zod/mini'

/** The server’s limit. */
export const MAX_QUERY_LENGTH = 100

export const findPeopleArgs = z.strictObject({
  query: z.string().check(z.minLength(1), z.maxLength(MAX_QUERY_LENGTH)),
})
export type FindPeopleArgs = z.infer<typeof findPeopleArgs>

export const personArgs = z.strictObject({ person: z.uuid() })
export type PersonArgs = z.infer<typeof personArgs>
