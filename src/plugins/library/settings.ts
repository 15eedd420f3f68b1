/** What this plugin's commands are given. */
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

export const ARGS = {
  /** `song` is the id of a song in the library, or of an included one. */
  song: z.strictObject({ song: text }),
  rename: z.strictObject({ song: text, name: text }),
  /** `file` is what was opened, byte by byte; included songs have none. */
  export: z.strictObject({ song: text, format: z.enum(['midi', 'json', 'musicxml', 'guitar-pro', 'file']) }),
  /** Absolute, or from the root of the site. */
  address: z.strictObject({ address: text }),
  /** A URL, or the id of an included song. */
  link: z.strictObject({ link: text }),
}

export type Args = { readonly [Name in keyof typeof ARGS]: z.infer<(typeof ARGS)[Name]> }
