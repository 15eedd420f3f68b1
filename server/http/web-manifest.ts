// The web app manifest by which a browser installs the application: under the name of the tenant whose host it is.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Tenant } from '../tenancy/tenants.js'

const NAME = 'manifest.webmanifest'

/** @param tenantOf the tenant of a host name */
export function webManifest(
  app: FastifyInstance,
  appFolder: string,
  tenantOf: (host: string) => Promise<Tenant | undefined>,
): void {
  const path = join(appFolder, NAME)
  if (!existsSync(path)) return
  const built: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'))
  app.get(`/${NAME}`, async (request, reply) => {
    const tenant = await tenantOf(request.hostname.toLowerCase())
    const names = tenant && { name: tenant.name, short_name: tenant.name }
    return reply
      .header('cache-control', 'no-cache')
      .header('vary', 'Origin')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ ...built, ...names }))
  })
}
