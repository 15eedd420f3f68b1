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
import * as soundBanks from './sound-banks.js'
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
  soundBanks,
]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const ENDPOINTS: readonly Endpoint[] = MODULES.flatMap(module => Object.values(module)).filter(
  isEndpoint,
)

export function endpointNamed(name: string): Endpoint | undefined {
  return ENDPOINTS.find(endpoint => endpoint.name === name)
}

/** @param path without query; literal paths take precedence over paths with parameters */
export function endpointAt(method: string, path: string): Endpoint | undefined {
  const bare = path.replace(/\/$/, '')
  return ENDPOINTS.filter(
    endpoint =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  ).sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0]
}

export const CALLS: readonly Endpoint[] = ENDPOINTS.filter(({ media }) => media !== 'text/event-stream')
