// Calls of the library: what a user makes, kept by the server in one order and streamed to all of their devices.
import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.js'
import { text } from './fields.js'

const LIBRARY = '/presence/api/v1/library'

/** What a page of changes, a push and a transfer of bytes hold at most. */
export const LIBRARY_LIMITS = {
  /** Records in a page of changes. */
  page: 1000,
  /** Writes in a push. */
  writes: 500,
  /** Characters of the fields of one record, as JSON. */
  record: 262_144,
  /** Bytes of a file, and of one piece of it. */
  blob: 16 * 1024 * 1024,
  piece: 1024 * 1024,
  /** Bytes of the files in one answer; the first is always there. */
  answer: 4 * 1024 * 1024,
  /** Days for which what was removed can be put back. */
  days: 30,
} as const

/** What a record is: `song`, `settings`, or a list of a settings section, such as `Tunings.kept`. */
const kind = z.string().check(z.regex(/^[A-Za-z][\w.-]{0,59}$/))
const id = text(1, 200)
/** Of the lower case hexadecimal SHA-256. */
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** Random; a write that is sent again under its key is not made again. */
const key = z.string().check(z.regex(/^[\w-]{16,40}$/))
/** Of anything: also of bytes, of which there may be more than fit into 32 bits. */
const count = z.int().check(z.minimum(0))
/** A place in the order of a user's writes, from 1; 0 is before the first. */
const place = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const fieldName = z.string().check(z.minLength(1), z.maxLength(200))
const base64 = z.string().check(z.maxLength(4 * Math.ceil(LIBRARY_LIMITS.piece / 3)))

const field = z.object({
  value: z.unknown(),
  /** The write that set it, by its place and its key. */
  seq: z.number(),
  by: z.string(),
})
export type LibraryField = z.infer<typeof field>

const record = z.object({
  kind: z.string(),
  id: z.string(),
  /** Place of the write that changed it last. */
  seq: z.number(),
  fields: z.record(z.string(), field),
  /** When it was removed, in milliseconds since 1970; its fields are kept for 30 days. */
  removedAt: z.optional(z.number()),
})
export type LibraryRecord = z.infer<typeof record>

export const libraryWrite = z.strictObject({
  key,
  kind,
  id,
  /** Place up to which the device knows the record: later changes of the same fields make the write stale. */
  base: place,
  /** What is set. The field `hash` of a song names its file, which the server must have. */
  fields: z.record(fieldName, z.unknown()),
  /** Fields that are taken away. */
  without: z.optional(z.array(fieldName)),
  /** `removed`: the whole record is; `restored`: it is there again, with the fields that it had if none are given. */
  as: z.optional(z.enum(['removed', 'restored'])),
})
export type LibraryWrite = z.infer<typeof libraryWrite>

const outcome = z.object({
  key: z.string(),
  /** `stale`: another write came first, nothing was changed; `refused`: `code` says why. */
  outcome: z.enum(['kept', 'stale', 'refused']),
  /** Place of the write. */
  seq: z.optional(z.number()),
  /** As it is, after a stale write. */
  record: z.optional(record),
  code: z.optional(z.string()),
})
export type LibraryOutcome = z.infer<typeof outcome>

/** @example const status = await get(API).call(libraryStatus) */
export const libraryStatus = defineEndpoint({
  name: 'library.status',
  route: `GET ${LIBRARY}/status`,
  summary: 'How much of your library is used, and what your plan allows',
  answer: z.object({
    seq: count,
    /** Songs, and how many the plan allows; `null` where there is no limit. */
    songs: count,
    songLimit: z.nullable(count),
    records: count,
    recordLimit: count,
    /** Bytes of files. */
    bytes: count,
    byteLimit: count,
  }),
})

export const removedSongs = defineEndpoint({
  name: 'library.removed',
  route: `GET ${LIBRARY}/removed`,
  summary: 'Songs that were removed in the last 30 days and can be restored, the latest first',
  answer: z.object({ items: z.array(record) }),
})

export const libraryChanges = defineEndpoint({
  name: 'library.changes',
  route: `GET ${LIBRARY}/changes`,
  summary: 'What has changed in your library since a place in its order',
  query: z.strictObject({
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
    /** Place and key of the last write that the device knows: they show whether the server still has it. */
    known: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
    tip: z.optional(key),
  }),
  answer: z.object({
    /** In the order of their places. */
    records: z.array(record),
    /** Place and key of the last write that this page covers. */
    seq: z.number(),
    tip: z.optional(z.string()),
    /** Whether there are later changes. */
    more: z.boolean(),
    /** The server was set back, and no longer has the write of `tip` at `known`: the page begins at the start. */
    restored: z.boolean(),
  }),
})

export const changeLibrary = defineEndpoint({
  name: 'library.change',
  route: `POST ${LIBRARY}/changes`,
  summary: 'Write changes of your library; each is kept, stale or refused for itself',
  cost: 2,
  body: z.strictObject({
    /** What the user calls the device. */
    device: text(1, 60),
    /** As for `library.changes`. */
    known: z.optional(place),
    tip: z.optional(key),
    writes: z.array(libraryWrite).check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    outcomes: z.array(outcome),
    /** The server was set back, and no longer has the write of `tip`: nothing was written, as the device must look first. */
    restored: z.boolean(),
  }),
})

export const sendBlobs = defineEndpoint({
  name: 'library.send-blobs',
  route: `POST ${LIBRARY}/blobs`,
  summary: 'Send files, or pieces of them, in order from byte 0; an empty piece asks how much is there',
  cost: 2,
  body: z.strictObject({
    pieces: z
      .array(
        z.strictObject({
          hash,
          /** Bytes of the whole file. */
          size: z.int().check(z.minimum(1), z.maximum(LIBRARY_LIMITS.blob)),
          /** Where the piece begins: as many bytes as the server has received. */
          from: z.int().check(z.minimum(0), z.maximum(LIBRARY_LIMITS.blob)),
          bytes: base64,
        }),
      )
      .check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    /** Bytes that the server has, by piece: all of them are `size`. A piece that begins elsewhere is not taken. */
    received: z.array(z.number()),
  }),
  errors: ['blob_mismatch', 'library_full'],
})

export const fetchBlobs = defineEndpoint({
  name: 'library.fetch-blobs',
  route: `POST ${LIBRARY}/blobs/fetch`,
  summary: 'Files of your library, as many as fit into an answer; those that are missing are left out',
  cost: 2,
  body: z.strictObject({ hashes: z.array(hash).check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)) }),
  answer: z.object({
    blobs: z.array(z.object({ hash: z.string(), bytes: z.string() })),
    /** How many of the hashes, from the first on, have been answered. */
    answered: z.number(),
  }),
})

/** Server-sent events: `changed` with `{ "seq": 17 }` at once and after each write, a comment every 20 seconds. */
export const libraryStream = defineEndpoint<undefined, undefined, undefined, AsyncIterable<Uint8Array>>({
  name: 'library.stream',
  route: `GET ${LIBRARY}/stream`,
  summary: 'A stream of server-sent events that says when your library has changed',
  media: 'text/event-stream',
})
