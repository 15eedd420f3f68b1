import * as z from 'zod/mini'
import { defineEndpoint, fileHash, pageCursor, text } from './endpoint.js'

const LIBRARY = '/presence/api/v1/library'

export const LIBRARY_LIMITS = {
  page: 1000,
  writes: 500,
  /** Record size, characters of JSON. */
  record: 262_144,
  /** File size, bytes. */
  blob: 16 * 1024 * 1024,
  piece: 1024 * 1024,
  /** Minimum chunk size, bytes; the last chunk may be smaller. */
  chunk: 64 * 1024,
  /** Maximum total size of the files in one response (base64) and of the records rewritten by one push. */
  answer: 4 * 1024 * 1024,
  days: 30,
} as const

/** Record type: `song`, `settings`, or a list in a settings section, such as `Tunings.kept`. */
const kind = z.string().check(z.regex(/^[A-Za-z][\w.-]{0,59}$/))
const id = text(1, 200)
/** Idempotency key. */
const key = z.string().check(z.regex(/^[\w-]{16,40}$/))
const count = z.int().check(z.minimum(0))
/** Sequence number of a user's writes, starting at 1; 0 means before the first write. */
const place = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const fieldName = z.string().check(z.minLength(1), z.maxLength(200))
const base64 = z.string().check(z.maxLength(4 * Math.ceil(LIBRARY_LIMITS.piece / 3)))

const field = z.object({ value: z.unknown(), seq: z.number(), by: z.string() })
export type LibraryField = z.infer<typeof field>

const record = z.object({
  kind: z.string(),
  id: z.string(),
  seq: z.number(),
  fields: z.record(z.string(), field),
  /** Time of removal, ms since 1970. */
  removedAt: z.optional(z.number()),
})
export type LibraryRecord = z.infer<typeof record>

export const libraryWrite = z.strictObject({
  key,
  kind,
  id,
  /** Newest change that the client has seen. The write is stale if the same fields changed later. */
  base: place,
  fields: z.record(fieldName, z.unknown()),
  without: z.optional(z.array(fieldName)),
  as: z.optional(z.enum(['removed', 'restored'])),
})
export type LibraryWrite = z.infer<typeof libraryWrite>

const outcome = z.object({
  key: z.string(),
  outcome: z.enum(['kept', 'stale', 'refused']),
  seq: z.optional(z.number()),
  /** Current record if the write is stale, once per response. */
  record: z.optional(record),
  code: z.optional(z.string()),
})
export type LibraryOutcome = z.infer<typeof outcome>

export const libraryStatus = defineEndpoint('library.status', `GET ${LIBRARY}/status`, {
  summary: 'Get your library’s usage and your plan’s limits',
  answer: z.object({
    seq: count,
    /** Maximum; `null` means unlimited. */
    songs: count,
    songLimit: z.nullable(count),
    records: count,
    recordLimit: count,
    /** Total size of records and files, bytes. */
    bytes: count,
    byteLimit: count,
  }),
})

export const removedSongs = defineEndpoint('library.removed', `GET ${LIBRARY}/removed`, {
  summary: 'List songs removed in the last 30 days that can be restored, latest first',
  query: z.strictObject({ cursor: pageCursor }),
  answer: z.object({ items: z.array(record), next: z.optional(z.string()) }),
})

export const libraryChanges = defineEndpoint('library.changes', `GET ${LIBRARY}/changes`, {
  summary: 'List changes to your library since a cursor',
  query: z.strictObject({
    after: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
    known: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
    tip: z.optional(key),
  }),
  answer: z.object({
    records: z.array(record),
    seq: z.number(),
    tip: z.optional(z.string()),
    more: z.boolean(),
    restored: z.boolean(),
  }),
})

export const changeLibrary = defineEndpoint('library.change', `POST ${LIBRARY}/changes`, {
  summary:
    'Apply changes to your library. Each write is accepted, stale or refused separately. Resend writes without an outcome: they did not fit into this call',
  cost: 2,
  body: z.strictObject({
    device: text(1, 60),
    known: z.optional(place),
    tip: z.optional(key),
    writes: z.array(libraryWrite).check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    outcomes: z.array(outcome),
    /** True if the server was restored from a backup that lacks the write `tip`. No changes were applied. */
    restored: z.boolean(),
  }),
})

export const sendBlobs = defineEndpoint('library.send-blobs', `POST ${LIBRARY}/blobs`, {
  summary:
    'Upload files or chunks of files, in order from byte 0. An empty chunk requests the number of bytes received. Chunks smaller than 64 KiB are ignored, except the last of a file',
  cost: 2,
  body: z.strictObject({
    pieces: z
      .array(
        z.strictObject({
          hash: fileHash,
          size: z.int().check(z.minimum(1), z.maximum(LIBRARY_LIMITS.blob)),
          from: z.int().check(z.minimum(0), z.maximum(LIBRARY_LIMITS.blob)),
          bytes: base64,
        }),
      )
      .check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    /** Bytes received, per chunk; equals `size` when complete. Too short or misplaced chunks are ignored. */
    received: z.array(z.number()),
  }),
  errors: ['blob_mismatch', 'library_full'],
})

export const fetchBlobs = defineEndpoint('library.fetch-blobs', `POST ${LIBRARY}/blobs/fetch`, {
  summary: 'Download library files, as many as fit in one response; missing files are skipped',
  cost: 2,
  body: z.strictObject({
    hashes: z.array(fileHash).check(z.minLength(1), z.maxLength(LIBRARY_LIMITS.writes)),
  }),
  answer: z.object({
    blobs: z.array(z.object({ hash: z.string(), bytes: z.string() })),
    answered: z.number(),
  }),
})

/**
 * Sends `changed` with `{ "seq": 17 }` on connection and after each write, and a keep-alive comment
 * every 20 s.
 */
export const libraryStream = defineEndpoint<undefined, undefined, undefined, AsyncIterable<Uint8Array>>(
  'library.stream',
  `GET ${LIBRARY}/stream`,
  {
    summary: 'Server-sent events that signal changes to your library',
    media: 'text/event-stream',
  },
)
