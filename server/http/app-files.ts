import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../tenants/tenants.js'

const NO_SCREENS =
  /^\/(presence\/api|account\/api|external|apart|cms|dev|docs\/api|health|ready|metrics|openapi\.json)(\/|$)/

export function readIndex(appFolder: string): string | undefined {
  const path = join(appFolder, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

export async function serveApp(app: FastifyInstance, appFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: appFolder,
    // Use a list: the library doesn't find a single index file if files are precompressed.
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(appFolder, 'assets'))
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

export function isScreen(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    (request.headers.accept ?? '').includes('text/html') &&
    !NO_SCREENS.test(path)
  )
}

/** Matches the start of a token cookie's value. It is only a hint, because the preloaded files are public. */
const SESSION = /=%7B%22jwt/i

/** Sends the page with preload links for the requested screen's files. Guests have no fretboard screen. */
export function indexSender(
  appFolder: string,
  index: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const pages = pagesWithPreloads(appFolder, index)
  return async (request, reply) => {
    reply.header('cache-control', 'no-cache').header('vary', 'Cookie')
    const path = (request.url.split('?')[0] ?? '').replace(/^\/link\/.+/, '/link')
    const page = pages.get(path)
    const isRefused = path === '/fretboard' && !SESSION.test(request.headers.cookie ?? '')
    if (!page || isRefused) return reply.sendFile('index.html')
    await reply.type('text/html; charset=utf-8').send(page)
  }
}

function pagesWithPreloads(appFolder: string, index: string): ReadonlyMap<string, string> {
  const path = join(appFolder, 'preloads.json')
  if (!existsSync(path)) return new Map()
  const routes: Record<string, readonly string[]> = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(
    Object.entries(routes).map(([route, files]) => {
      const links = files.map(file =>
        file.endsWith('.css')
          ? `<link rel="preload" as="style" crossorigin href="${file}">`
          : `<link rel="modulepreload" crossorigin href="${file}">`,
      )
      if (route === '/fretboard') return [route, index.replace('</head>', `${links.join('')}</head>`)]
      // Don't preload in parallel with the first file: the app can't start without it.
      const [plugins = '', ...next] = links
      const end = `${plugins}<template id="next">${next.join('')}</template></head>`
      const early = '<head><script async src="/early.js"></script>'
      return [route, index.replace('<head>', early).replace('</head>', end)]
    }),
  )
}

const NAME = 'manifest.webmanifest'

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
