import type { FastifyInstance, FastifyRequest, FastifySchema, FastifySchemaCompiler } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Endpoint } from '../../src/core/contract/endpoint.js'
import { TENANT_HEADER, tenantKey } from '../../src/core/contract/tenant.js'
import type { AccessTokens } from '../auth/access-tokens.js'
import { limitedNetwork } from '../auth/networks.js'
import type { Passwords } from '../auth/passwords.js'
import type { RelyingParty } from '../auth/second-factor/passkeys.js'
import type { SecretKey } from '../auth/second-factor/secret-key.js'
import type { LiveSession, User } from '../auth/sessions.js'
import type { Config } from '../config.js'
import type { Database } from '../database/connection.js'
import type { Scope, Transactions } from '../database/transactions.js'
import '../../src/sandbox/packages/zod-messages.js'
import type { Tenant } from '../tenants/tenants.js'
import type { CallBudget } from './call-budget.js'
import { schemaOf } from './openapi.js'
import { Problem } from './problem.js'

export interface Call<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Tenant from the header, or from the host if the endpoint doesn't use the header. */
  readonly tenant: Tenant
  /** The caller's session, only for endpoints whose auth is `bearer`. */
  readonly session: LiveSession
  readonly user: User
  /** Client IP address. Forwarded addresses are used only if they come from a trusted proxy. */
  readonly address: string
  readonly agent: string
  readonly cookies: string
  /** Adds a Set-Cookie header. The cookie is marked Secure if the request used HTTPS. */
  readonly setCookie: (cookie: string) => void
}

export interface Services {
  readonly database: Database
  readonly tokens: AccessTokens
  readonly passwords: Passwords
  readonly loginLimits: Config['loginsPerMinute']
  /** Maximum number of share links opened per network and minute. */
  readonly linksPerMinute: number
  readonly secretKey: SecretKey
  readonly partyOf: (tenant: Tenant) => RelyingParty
  readonly now: () => number
}

export type Handler<P, Q, B, A> = (
  call: Call<P, Q, B>,
) => Promise<
  [A] extends [undefined] ? void : [A] extends [Uint8Array] ? A | AsyncIterable<Uint8Array | string> : A
>

export interface Gate {
  isHttps(request: FastifyRequest): boolean
  tenantByKey(key: string): Promise<Tenant | undefined>
  tenantForHost(host: string): Promise<Tenant | undefined>
  /**
   * Checks the tenant and the session.
   * @throws Problem unless both exist and the session may make this call
   */
  admit(key: string, token: string, entry: Entry): Promise<Required<Caller>>
}

interface Caller {
  readonly tenant: Tenant
  readonly session?: LiveSession
}

export type Route = <P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, handler: Handler<P, Q, B, A>) => void

/** Adds routes that run entirely in one transaction of the tenant. */
export function transactionRoutes(route: Route, database: Transactions) {
  const through =
    (kind: 'inTenant' | 'readInTenant' | 'readBatch') =>
    <P, Q, B, A>(
      endpoint: Endpoint<P, Q, B, A>,
      work: (scope: Scope, call: Call<P, Q, B>) => ReturnType<Handler<P, Q, B, A>>,
    ) =>
      route(endpoint, call => database[kind](call.tenant.key, scope => work(scope, call)))
  return { change: through('inTenant'), read: through('readInTenant'), readBatch: through('readBatch') }
}

export interface Budgets {
  readonly accounts: CallBudget
  /** Budgets by network, for calls without an account or with an invalid token. */
  readonly networks: CallBudget
}

