/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** `id` of a song in the library, or of an included one. */
export const songArgs = z.strictObject({ song: z.string().check(z.minLength(1)) })
export type SongArgs = z.infer<typeof songArgs>

export const renameSongArgs = z.strictObject({
  song: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
})
export type RenameSongArgs = z.infer<typeof renameSongArgs>

/** `file` is what was opened, byte by byte; included songs have none. */
export const exportSongArgs = z.strictObject({
  song: z.string().check(z.minLength(1)),
  format: z.enum(['midi', 'json', 'file']),
})
export type ExportSongArgs = z.infer<typeof exportSongArgs>

/** Absolute, or from the root of the site. */
export const addressArgs = z.strictObject({ address: z.string().check(z.minLength(1)) })
export type AddressArgs = z.infer<typeof addressArgs>

/** Of a link: a URL, or the id of an included song. */
export const linkArgs = z.strictObject({ link: z.string().check(z.minLength(1)) })
export type LinkArgs = z.infer<typeof linkArgs>
