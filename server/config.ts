// The server's whole configuration, read from the environment by one schema.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartFailure } from './failure.js'
import './input-messages.js'
import { projectRoot } from './project-root.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const list = z.pipe(
  z.string(),
  z.transform(value =>
    value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ),
)
const url = z
  .string()
  .check(z.refine(value => URL.canParse(value), 'is not an address like https://example.org'))
const origin = z
  .string()
  .check(
    z.refine(
      value => isOrigin(value),
      'is not an origin like https://example.org (no path, no slash at its end)',
    ),
  )
const NO_PORT = 'is not a whole number from 0 to 65535'
/** Two whole numbers: attempts from one network address, and on one account. */
const loginLimits = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,5},[1-9]\d{0,5}$/, 'is not two numbers such as 30,10')),
  z.transform(value => {
    const [perAddress = 0, perAccount = 0] = value.split(',').map(Number)
    return { perAddress, perAccount }
  }),
)
const port = z.coerce.number(NO_PORT).check(z.int(NO_PORT), z.minimum(0, NO_PORT), z.maximum(65_535, NO_PORT))

/** Every variable the server reads, in the order in which `printConfig` shows them. */
const environment = z.object({
  FRETWORK_HOME: z._default(z.string().check(z.minLength(1)), '.fretwork'),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(port, 4680),
  NODE_ENV: z.optional(z.string()),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, 'does not begin with postgres:// or postgresql://')),
  ),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, 'does not begin with smtp:// or smtps://'))),
  FRETWORK_PUBLIC_URL: z.optional(url),
  FRETWORK_ORIGINS: z._default(z.pipe(list, z.array(origin)), []),
  FRETWORK_TRUSTED_PROXIES: z._default(list, []),
  FRETWORK_DEMO_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, 'is shorter than 8 characters'),
        z.maxLength(256, 'is longer than 256 characters'),
      ),
  ),
  FRETWORK_LOGINS_PER_MINUTE: z._default(loginLimits, { perAddress: 30, perAccount: 10 }),
  FRETWORK_PLUGINS: z.optional(z.string()),
  FRETWORK_LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'warn'),
})

export interface Config {
  /** Absolute path of the state folder. */
  readonly home: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly production: boolean
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  readonly publicUrl?: string | undefined
  readonly origins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly demoPassword?: string | undefined
  /** Log-ins tried in a minute before more are refused with 429. */
  readonly loginLimits: { readonly perAddress: number; readonly perAccount: number }
  /** Absolute path of the allow-list of external plugins, where one is named. */
  readonly plugins?: string | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Checks the environment. An empty variable counts as not set, as shells and compose files leave them.
 * @throws StartFailure `config_invalid`, naming every variable that is wrong.
 */
export function readConfig(env: Environment, root: string = projectRoot()): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`)
    throw new StartFailure('config_invalid', `The environment is not right: ${wrong.join('; ')}.`)
  }
  const value = parsed.data
  return {
    home: resolve(root, value.FRETWORK_HOME),
    host: value.HOST,
    port: value.PORT,
    production: value.NODE_ENV === 'production',
    databaseUrl: value.DATABASE_URL,
    smtpUrl: value.SMTP_URL,
    publicUrl: value.FRETWORK_PUBLIC_URL,
    origins: value.FRETWORK_ORIGINS,
    trustedProxies: value.FRETWORK_TRUSTED_PROXIES,
    demoPassword: value.FRETWORK_DEMO_PASSWORD,
    loginLimits: value.FRETWORK_LOGINS_PER_MINUTE,
    plugins: value.FRETWORK_PLUGINS === undefined ? undefined : resolve(root, value.FRETWORK_PLUGINS),
    logLevel: value.FRETWORK_LOG_LEVEL,
  }
}

/** Demo users, test billing and /dev pages exist on a developer's own machine only. */
export function isDemo(config: Pick<Config, 'host' | 'databaseUrl' | 'production'>): boolean {
  return isLoopback(config.host) && config.databaseUrl === undefined && !config.production
}

/** @example isLoopback('127.0.0.9') // true */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

/** Lines of `NAME=value`, with secrets only said to be set. */
export function printConfig(config: Config): string {
  const lines: [string, string | undefined][] = [
    ['FRETWORK_HOME', config.home],
    ['HOST', config.host],
    ['PORT', String(config.port)],
    ['DATABASE_URL', config.databaseUrl && withoutPassword(config.databaseUrl)],
    ['SMTP_URL', config.smtpUrl && withoutPassword(config.smtpUrl)],
    ['FRETWORK_PUBLIC_URL', config.publicUrl],
    ['FRETWORK_ORIGINS', config.origins.join(',')],
    ['FRETWORK_TRUSTED_PROXIES', config.trustedProxies.join(',')],
    ['FRETWORK_DEMO_PASSWORD', config.demoPassword === undefined ? undefined : '(set)'],
    ['FRETWORK_LOGINS_PER_MINUTE', `${config.loginLimits.perAddress},${config.loginLimits.perAccount}`],
    ['FRETWORK_PLUGINS', config.plugins],
    ['FRETWORK_LOG_LEVEL', config.logLevel],
  ]
  const mode = isDemo(config)
    ? 'demo mode, embedded PostgreSQL'
    : config.databaseUrl
      ? 'own PostgreSQL'
      : 'embedded PostgreSQL'
  return [`# ${mode}`, ...lines.map(([name, value]) => `${name}=${value || '(not set)'}`)].join('\n')
}

function withoutPassword(address: string): string {
  // Not by URL: a socket address such as postgresql:///name?host=/run/x must come out as it went in.
  return address.replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/, '$1:***@').replace(/([?&]password=)[^&]*/g, '$1***')
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value
}
