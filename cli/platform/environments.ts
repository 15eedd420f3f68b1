import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { tenantKey } from '../../src/core/contract/tenant.js'
import { codeOf, messageOf } from '../../src/core/platform/fretwork-error.js'
import { issueSentence } from '../../src/core/platform/issue-sentence.js'
import { jsonProblemSentence } from '../../src/core/platform/json.js'
import { badInput, CliError, wrongUsage } from '../errors.js'
import { readPath } from './state-folder.js'

export const HERE = { baseUrl: 'http://127.0.0.1:4680', tenant: 'fretwork' }

const environment = z.strictObject({ baseUrl: z.optional(z.string()), tenant: z.optional(z.string()) })
const configSchema = z.strictObject({
  environment: z.optional(z.string()),
  environments: z._default(z.record(z.string(), environment), {}),
})

export interface ServerOptions {
  readonly env?: string
  readonly baseUrl?: string
  readonly tenant?: string
  readonly json?: boolean
}

export interface Server {
  readonly baseUrl: string
  readonly tenant: string
}

export function configPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.FRETWORK_CLI_CONFIG || readPath('config.json', env)
}

export function readCliConfig(path = configPath()): z.infer<typeof configSchema> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { environments: {} }
    throw unusable(path, messageOf(error), error)
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw unusable(path, `it ${jsonProblemSentence(text)}`, error)
  }
  const parsed = configSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw unusable(path, `at "${issue?.path.join('.')}" ${issueSentence(issue)}`)
}

/**
 * Returns the server's address. Flags take precedence over environment variables, which take precedence over
 * the config file.
 */
export function serverOf(options: ServerOptions): Server {
  const config = readCliConfig()
  const name = options.env ?? config.environment
  const chosen = name === undefined ? {} : config.environments[name]
  if (!chosen) {
    const known = Object.keys(config.environments)
    const message = `No environment "${name}" in ${configPath()}; ${known.length ? `available: ${known.join(', ')}` : 'none are defined'}.`
    throw wrongUsage('environment_unknown', message)
  }
  // Don't mix a named environment with variables from the shell.
  const shell = options.env === undefined ? process.env : {}
  const baseUrl = options.baseUrl ?? shell.FRETWORK_URL ?? chosen.baseUrl ?? HERE.baseUrl
  const tenant = options.tenant ?? shell.FRETWORK_TENANT ?? chosen.tenant ?? HERE.tenant
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) {
    const message = `"${baseUrl}" is not a server URL. Use one such as ${HERE.baseUrl}.`
    throw wrongUsage('base_url_invalid', message)
  }
  if (!tenantKey.safeParse(tenant).success) {
    const message = `"${tenant}" is not a tenant key; use up to 32 lowercase letters, digits and hyphens.`
    throw wrongUsage('tenant_invalid', message)
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), tenant }
}

function unusable(path: string, reason: string, cause?: unknown): CliError {
  const message = `The config file ${path} cannot be used: ${reason}. Fix it, or set FRETWORK_CLI_CONFIG to another file.`
  return badInput('config_unusable', message, cause)
}
