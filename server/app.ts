// Puts the HTTP side together: hooks, routes of the contract, own pages, the built application.
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { ENDPOINTS } from '../src/core/api/endpoints.js'
import { tenantJson } from '../src/core/api/tenant.js'
import { accountRoutes } from './account/routes.js'
import { adminRoutes } from './admin/routes.js'
import { type Billing, openBilling } from './billing/billing.js'
import { billingRoutes } from './billing/routes.js'
import { type Config, isDemo, isLoopback } from './config.js'
import type { Database } from './database/connection.js'
import { allowedMethods } from './http/allowed-methods.js'
import { isScreen, readIndex, sendIndex, serveApp } from './http/app-files.js'
import { addSecurityHeaders, importMapHashes, STRIPE_SOURCES } from './http/headers.js'
import { BODY_LIMIT_BYTES, takeJsonOnly } from './http/json-body.js'
import { listeningAddress } from './http/listening-address.js'
import { describeApi } from './http/openapi.js'
import { guardOrigins } from './http/origins.js'
import { ownPages } from './http/own-pages.js'
import { Problem, sendProblem } from './http/problem.js'
import { type Gate, type Route, routesOn } from './http/route.js'
import { sendUnreadable } from './http/unreadable.js'
import { webManifest } from './http/web-manifest.js'
import { devMailPages } from './mail/dev-pages.js'
import { addressOfTenant } from './mail/links.js'
import { outboxOf } from './mail/outbox-folder.js'
import { LOGGED } from './operations/logged.js'
import { observe } from './operations/observe.js'
import { requestIds } from './operations/request-id.js'
import { listPlace } from './plugins/allow-list.js'
import { copiesFolder, PluginShelf } from './plugins/plugin-shelf.js'
import { pluginRoutes } from './plugins/routes.js'
import type { AccessTokens } from './presence/auth/access-tokens.js'
import { ownAccountRoutes } from './presence/auth/account.js'
import { ownSessionRoutes } from './presence/auth/own-sessions.js'
import type { Passwords } from './presence/auth/passwords.js'
import { authRoutes } from './presence/auth/routes.js'
import { liveSession } from './presence/auth/sessions.js'
import { signUpRoutes } from './presence/auth/sign-up.js'
import { externalRoutes } from './presence/external/routes.js'
import { avatarRoutes } from './presence/users/avatars.js'
import { userRoutes } from './presence/users/routes.js'
import { cardOf, listTenants, tenantByKey, tenantForHost } from './tenancy/tenants.js'

/** A request, body and all, that takes longer to come is given up: half a body would hold its connection for ever. */
const REQUEST_MS = 120_000

export interface AppParts {
  readonly config: Config
  readonly database: Database
  readonly tokens: AccessTokens
  readonly passwords: Passwords
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The folder of the built application, which may not exist yet. */
  readonly appFolder: string
  readonly version: string
  /** Default: what the configuration says. */
  readonly billing?: Billing
  /** Where log lines go; standard error by default, so that standard output stays readable. */
  readonly log?: { write(line: string): void }
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database } = parts
  const app = Fastify({
    logger: {
      level: config.logLevel,
      stream: parts.log ?? process.stderr,
      serializers: LOGGED,
    },
    genReqId: requestIds(config.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    // Without it the framework switches off the limit that Node has.
    requestTimeout: REQUEST_MS,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true },
    clientErrorHandler: sendUnreadable,
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
  })
  // First: a library's routes keep the error handler that they find.
  app.setErrorHandler(sendProblem)
  const index = readIndex(parts.appFolder)
  await addHooks(app, parts, index)
  observe(app, parts)
  takeJsonOnly(app)
  await describeApi(app, parts.version)
  const billing = parts.billing ?? (await openBilling(config, parts.now))
  addContract(app, parts, billing)
  await billingRoutes(app, billing, parts)
  await ownPages(app, database)
  if (isDemo(config)) devMailPages(app, outboxOf(config.home))
  if (index !== undefined) {
    webManifest(app, parts.appFolder, host => tenantForHost(database.open, host))
    await serveApp(app, parts.appFolder)
  }

  const methodsOf = allowedMethods(ENDPOINTS)
  app.setNotFoundHandler(async (request, reply) => {
    const allowed = methodsOf(request.url.split('?')[0] ?? '')
    // A parameter too long for the router gets here by a method that the address does take.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      throw new Problem('method_not_allowed', { headers: { allow: allowed.join(', ') } })
    }
    if (index === undefined || !isScreen(request)) throw new Problem('not_found')
    await sendIndex(reply)
  })
  return app
}

