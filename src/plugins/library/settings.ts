import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

export const ARGS = {
  /** An id of the library, or of an included song. */
  song: z.strictObject({ song: text }),
  rename: z.strictObject({ song: text, name: text }),
  /** `file` is the original, which included songs lack. */
  export: z.strictObject({ song: text, format: z.enum(['midi', 'json', 'musicxml', 'guitar-pro', 'file']) }),
  /** A URL, perhaps relative. */
  address: z.strictObject({ address: text }),
  /** A URL, or the id of a song. */
  link: z.strictObject({ link: text }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
