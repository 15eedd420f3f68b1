import type { FastifyInstance, FastifyRequest } from 'fastify'
import Fastify from 'fastify'
import { ADMIN_ROLE } from '../src/core/contract/claims.js'
import type { Endpoint } from '../src/core/contract/endpoint.js'
import { ENDPOINTS } from '../src/core/contract/endpoints.js'
import { tenantJson } from '../src/core/contract/tenant.js'
import { isLoopback } from '../src/sandbox/packages/loopback.js'
import { adminRoutes } from './admin/routes.js'
import type { AccessTokens } from './auth/access-tokens.js'
import { externalRoutes, loginRoutes } from './auth/login.js'
import { ownAccountRoutes } from './auth/own-account.js'
import { ownSessionRoutes } from './auth/own-sessions.js'
import type { Passwords } from './auth/passwords.js'
import { addCalls } from './auth/rate-limit.js'
import { factorAge, isFresh } from './auth/second-factor/factors.js'
import { secondStepRoutes } from './auth/second-factor/login-step.js'
import { ownFactorRoutes } from './auth/second-factor/own-factors.js'
import { relyingParty } from './auth/second-factor/passkeys.js'
import { SecretKey } from './auth/second-factor/secret-key.js'
import { liveSession } from './auth/sessions.js'
import { signUpRoutes } from './auth/sign-up.js'
import { accountRoutes } from './billing/account-routes.js'
import { type Billing, billingRoutes, openBilling } from './billing/billing.js'
import { type Config, isDemo } from './config.js'
import type { Database } from './database/connection.js'
import type { Sql } from './database/transactions.js'
import { homeworkRoutes } from './homework/routes.js'
import { indexSender, isScreen, readIndex, serveApp, webManifest } from './http/app-files.js'
import { CallBudget, type ShareSpending } from './http/call-budget.js'
import { describeApi } from './http/openapi.js'
import { Problem, sendProblem, sendUnreadable } from './http/problem.js'
import { type Gate, type Route, routesOn, type Services } from './http/route.js'
import { addSecurityHeaders, guardOrigins, STRIPE_SOURCES } from './http/security.js'
import { disconnectSlowReaders } from './http/slow-readers.js'
import { soundBankRoutes } from './http/sound-bank.js'
import { libraryRoutes, type WriteOutcomes } from './library/routes.js'
import { LibraryStreams } from './library/stream.js'
import { addressOfTenant } from './mail/message.js'
import { devMailPages, outboxFolder } from './mail/outbox-folder.js'
import type { MailOutcome } from './mail/worker.js'
import type { Housekeeping } from './operations/housekeeping.js'
import { requestIds, SERIALIZERS } from './operations/log.js'
import { addMetrics } from './operations/metrics.js'
import { outagesOf } from './operations/outages.js'
import { readiness } from './operations/readiness.js'
import { servePages } from './pages/pages.js'
import { Pictures } from './pictures/pictures.js'
import { apartRoutes } from './plugins/apart-files.js'
import {
  copiesFolder,
  ExternalPlugins,
  type OfferedPlugins,
  pluginRoutes,
} from './plugins/external-plugins.js'
import { listPlace } from './plugins/operator-list.js'
import { StoredPlugins } from './plugins/stored-plugins.js'
import { sharingRoutes } from './sharing/routes.js'
import { TenantList } from './tenants/tenant-list.js'
import { cardOf, listTenants, type Tenant, tenantByKey, tenantOfHost } from './tenants/tenants.js'
import { avatarRoutes } from './users/avatars.js'
import { userRoutes } from './users/routes.js'

/**
 * Timeout for receiving a request, ms. Without it, an incomplete body would hold its connection open forever.
 */
const REQUEST_MS = 120_000

/** Ratio of the network limit to the account limit. All users of a school may share one address. */
const NETWORK_FACTOR = 5

