// What the server answers beside the contract: health, the API's description, the static page.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { cmsPage } from '../cms/page.js'
import type { Database } from '../database/connection.js'
import { assertReady, NEWEST_MIGRATION } from '../operations/readiness.js'
import { addApiPage } from '../pages/api-page.js'
import { Problem } from './problem.js'

/** To be called after `describeApi`. */
export async function ownPages(app: FastifyInstance, database: Database): Promise<void> {
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', async (_request, reply) => {
    await assertReady(database)
    return reply.header('cache-control', 'no-store').send({ status: 'ready', tables: NEWEST_MIGRATION })
  })
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  await addApiPage(app)
  app.get('/cms', { exposeHeadRoute: false }, async (request, reply) => {
    // Relative links on the page count from the folder. The query is not carried over: nothing reads it.
    if (request.url.split('?')[0] === '/cms') return reply.redirect('/cms/', 308)
    return html(reply.header('vary', 'Origin, Accept-Language'), cmsPage(request.headers['accept-language']))
  })
  app.get('/cms/*', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('vary', 'Origin, Accept')
    // The application sends people here from every path below /cms: they land on the page, programs on the truth.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/cms/', 302)
    throw new Problem('not_found')
  })
}

function html(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
}
