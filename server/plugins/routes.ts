// The list of external plugins, and their files: from our own origin, by hash, for ever.
import type { FastifyInstance } from 'fastify'
import { externalPlugins } from '../../src/core/api/external-plugins.js'
import { Problem } from '../http/problem.js'
import type { Route } from '../http/route.js'
import { EXTERNAL, type PluginShelf } from './plugin-shelf.js'

export function pluginRoutes(app: FastifyInstance, route: Route, shelf: PluginShelf): void {
  route(externalPlugins, async ({ tenant, session }) => {
    const { plugins, refused } = await shelf.offer({ tenant: tenant.key, features: session.user.features })
    return { plugins: [...plugins], refused: [...refused] }
  })

  app.get<{ Params: { hash: string; '*': string } }>(`${EXTERNAL}/:hash/*`, async (request, reply) => {
    const file = shelf.file(request.params.hash, request.params['*'])
    if (!file) throw new Problem('not_found')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(file.type)
      .send(file.bytes)
  })
}
