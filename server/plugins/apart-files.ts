// Serves the scripts of sandboxed plugins.

import type { FastifyInstance } from 'fastify'
import { Problem } from '../http/problem.js'
import type { Tenant } from '../tenants/tenants.js'
import type { OfferedPlugins } from './external-plugins.js'

export const APART = '/apart/'

/**
 * Returns the CSP for `/apart/`, which allows no network access.
 * @param origin used instead of `'self'`, which would allow all of the app's scripts
 */
export function apartPolicy(origin: string): Record<string, string[]> {
  return {
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [`${origin}${APART}`],
    'worker-src': ['blob:'],
    'connect-src': ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  }
}

export function apartRoutes(
  app: FastifyInstance,
  plugins: OfferedPlugins,
  tenantOf: (host: string) => Promise<Tenant | undefined>,
): void {
  app.get<{ Params: { hash: string; '*': string } }>(`${APART}plugin/:hash/*`, async (request, reply) => {
    const { hash, '*': path } = request.params
    const tenant = await tenantOf(request.hostname.toLowerCase())
    const file = tenant && (await plugins.file(tenant.key, hash, path))
    if (!file) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(file.type)
      .send(file.bytes)
  })
}
