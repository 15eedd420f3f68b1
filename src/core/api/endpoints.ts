// All endpoints by name. Pages import single entries instead, to stay small.
import * as account from './account.js'
import * as admin from './admin.js'
import * as auth from './auth.js'
import type { Endpoint } from './endpoint.js'
import * as externalPlugins from './external-plugins.js'
import * as homework from './homework.js'
import * as library from './library.js'
import * as secondFactor from './second-factor.js'
import * as sessions from './sessions.js'
import * as sharing from './sharing.js'
import * as signUp from './sign-up.js'
import * as tenant from './tenant.js'
import * as users from './users.js'

const MODULES = [
  tenant,
  auth,
  signUp,
  secondFactor,
  sessions,
  account,
  users,
  library,
  sharing,
  homework,
  admin,
  externalPlugins,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every endpoint that one of the modules exports. */
export const ENDPOINTS: readonly Endpoint[] = MODULES.flatMap(module => Object.values(module)).filter(
  isEndpoint,
)

/** The entry called `name`, as the CLI's `api` subcommand and the OpenAPI page look it up. */
export function endpointNamed(name: string): Endpoint | undefined {
  return ENDPOINTS.find(endpoint => endpoint.name === name)
}

/** The entry that answers at `path` (no query): one that is written out comes before one with braces. */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const bare = path.replace(/\/$/, '')
  return ENDPOINTS.filter(
    endpoint =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  ).sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

/** Those whose answers end: a stream goes on until it is closed. */
export const CALLS: readonly Endpoint[] = ENDPOINTS.filter(({ media }) => media !== 'text/event-stream')