export interface AppParts {
  readonly config: Config
  readonly database: Database
  readonly tokens: AccessTokens
  readonly passwords: Passwords
  readonly now: () => number
  readonly mailOutcomes?: Readonly<Record<MailOutcome, number>>
  readonly housekeeping?: Housekeeping['tasks']
  readonly isDraining?: () => boolean
  readonly checkClock?: (shared: Sql) => Promise<void>
  readonly appFolder: string
  readonly version: string
  readonly billing?: Billing
  readonly log?: { write(line: string): void }
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database } = parts
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: parts.log ?? process.stderr,
      serializers: SERIALIZERS,
    },
    genReqId: requestIds(config.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify disables Node's default timeout unless this option is set.
    requestTimeout: REQUEST_MS,
    // During shutdown, requests that arrive on a proxy's open connection are still served.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: sendUnreadable,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
  })
  // Set this first: routes registered by plugins use the error handler that is set at that time.
  app.setErrorHandler(sendProblem)
  disconnectSlowReaders(app)
  const index = readIndex(parts.appFolder)
  const tenants = new TenantList(() => listTenants(database.login.shared), parts.now)
  // Load the tenants at startup, so that pages can be served during a database outage.
  await tenants.all()
  const tenantForHost = async (host: string) => tenantOfHost(await tenants.all(), host)
  const external = openExternalPlugins(app, parts)
  await addHooks(app, parts, { tenants, external })
  const library = openLibrary(app, parts)
  addMetrics(app, { ...parts, library })
  takeJsonOnly(app)
  await describeApi(app, parts.version)
  const billing = parts.billing ?? (await openBilling(config, parts.now))
  const secretKey = await SecretKey.open(config.home)
  await addContract(app, parts, { billing, secretKey, tenantForHost, library, external })
  await billingRoutes(app, billing, parts)
  await servePages(app, readiness(database, parts.checkClock), parts.isDraining)
  if (isDemo(config)) devMailPages(app, outboxFolder(config.home))
  if (index !== undefined) {
    webManifest(app, parts.appFolder, tenantForHost)
    await serveApp(app, parts.appFolder)
  }

  const sendIndex = index === undefined ? undefined : indexSender(parts.appFolder, index)
  const methodsOf = allowedMethods(ENDPOINTS)
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsOf(request.url.split('?')[0] ?? '')
    // A request with an overlong parameter ends up here even though its method is allowed.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      throw new Problem('method_not_allowed', { headers: { allow: allowed.join(', ') } })
    }
    if (!sendIndex || !isScreen(request)) throw new Problem('not_found')
    await sendIndex(request, reply)
  })
  return app
}

async function addHooks(
  app: FastifyInstance,
  { config, isDraining }: AppParts,
  { tenants, external }: { readonly tenants: TenantList; readonly external: OfferedPlugins },
): Promise<void> {
  await addSecurityHeaders(app, isHttps(config), config.hsts, config.stripe ? STRIPE_SOURCES : {}, request =>
    connectSourcesFor(request, tenants, external),
  )
  const demo = isDemo(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Closes proxy connections, so that their next requests go to another server.
    if (isDraining?.()) reply.header('connection', 'close')
    // Prevents DNS rebinding: pages on a host name that resolves to this machine must not reach the demo
    // accounts.
    if (demo && !isLoopback(request.hostname)) throw new Problem('host_refused')
  })
  const publicUrl = config.publicUrl === undefined ? undefined : new URL(config.publicUrl)
  const fixed = [...config.origins, ...(publicUrl ? [publicUrl.origin] : [])]
  await guardOrigins(app, publicUrl, async () => {
    const known = await tenants.all()
    return {
      others: [...fixed, ...known.flatMap(({ origins }) => origins)],
      hosts: [...(publicUrl ? [publicUrl.hostname] : []), ...known.flatMap(({ hosts }) => hosts)],
    }
  })
}

function isHttps({ publicUrl }: Config): (request: FastifyRequest) => boolean {
  const publicly = publicUrl?.startsWith('https:') ?? false
  return ({ protocol }) => publicly || protocol === 'https'
}

/** Page that the service worker caches for every screen. */
const SHELL = /^\/index\.html(\?|$)/

async function connectSourcesFor(
  request: FastifyRequest,
  tenants: TenantList,
  external: Pick<OfferedPlugins, 'connectSources'>,
): Promise<readonly string[]> {
  if (!isScreen(request) && !SHELL.test(request.url)) return []
  const tenant = tenantOfHost(await tenants.all(), request.hostname.toLowerCase())
  return tenant ? [...tenant.songHosts, ...external.connectSources(tenant.key)] : []
}

