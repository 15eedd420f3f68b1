// Files of sandboxed plugins: the worker, its frame, and the scripts of packages, with rewritten imports.

import { init, parse } from 'es-module-lexer'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../http/problem.js'
import type { Tenant } from '../tenants/tenants.js'
import type { OfferedPlugins } from './external-plugins.js'

export const APART = '/apart/'

/** Of `/apart/`, its own origin without network. @param origin with the path: `'self'` lets in all our scripts */
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

/** A worker has no import map, so that each shared name becomes the address of its file. */
const SHARED =
  /^(react|react-dom|react\/jsx-runtime|zod|zod\/mini|@fretwork\/sdk(\/react|\/api|\/plugins\/[a-z0-9-]+)?)$/

function faceOf(name: string): string {
  return `${APART}faces/${name.replace('@fretwork/', '').replaceAll('/', '-')}.js`
}

/** @param code of an ES module, which was checked against its hash */
export async function withFaces(code: string): Promise<string> {
  await init
  const [imports] = parse(code)
  let written = ''
  let from = 0
  for (const { type, specifier: name, start, end } of imports) {
    if (typeof name !== 'string' || !SHARED.test(name)) continue
    // Of an import() the place holds the quotes as well.
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
