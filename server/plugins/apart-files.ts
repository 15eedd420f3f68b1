// Files for sandboxed plugins: the worker, its frame, and the packages' scripts with rewritten imports.

import { init, parse } from 'es-module-lexer'
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
    'style-src': [`${origin}${APART}`, "'unsafe-inline'"],
    'img-src': ['data:', 'blob:'],
    'font-src': [`${origin}${APART}`, 'data:'],
    'connect-src': ["'none'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
  }
}

/** Module names whose imports become URLs. Workers have no import maps. */
const SHARED =
  /^(react|react-dom|react\/jsx-runtime|zod|zod\/mini|@fretwork\/sdk(\/react|\/api|\/plugins\/[a-z0-9-]+)?)$/

function faceOf(name: string): string {
  return `${APART}faces/${name.replace('@fretwork/', '').replaceAll('/', '-')}.js`
}

/**
 * Rewrites the imports of shared modules.
 * @param code ES module whose hash has been verified
 */
export async function withFaces(code: string): Promise<string> {
  await init
  const [imports] = parse(code)
  let written = ''
  let from = 0
  for (const { type, specifier: name, start, end } of imports) {
    if (typeof name !== 'string' || !SHARED.test(name)) continue
    // The range of a dynamic import includes the quotation marks.
    const address = type === 'dynamic' ? JSON.stringify(faceOf(name)) : faceOf(name)
    written += code.slice(from, start) + address
    from = end
  }
  return written + code.slice(from)
}

export function apartRoutes(
  app: FastifyInstance,
  plugins: OfferedPlugins,
  tenantOf: (host: string) => Promise<Tenant | undefined>,
): void {
  const rewritten = new Map<string, Promise<string>>()
  app.get<{ Params: { hash: string; '*': string } }>(`${APART}plugin/:hash/*`, async (request, reply) => {
    const { hash, '*': path } = request.params
    const tenant = await tenantOf(request.hostname.toLowerCase())
    const file = tenant && (await plugins.file(tenant.key, hash, path))
    if (!file) throw new Problem('not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(file.type)
    if (!/\.m?js$/.test(path)) return reply.send(file.bytes)
    const key = `${hash}/${path}`
    const code = rewritten.get(key) ?? withFaces(file.bytes.toString('utf8'))
    rewritten.set(key, code)
    return reply.send(await code)
  })
}
