// The API for a human reader: Swagger UI over our own document, from our own address and under our own policy.
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The library's own dark scheme goes by a class, which this sets as the system says. */
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
      title: 'Fretwork: the API',
      css: [{ filename: 'fretwork.css', content: STYLE }],
      js: [{ filename: 'scheme.js', content: SCHEME }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      // A token typed into the page is forgotten with it.
      persistAuthorization: false,
    },
  })
}