export function routesOn(app: FastifyInstance, gate: Gate, budgets?: Budgets): Route {
  const spendAsNetwork = ({ ip }: FastifyRequest) =>
    budgets?.networks.spend({ id: limitedNetwork(ip), tenant: '' }, 1)
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  return <P, Q, B, A>(endpoint: Endpoint<P, Q, B, A>, handler: Handler<P, Q, B, A>) => {
    const callers = new WeakMap<FastifyRequest, Caller>()
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      // Disable HEAD routes, because they would run the side effects of GET.
      exposeHeadRoute: false,
      schema: schemaOf(endpoint),
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit, validatorCompiler: firstError }),
      // Check the caller before reading the body, so that unauthorized clients can't upload one.
      onRequest: async request => {
        const caller = await callerOf(gate, endpoint, request, spendAsNetwork)
        const { tenant, session } = caller
        if (session) budgets?.accounts.spend({ id: session.user.id, tenant: tenant.key }, endpoint.cost ?? 1)
        callers.set(request, caller)
      },
      handler: async (request, reply) => {
        const caller = found(callers.get(request), endpoint.name)
        const answer = await handler({
          // The endpoint's schema has already validated the parameters; they are undefined if it has none.
          params: (endpoint.params && request.params) as P,
          query: (endpoint.query && request.query) as Q,
          body: (endpoint.body && request.body) as B,
          tenant: caller.tenant,
          get session() {
            return found(caller.session, endpoint.name)
          },
          get user() {
            return this.session.user
          },
          address: request.ip,
          agent: request.headers['user-agent'] ?? '',
          cookies: request.headers.cookie ?? '',
          setCookie: cookie => {
            reply.header('set-cookie', gate.isHttps(request) ? `${cookie}; Secure` : cookie)
          },
        })
        reply.header('cache-control', 'no-store').code(endpoint.status)
        // The serializer drops everything that the schema doesn't include. This header prevents proxies from
        // buffering a stream.
        if (endpoint.media && endpoint.media !== 'image/png') reply.header('x-accel-buffering', 'no')
        if (endpoint.media) return reply.type(endpoint.media).send(answer)
        return reply.send(endpoint.answer ? answer : undefined)
      },
    })
  }
}

const AT_FIRST: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/** Reports only the first error, because a large body may contain millions. */
const firstError: FastifySchemaCompiler<FastifySchema> = route => {
  const schema = route.schema as z.core.$ZodType
  if (route.httpPart !== 'body') return validatorCompiler({ ...route, schema })
  return body => {
    const { success, data, error } = z.safeParse(schema, body, AT_FIRST)
    if (success) return { value: data }
    const errors = error.issues.slice(0, 1).map(({ path, message }) => ({
      path: ['body', ...path].join('.').slice(0, LONGEST),
      message: message.slice(0, LONGEST),
    }))
    return { error: new Problem('invalid_input', { errors }) }
  }
}

/** Maximum number of characters that an error message quotes from the request. */
const LONGEST = 300

type Entry = Pick<Endpoint, 'auth' | 'tenant' | 'dangerous'>

/** @param spend limits callers without a valid session before the database is queried */
async function callerOf(
  gate: Gate,
  entry: Entry,
  request: FastifyRequest,
  spend: (request: FastifyRequest) => void,
): Promise<Caller> {
  const { auth, tenant } = entry
  if (auth !== 'bearer') spend(request)
  if (tenant === 'none') {
    const ofHost = await gate.tenantForHost(request.hostname.toLowerCase())
    if (!ofHost) throw new Problem('not_found')
    return { tenant: ofHost }
  }
  const key = keyOf(request)
  if (auth !== 'bearer') return { tenant: await knownTenant(gate, key) }
  try {
    return await gate.admit(key, bearerOf(request), entry)
  } catch (refusal) {
    spend(request)
    // An unknown tenant takes precedence over the session error.
    await knownTenant(gate, key)
    throw refusal
  }
}

function keyOf(request: FastifyRequest): string {
  const header = request.headers[TENANT_HEADER.toLowerCase()]
  if (header === undefined || header === '') throw new Problem('tenant_missing')
  const key = tenantKey.safeParse(header)
  if (!key.success) throw new Problem('tenant_unknown')
  return key.data
}

async function knownTenant(gate: Gate, key: string): Promise<Tenant> {
  const tenant = await gate.tenantByKey(key)
  if (!tenant) throw new Problem('tenant_unknown')
  return tenant
}

function bearerOf(request: FastifyRequest): string {
  const match = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')
  if (!match?.[1]) throw new Problem('unauthenticated')
  return match[1]
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} uses the session, but its endpoint does not require one.`)
  return value
}
