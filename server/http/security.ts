import cors, { type FastifyCorsOptions } from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TENANT_HEADER } from '../../src/core/contract/tenant.js'
import { isLoopback } from '../../src/sandbox/packages/loopback.js'
import { APART, apartPolicy } from '../plugins/apart-files.js'
import { Problem } from './problem.js'

export type Hsts = 'off' | 'host' | 'subdomains'
const HSTS_SECONDS = 31_536_000

/**
 * Sources required by Stripe's embedded checkout (docs.stripe.com/security/guide, content security policy).
 */
export const STRIPE_SOURCES = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com'],
} as const
/** The only page that may connect to a local replay started from the command line. */
const BRIDGE_PAGE = /^\/replay\/?(\?|$)/
const BRIDGE_SOURCES = { 'connect-src': ['ws://127.0.0.1:*'] } as const

/** Workers that decode the Vorbis samples of sound banks with WebAssembly. */
const DECODER = /^\/assets\/(banks|bank-files|render)\.worker-/
const DECODER_SOURCES = { 'script-src': ["'wasm-unsafe-eval'"] } as const

/** Pages whose URL contains a link token, or contained one in older emails. */
const LINK_PAGE = /^\/(link|verification|password\/reset)(\/|\?|$)/

export type Sources = Readonly<Record<string, readonly string[]>>

/** @param connectSources hosts that the tenant's pages may connect to, for songs and plugins */
export async function addSecurityHeaders(
  app: FastifyInstance,
  isHttps: (request: FastifyRequest) => boolean,
  hsts: Hsts,
  more: Sources = {},
  connectSources: (request: FastifyRequest) => Promise<readonly string[]> = async () => [],
): Promise<void> {
  const usual = withMore(directives(), more)
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: usual },
    referrerPolicy: { policy: 'same-origin' },
    // External login may open a popup that has to post a message back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    xFrameOptions: { action: 'deny' },
    // Browsers ignore HSTS over plain HTTP, so it is added only for HTTPS.
    strictTransportSecurity: false,
  })
  const strictTransportSecurity = { maxAge: HSTS_SECONDS, includeSubDomains: hsts === 'subdomains' }
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(APART)) {
      const origin = `${isHttps(request) ? 'https' : 'http'}://${request.host}`
      reply.helmet({
        contentSecurityPolicy: { useDefaults: false, directives: apartPolicy(origin) },
        xFrameOptions: { action: 'sameorigin' },
        // Sandboxed frames have an opaque origin. Their files are public.
        crossOriginResourcePolicy: { policy: 'cross-origin' },
        originAgentCluster: false,
        ...(hsts !== 'off' && isHttps(request) && { strictTransportSecurity }),
      })
      reply
        .header('permissions-policy', 'midi=(), camera=(), geolocation=(), microphone=(), payment=()')
        .header('x-dns-prefetch-control', 'off')
        .header('access-control-allow-origin', '*')
      return
    }
    const hosts = await connectSources(request)
    const sources = [
      ...(BRIDGE_PAGE.test(request.url) ? [BRIDGE_SOURCES] : []),
      ...(DECODER.test(request.url) ? [DECODER_SOURCES] : []),
      ...(hosts.length > 0 ? [{ 'connect-src': hosts }] : []),
    ]
    const policy = { useDefaults: false, directives: sources.reduce(withMore, usual) }
    reply.helmet({
      ...(hsts !== 'off' && isHttps(request) && { strictTransportSecurity }),
      ...(sources.length > 0 && { contentSecurityPolicy: policy }),
      ...(LINK_PAGE.test(request.url) && { referrerPolicy: { policy: 'no-referrer' } }),
    })
    // Browsers reveal audio device names only to pages that may use the microphone.
    reply.header(
      'permissions-policy',
      'midi=(self), camera=(), geolocation=(), microphone=(self), payment=(self)',
    )
  })
}

/**
 * Builds the CSP. The UI library needs inline styles for sizes and colors, and the timers of hidden pages run in
 * a blob worker.
 */
function directives(): Record<string, string[]> {
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
}

function withMore(own: Record<string, string[]>, more: Sources): Record<string, string[]> {
  const added = Object.entries(more).map(([name, sources]) => [
    name,
    [...(own[name] ?? ["'self'"]), ...sources],
  ])
  return { ...own, ...Object.fromEntries(added) }
}

const RULES: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', TENANT_HEADER],
  exposedHeaders: 'Retry-After',
  credentials: true,
  // Browsers cap this value; Chromium's cap is two hours.
  maxAge: 600,
}

export interface AllowedOrigins {
  readonly others: readonly string[]
  /** The server's host names without ports; empty if none are configured. */
  readonly hosts: readonly string[]
}

export async function guardOrigins(
  app: FastifyInstance,
  publicUrl: URL | undefined,
  allowed: () => Promise<AllowedOrigins>,
): Promise<void> {
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      ...RULES,
      // An OPTIONS request without a requested method is not a preflight. It gets 404 or 405.
      preflight: request.headers['access-control-request-method'] !== undefined,
      origin: async (origin: string | undefined) => {
        // Sandboxed frames request scripts with the origin `null`. These responses contain no user data and
        // allow every origin.
        if (origin === undefined || request.url.startsWith(APART)) return false
        const claim = origin === `${request.protocol}://${request.host}`
        if (claim && isOurs(request, publicUrl)) return false
        const { others, hosts } = await allowed()
        // Accept a forwarded host only if no hosts are configured, or if it is a tenant's host.
        if (claim && (hosts.length === 0 || hosts.includes(request.hostname.toLowerCase()))) return false
        if (others.includes(origin)) return origin
        // Throw instead of returning `false`, which only omits the headers and still runs the call.
        throw new Problem('origin_refused')
      },
    }),
  })
}

/**
 * Checks whether the host is this server's, without reading the tenants. Clients can forge the host and
 * forwarded headers.
 */
function isOurs(request: FastifyRequest, publicUrl: URL | undefined): boolean {
  if (request.hostname.toLowerCase() === publicUrl?.hostname) return true
  // Without a public URL, the default tenant is reachable under any name.
  return request.host === request.headers.host && (!publicUrl || isLoopback(request.hostname))
}
