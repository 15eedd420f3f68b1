// Cross-origin rules: an exact list of origins may call the API from a browser, every other origin is refused.
import type { FastifyInstance } from 'fastify'
import { TENANT_HEADER } from '../../src/core/api/tenant.js'
import { Problem } from './problem.js'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const HEADERS = `Authorization, Content-Type, ${TENANT_HEADER}`
/** Browsers cap this themselves (Chromium at two hours). */
const PREFLIGHT_SECONDS = 600

/** `allowed` gives every origin beside our own that may call, as configuration and tenants list them now. */
export function guardOrigins(app: FastifyInstance, allowed: () => Promise<readonly string[]>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined) return
    const own = origin === `${request.protocol}://${request.host}`
    const listed = !own && (await allowed()).includes(origin)
    if (!own && !listed) throw new Problem('origin_refused')
    if (listed) {
      reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true')
      reply.header('access-control-expose-headers', 'Retry-After')
    }
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      await reply
        .code(204)
        .header('access-control-allow-methods', METHODS)
        .header('access-control-allow-headers', HEADERS)
        .header('access-control-max-age', PREFLIGHT_SECONDS)
        .send()
    }
  })
}
