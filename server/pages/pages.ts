// What the server answers outside the API: health, readiness, the API reference, the content page.

import swaggerUi from '@fastify/swagger-ui'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connection.js'
import { MIGRATIONS } from '../database/migrate.js'
import { Problem } from '../http/problem.js'
import { cmsPage } from './cms-page.js'
import { sendHtml } from './html-page.js'

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
    // Relative links on the page need the trailing slash. The query is dropped: nothing reads it.
    if (request.url.split('?')[0] === '/cms') return reply.redirect('/cms/', 308)
    return sendHtml(
      reply.header('vary', 'Origin, Accept-Language'),
      cmsPage(request.headers['accept-language']),
      'no-cache',
    )
  })
  app.get('/cms/*', { exposeHeadRoute: false }, async (request, reply) => {
    reply.header('vary', 'Origin, Accept')
    // The application sends browsers here from every path below /cms and they get the page; programs get the 404.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/cms/', 302)
    throw new Problem('not_found')
  })
}

/** The newest migration this server knows, as shown by `/ready`. */
export const NEWEST_MIGRATION = MIGRATIONS.at(-1)?.id ?? ''

/**
 * A database that a newer server has migrated is fine: during an update old and new servers run at the same time.
 * @throws Problem `service_unavailable`
 */
export async function assertReady(database: Database): Promise<void> {
  let missing: string[]
  try {
    const answer = await database.shared.execute<{ id: string }>(sql`SELECT id FROM migrations`)
    const ran = new Set(answer.rows.map(({ id }) => id))
    missing = MIGRATIONS.filter(({ id }) => !ran.has(id)).map(({ id }) => id)
  } catch (cause) {
    // Whatever the reason, the load balancer needs to know that the server is not ready.
    throw Object.assign(new Problem('service_unavailable'), { cause })
  }
  if (missing.length === 0) return
  const cause = new Error(
    `The database is missing the migrations ${missing.join(', ')}; restart this server to run them.`,
  )
  throw Object.assign(new Problem('service_unavailable'), { cause })
}

/** Swagger UI's dark mode uses a class, which this sets to follow the system. */
const SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

const STYLE = `.swagger-ui{font-family:Inter,system-ui,"DejaVu Sans",sans-serif}
.swagger-ui .info{margin:32px 0 16px}
.swagger-ui .scheme-container{padding:0;box-shadow:none;background:none}
`

/** To be called after `describeApi`, since the page shows its document. */
export async function addApiPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: {
      title: 'Fretwork API',
      css: [{ filename: 'fretwork.css', content: STYLE }],
      js: [{ filename: 'scheme.js', content: SCHEME }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      // A token entered on the page is not kept.
      persistAuthorization: false,
    },
  })
}