async function addContract(
  app: FastifyInstance,
  { config, database, tokens, passwords, now }: AppParts,
  {
    billing,
    secretKey,
    tenantForHost,
    library,
    external,
  }: {
    readonly billing: Billing
    readonly secretKey: SecretKey
    readonly tenantForHost: Gate['tenantForHost']
    readonly library: Library
    readonly external: OfferedPlugins
  },
): Promise<void> {
  const required = config.adminSecondFactor === 'required'
  const gate: Gate = {
    isHttps: isHttps(config),
    tenantByKey: key => tenantByKey(database.login.shared, key),
    tenantForHost,
    async admit(key, token, { dangerous }) {
      const { sessionId, userId, expires } = await tokens.verify(token, key)
      const [tenant, session, age] = await database.readBatch(key, scope =>
        Promise.all([
          tenantByKey(scope.sql, key),
          liveSession(scope, sessionId, now()),
          dangerous || required ? factorAge(scope, sessionId) : undefined,
        ]),
      )
      if (!tenant) throw new Problem('tenant_unknown')
      if (!session || session.user.id !== userId) throw new Problem('session_ended')
      if (dangerous && age && !isFresh(age, now())) throw new Problem('second_factor_needed')
      const lacksFactor = required && session.user.roles.includes(ADMIN_ROLE) && !age?.has
      return { tenant, session: { ...session, lacksFactor, tokenExpiresAt: expires * 1000 } }
    },
  }
  const perMinute = config.callsPerMinute
  const share: ShareSpending = (caller, spent, endsAt) =>
    addCalls(database.background, caller, spent, endsAt).catch(error => {
      outagesOf(app.server).report(app.log, error, 'Calls are counted by this server alone.')
      return undefined
    })
  const add = routesOn(app, gate, {
    accounts: new CallBudget('account', perMinute, now, share),
    networks: new CallBudget('network', NETWORK_FACTOR * perMinute, now),
  })
  const built = new Set<string>()
  const route: Route = (endpoint, handler) => {
    built.add(endpoint.name)
    add(endpoint, handler)
  }
  route(tenantJson, async ({ tenant }) => cardOf(tenant))
  const addressOf = (tenant: Tenant) =>
    addressOfTenant(tenant, config.publicUrl, listeningAddress(app, config))
  const services: Services = {
    database,
    tokens,
    passwords,
    now,
    secretKey,
    loginLimits: config.loginsPerMinute,
    linksPerMinute: config.linksPerMinute,
    partyOf: tenant => relyingParty(tenant.name, addressOf(tenant)),
  }
  loginRoutes(route, services)
  secondStepRoutes(route, services)
  ownFactorRoutes(route, { ...services, adminSecondFactor: config.adminSecondFactor })
  signUpRoutes(route, services)
  ownAccountRoutes(route, services)
  ownSessionRoutes(route, services)
  externalRoutes(route, services)
  userRoutes(route, services)
  avatarRoutes(route, services, openPictures(app))
  libraryRoutes(route, services, library)
  sharingRoutes(route, services)
  homeworkRoutes(route, services)
  adminRoutes(route, services)
  accountRoutes(route, {
    database,
    billing,
    now,
    addressOf,
    warn: (error, message) => app.log.warn({ err: error }, message),
  })
  pluginRoutes(app, route, external, tenantForHost)
  await soundBankRoutes(app, route, config.soundBank)
  apartRoutes(app, external, tenantForHost)
  for (const endpoint of ENDPOINTS) {
    if (built.has(endpoint.name)) continue
    add(endpoint, async () => {
      throw new Problem('not_implemented')
    })
  }
}

interface Library {
  readonly streams: LibraryStreams
  readonly outcomes: WriteOutcomes
}

function openLibrary(app: FastifyInstance, { database, now }: Pick<AppParts, 'database' | 'now'>): Library {
  const streams = new LibraryStreams(database, now, error =>
    app.log.warn({ err: error }, 'Could not check for library changes on other servers'),
  )
  // Close streams first: they never end on their own, and the server waits for open connections.
  app.addHook('preClose', async () => streams.close())
  return { streams, outcomes: { kept: 0, stale: 0, refused: 0 } }
}

function openPictures(app: FastifyInstance): Pictures {
  const pictures = new Pictures()
  app.addHook('onClose', () => pictures.close())
  return pictures
}

function openExternalPlugins(
  app: FastifyInstance,
  { config, database, now }: Pick<AppParts, 'config' | 'database' | 'now'>,
): OfferedPlugins {
  const warn = (message: string) => app.log.warn(message)
  const plugins = isDemo(config)
    ? new ExternalPlugins({ list: listPlace(config), copies: copiesFolder(config.home), now, warn })
    : new StoredPlugins({ database, now, warn })
  app.addHook('onClose', async () => plugins.close())
  return plugins
}

export function listeningAddress(
  app: FastifyInstance,
  { host, port }: Pick<Config, 'host' | 'port'>,
): string {
  const bound = app.server.address()
  // Port 0 is replaced by the assigned port once the server listens.
  const number = typeof bound === 'object' && bound !== null ? bound.port : port
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${number}`
}

/**
 * @returns a function that maps a path without a query to its methods, or to an empty list if the path is
 * unknown
 */
export function allowedMethods(endpoints: readonly Endpoint[]): (path: string) => string[] {
  const table = endpoints.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }))
  return path => [...new Set(table.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

export const BODY_LIMIT_BYTES = 64 * 1024

export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients may send the content type even for calls without a body, such as `POST link/{id}`.
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}
