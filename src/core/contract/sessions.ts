import * as z from 'zod/mini'
import { AUTH } from './auth.js'
import { defineEndpoint } from './endpoint.js'

const ownSession = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  /** Network prefix instead of the full IP address: `203.0.113.0/24`. */
  network: z.optional(z.string()),
  begunAt: z.string(),
  seenAt: z.string(),
})
export type OwnSession = z.infer<typeof ownSession>

export const ownSessions = defineEndpoint('session.list', `GET ${AUTH}/sessions`, {
  summary: 'List your sessions, newest first',
  answer: z.object({ items: z.array(ownSession) }),
})

export const endOwnSession = defineEndpoint('session.end', `DELETE ${AUTH}/sessions/{id}`, {
  summary: 'End one of your sessions',
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
  errors: ['not_found'],
})

export const endOtherSessions = defineEndpoint('session.end-others', `DELETE ${AUTH}/sessions`, {
  summary: 'End all your other sessions',
  status: 204,
})