async function addHooks(
  app: FastifyInstance,
  { config, database }: AppParts,
  index: string | undefined,
): Promise<void> {
  const publiclySecure = config.publicUrl?.startsWith('https:') ?? false
  await addSecurityHeaders(
    app,
    importMapHashes(index ?? ''),
    ({ protocol }) => publiclySecure || protocol === 'https',
    config.stripe ? STRIPE_SOURCES : {},
    request => songHostsFor(request, database),
  )
  const demo = isDemo(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A page from elsewhere whose name points to this machine must not reach the demo accounts.
    if (demo && !isLoopback(request.hostname)) throw new Problem('host_refused')
  })
  const fixed = [...config.origins, ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])]
  await guardOrigins(app, async () => {
    const tenants = await listTenants(database.open)
    return [...fixed, ...tenants.flatMap(({ origins }) => origins)]
  })
}

/** What the service worker keeps for every screen, by its own name. */
const SHELL = /^\/index\.html(\?|$)/

async function songHostsFor(request: FastifyRequest, database: Database): Promise<readonly string[]> {
  if (!isScreen(request) && !SHELL.test(request.url)) return []
  try {
    return (await tenantForHost(database.open, request.hostname.toLowerCase()))?.songHosts ?? []
  } catch (error) {
    // The page itself needs no database; songs from elsewhere have to wait until it is back.
    request.log.warn({ err: error }, 'song hosts are not known')
    return []
  }
}

function addContract(
  app: FastifyInstance,
  { config, database, tokens, passwords, now }: AppParts,
  billing: Billing,
): void {
  const gate: Gate = {
    tenantByKey: key => tenantByKey(database.open, key),
    tenantForHost: host => tenantForHost(database.open, host),
    async admit(key, token) {
      const { sessionId, userId } = await tokens.verify(token, key)
      const [tenant, session] = await database.glance(key, scope =>
        Promise.all([tenantByKey(scope.sql, key), liveSession(scope, sessionId, now())]),
      )
      if (!tenant) throw new Problem('tenant_unknown')
      if (!session || session.user.id !== userId) throw new Problem('session_ended')
      return { tenant, session }
    },
  }
  const add = routesOn(app, gate)
  const built = new Set<string>()
  const route: Route = (endpoint, handler) => {
    built.add(endpoint.name)
    add(endpoint, handler)
  }
  route(tenantJson, async ({ tenant }) => cardOf(tenant))
  authRoutes(route, { database, tokens, passwords, now, loginLimits: config.loginLimits })
  const proof = { database, passwords, now, loginLimits: config.loginLimits }
  signUpRoutes(route, proof)
  ownAccountRoutes(route, proof)
  ownSessionRoutes(route, { database, now })
  externalRoutes(route, { database, tokens, now, loginLimits: config.loginLimits })
  userRoutes(route, { database, now })
  avatarRoutes(route, { database, now })
  adminRoutes(route, { database, now })
  accountRoutes(route, {
    database,
    billing,
    now,
    addressOf: tenant => addressOfTenant(tenant, config.publicUrl, listeningAddress(app, config)),
    warn: (error, message) => app.log.warn({ err: error }, message),
  })
  pluginRoutes(app, route, openShelf(app, config, now))
  for (const endpoint of ENDPOINTS) {
    if (built.has(endpoint.name)) continue
    add(endpoint, async () => {
      throw new Problem('not_implemented')
    })
  }
}

function openShelf(app: FastifyInstance, config: Config, now: () => number): PluginShelf {
  const shelf = new PluginShelf({
    list: listPlace(config),
    copies: copiesFolder(config.home),
    now,
    warn: message => app.log.warn(message),
  })
  app.addHook('onClose', async () => shelf.close())
  return shelf
}
