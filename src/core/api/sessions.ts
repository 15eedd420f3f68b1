// A user's own sessions: which there are, and ending them.
import * as z from 'zod/mini'
import { AUTH } from './auth.js'
import { defineEndpoint } from './endpoint.js'

const ownSession = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Coarse, in English: `Firefox on Linux`; empty where it is not known. */
  device: z.string(),
  /** The network that it began in, never the whole address: `203.0.113.0/24`. */
  network: z.optional(z.string()),
  /** ISO 8601, UTC. */
  begunAt: z.string(),
  /** When its token was last renewed, which happens every half an hour of use. */
  seenAt: z.string(),
})
export type OwnSession = z.infer<typeof ownSession>

export const ownSessions = defineEndpoint({
  name: 'session.list',
  method: 'GET',
  path: `${AUTH}/sessions`,
  summary: 'Where you are logged in, the newest session first',
  auth: 'bearer',
  answer: z.object({ items: z.array(ownSession) }),
  status: 200,
  errors: [],
})

export const endOwnSession = defineEndpoint({
  name: 'session.end',
  method: 'DELETE',
  path: `${AUTH}/sessions/{id}`,
  summary: 'End one of your sessions',
  auth: 'bearer',
  params: z.strictObject({ id: z.uuid() }),
  status: 204,
  errors: ['not_found'],
})

export const endOtherSessions = defineEndpoint({
  name: 'session.end-others',
  method: 'DELETE',
  path: `${AUTH}/sessions`,
  summary: 'End all of your sessions but this one',
  auth: 'bearer',
  status: 204,
  errors: [],
})
