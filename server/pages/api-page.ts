// The API for a human reader: Swagger UI over our own document, from our own address and under our own policy.
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** To be called after `describeApi`, since the page shows its document. */
export async function addApiPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: { title: 'Fretwork: the API' },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      displayRequestDuration: true,
      // A token typed into the page is forgotten with it.
      persistAuthorization: false,
    },
  })
}
