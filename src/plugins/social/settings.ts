import * as z from 'zod/mini'
import { defineSettings } from '../../core/settings/section.js'

/** Limit set by the server. */
export const MAX_QUERY_LENGTH = 100

const copy = z.object({
  share: z.string(),
  user: z.string(),
  /** Version of the original when it was copied. */
  version: z.number(),
  by: z.string(),
})
export type SharedCopy = z.infer<typeof copy>

export const copiesSettings = defineSettings<{ readonly copies: readonly SharedCopy[] }>({
  id: 'Copies',
  title: 'Copied from others',
  version: '1',
  schema: z.object({ copies: z.array(copy) }),
  defaults: { copies: [] },
  sync: { lists: { copies: { key: 'share', trims: true } } },
  fields: [{ id: 'copies', hidden: true }],
})

const waiting = z.object({
  id: z.string(),
  /** Owner of the call. It isn't sent while another user is logged in. */
  user: z.string(),
  kind: z.enum(['give', 'take', 'comment']),
  homework: z.string(),
  body: z.unknown(),
})
export type WaitingCall = z.infer<typeof waiting>

export const outboxSettings = defineSettings<{ readonly calls: readonly WaitingCall[] }>({
  id: 'Outbox',
  title: 'Homework waiting to be sent',
  version: '1',
  schema: z.object({ calls: z.array(waiting) }) as z.ZodMiniType<{ readonly calls: readonly WaitingCall[] }>,
  defaults: { calls: [] },
  sync: 'device',
  fields: [{ id: 'calls', hidden: true }],
})
