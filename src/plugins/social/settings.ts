/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** Characters that the server takes. */
export const LONGEST_QUERY = 100

/** The beginnings of words of names and handles. */
export const findPeopleArgs = z.strictObject({
  query: z.string().check(z.minLength(1), z.maxLength(LONGEST_QUERY)),
})
export type FindPeopleArgs = z.infer<typeof findPeopleArgs>

/** One person, by the id that the server gave them. */
export const personArgs = z.strictObject({ person: z.uuid() })
export type PersonArgs = z.infer<typeof personArgs>
