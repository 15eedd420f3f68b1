// Cross-origin rules: an exact list of origins may call the API from a browser, every other origin is refused.
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TENANT_HEADER } from '../../src/core/api/tenant.js'
import { Problem } from './problem.js'

const RULES: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', TENANT_HEADER],
  exposedHeaders: 'Retry-After',
  credentials: true,
  // Browsers cap these seconds themselves (Chromium at two hours).
  maxAge: 600,
}

/** `allowed` gives every origin beside our own that may call, as configuration and tenants list them now. */
export async function guardOrigins(
  app: FastifyInstance,
  allowed: () => Promise<readonly string[]>,
): Promise<void> {
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      ...RULES,
      // An OPTIONS that asks for no method is no preflight: like every address, it then gets its 404 or 405.
      preflight: request.headers['access-control-request-method'] !== undefined,
      origin: async (origin: string | undefined) => {
        if (origin === undefined || origin === `${request.protocol}://${request.host}`) return false
        if ((await allowed()).includes(origin)) return origin
        // With `false` the library would leave its headers out and let the call have its effect.
        throw new Problem('origin_refused')
      },
    }),
  })
}
