/** Arguments of this plugin's commands. */
import * as z from 'zod/mini'

/** `id` of a song in the list, or of one of our own. */
export const songArgs = z.strictObject({ song: z.string().check(z.minLength(1)) })
export type SongArgs = z.infer<typeof songArgs>

export const renameSongArgs = z.strictObject({
  song: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
})
export type RenameSongArgs = z.infer<typeof renameSongArgs>

/** `file` is what was opened, byte by byte; our own songs have none. */
export const EXPORT_FORMATS = ['midi', 'json', 'file'] as const
export const exportSongArgs = z.strictObject({
  song: z.string().check(z.minLength(1)),
  format: z.enum(EXPORT_FORMATS),
})
export type ExportSongArgs = z.infer<typeof exportSongArgs>

/** Absolute, or from the root of the site. */
export const addressArgs = z.strictObject({ address: z.string().check(z.minLength(1)) })
export type AddressArgs = z.infer<typeof addressArgs>

/** Of a link: an address, or the id of one of our own songs. */
export const linkArgs = z.strictObject({ link: z.string().check(z.minLength(1)) })
export type LinkArgs = z.infer<typeof linkArgs>

/** Number of the track as a person counts, from 1. */
export const showTrackArgs = z.strictObject({ track: z.int().check(z.gte(1)) })
export type ShowTrackArgs = z.infer<typeof showTrackArgs>
