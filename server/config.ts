import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { isLoopback } from '../src/sandbox/packages/loopback.js'
import { StartFailure, systemCode } from './failure.js'
import '../src/sandbox/packages/zod-messages.js'
import { settingsFolder } from './project.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const textLike = (pattern: RegExp, problem: string) => z.string().check(z.regex(pattern, problem))
const textWhere = (isValid: (value: string) => boolean, problem: string) =>
  z.string().check(z.refine(isValid, problem))

const list = z.pipe(
  z.string(),
  z.transform(value =>
    value
      .split(',')
      .map(item => item.trim())
      .filter(item => item !== ''),
  ),
)
const url = textWhere(isWebAddress, 'is not a URL such as https://example.org')
const origin = textWhere(
  isOrigin,
  'is not an origin such as https://example.org (no path, no trailing slash)',
)
const network = textWhere(isNetwork, 'is not a list of addresses or networks such as 10.0.0.0/8')
const NO_PORT = 'is not a whole number from 0 to 65535'
const loginLimits = z.pipe(
  textLike(/^[1-9]\d{0,5},[1-9]\d{0,5}$/, 'must be two numbers, such as 30,10'),
  z.transform(value => {
    const [perAddress = 0, perAccount = 0] = value.split(',').map(Number)
    return { perAddress, perAccount }
  }),
)
const NO_CALLS = 'is not a whole number from 1 to 1000000000'
const calls = z.coerce
  .number(NO_CALLS)
  .check(z.int(NO_CALLS), z.minimum(1, NO_CALLS), z.maximum(1e9, NO_CALLS))
const NO_DAYS = 'is not a whole number of days from 0 (forever) to 36500'
const days = z.coerce.number(NO_DAYS).check(z.int(NO_DAYS), z.minimum(0, NO_DAYS), z.maximum(36_500, NO_DAYS))
const NO_SECONDS = 'is not a whole number of seconds from 0 to 3600'
const seconds = z.coerce
  .number(NO_SECONDS)
  .check(z.int(NO_SECONDS), z.minimum(0, NO_SECONDS), z.maximum(3600, NO_SECONDS))
const port = z.coerce.number(NO_PORT).check(z.int(NO_PORT), z.minimum(0, NO_PORT), z.maximum(65_535, NO_PORT))

const databaseUrl = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, 'does not start with postgres:// or postgresql://'),
  z.refine(
    value => !/^postgres(ql)?:\/\//.test(value) || isDatabaseUrl(value),
    'is not a URL such as postgres://name:password@host:5432/database; in name and password, write / as %2F, # as %23, ? as %3F and % as %25',
  ),
  z.refine(
    value => !/[?&]target_session_attrs=(?!(any|read-write|primary)(&|$))/.test(value),
    'has target_session_attrs, which can be any, read-write or primary',
  ),
)

const filled = z.string().check(z.minLength(1))

/**
 * All of the server's environment variables. `Config` uses camel case without the prefix: FRETWORK_MAIL_FROM
 * becomes `mailFrom`.
 */
const VARIABLES = {
  FRETWORK_HOME: z._default(filled, '.fretwork'),
  HOST: z._default(filled, '127.0.0.1'),
  PORT: z._default(port, 4680),
  NODE_ENV: z.optional(z.string()),
  DATABASE_URL: z.optional(databaseUrl),
  FRETWORK_MIGRATION_URL: z.optional(databaseUrl),
  SMTP_URL: z.optional(textLike(/^smtps?:\/\//, 'does not start with smtp:// or smtps://')),
  FRETWORK_MAIL_FROM: z.optional(
    textLike(/^[^\s@<>,"]+@[^\s@<>,"]+$/, 'is not a plain email address such as no-reply@example.org'),
  ),
  FRETWORK_PUBLIC_URL: z.optional(url),
  FRETWORK_ORIGINS: z._default(z.pipe(list, z.array(origin)), []),
  FRETWORK_TRUSTED_PROXIES: z._default(z.pipe(list, z.array(network)), []),
  FRETWORK_HSTS: z._default(z.enum(['off', 'host', 'subdomains']), 'subdomains'),
  FRETWORK_DRAIN_SECONDS: z._default(seconds, 5),
  FRETWORK_DEMO_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, 'is shorter than 8 characters'),
        z.maxLength(256, 'is longer than 256 characters'),
      ),
  ),
  FRETWORK_LOGINS_PER_MINUTE: z._default(loginLimits, { perAddress: 30, perAccount: 10 }),
  FRETWORK_ADMIN_SECOND_FACTOR: z._default(z.enum(['optional', 'required']), 'optional'),
  FRETWORK_CALLS_PER_MINUTE: z._default(calls, 600),
  FRETWORK_LINKS_PER_MINUTE: z._default(calls, 1000),
  FRETWORK_AUDIT_DAYS: z._default(days, 365),
  FRETWORK_PLUGINS: z.optional(z.string()),
  FRETWORK_METRICS_TOKEN: z.optional(
    textLike(/^[A-Za-z0-9._~+/-]{16,256}=*$/, 'is not 16 to 256 letters, digits and . _ ~ + / - ='),
  ),
  FRETWORK_PRODUCTS: z.optional(z.string()),
  FRETWORK_SOUND_BANK: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(
    textLike(/^(sk|rk)_(test|live)_/, 'does not start with sk_ or rk_ and test_ or live_'),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    textLike(/^pk_(test|live)_/, 'does not start with pk_test_ or pk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(textLike(/^whsec_/, 'does not start with whsec_')),
  STRIPE_API_URL: z.optional(url),
  FRETWORK_LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'warn'),
}

export const VARIABLE_HELP: Readonly<Record<keyof typeof VARIABLES, string>> = {
  FRETWORK_HOME: 'the state folder (.fretwork)',
  HOST: 'the address to listen on (127.0.0.1)',
  PORT: 'the port to listen on (4680); 0 lets the system choose',
  NODE_ENV: '"production" turns off demo mode and enforces production settings',
  DATABASE_URL: 'your own PostgreSQL, instead of the embedded one; several hosts separated by commas',
  FRETWORK_MIGRATION_URL: 'the same database, as its owner and without a connection pooler',
  SMTP_URL: 'the mail server',
  FRETWORK_MAIL_FROM: 'the From address of all emails',
  FRETWORK_PUBLIC_URL: 'the public URL, if the server is behind a proxy',
  FRETWORK_ORIGINS: 'additional origins that may call the API, separated by commas',
  FRETWORK_TRUSTED_PROXIES:
    'proxies whose X-Forwarded-* and X-Request-Id headers are trusted, separated by commas',
  FRETWORK_HSTS: 'scope of HSTS if the public URL is https: off, host or subdomains (subdomains)',
  FRETWORK_DRAIN_SECONDS: 'seconds to drain after SIGTERM, while /ready returns 503 (5; 0 in demo mode)',
  FRETWORK_DEMO_PASSWORD: 'the password of the demo accounts, instead of a random one',
  FRETWORK_LOGINS_PER_MINUTE:
    'login attempts per minute, per network and per account from one network (30,10)',
  FRETWORK_ADMIN_SECOND_FACTOR: '"required": administrators need a second factor (optional)',
  FRETWORK_CALLS_PER_MINUTE: 'API calls of one account per minute (600)',
  FRETWORK_LINKS_PER_MINUTE: 'shared links that one network may open per minute (1000)',
  FRETWORK_AUDIT_DAYS: 'how many days audit log entries are kept (365); 0 keeps them forever',
  FRETWORK_PLUGINS: 'the allow-list of external plugins (plugins.json in the state folder)',
  FRETWORK_METRICS_TOKEN: 'lets programs on other machines read /metrics',
  FRETWORK_PRODUCTS: 'the product table, instead of the built-in one',
  FRETWORK_SOUND_BANK: 'a SoundFont for all users (SF2 or SF3, up to 100 MB)',
  STRIPE_SECRET_KEY: 'Stripe payments (requires the next two variables)',
  STRIPE_PUBLISHABLE_KEY: 'the key that web pages use',
  STRIPE_WEBHOOK_SECRET: 'the signing secret of the Stripe webhook',
  STRIPE_API_URL: 'replaces the Stripe API in tests',
  FRETWORK_LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (warn)',
}

type Camel<S extends string> = S extends `FRETWORK_${infer Rest}`
  ? Camel<Rest>
  : S extends `${infer Word}_${infer Rest}`
    ? `${Lowercase<Word>}${Capitalize<Camel<Rest>>}`
    : Lowercase<S>

function camel(name: string): string {
  const words = name.replace(/^FRETWORK_/, '').toLowerCase()
  return words.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}

type Named = { [N in keyof typeof VARIABLES as Camel<N>]: (typeof VARIABLES)[N] }
type Values = Readonly<z.infer<z.ZodMiniObject<Named>>>

/** Parsed configuration; `home`, `plugins`, `products` and `soundBank` are absolute paths. */
export interface Config extends Omit<Values, 'nodeEnv' | `stripe${string}`> {
  readonly production: boolean
  /**
   * Stripe keys: all three or none. Without them, nothing can be bought except through test billing in demo
   * mode.
   */
  readonly stripe?: StripeKeys | undefined
}

export interface StripeKeys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly apiUrl?: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment. Empty variables are treated as unset, as in shells and compose files.
 * @throws StartFailure `config_invalid`
 */
export function readConfig(env: Environment, root: string = settingsFolder()): Config {
  const given = withSecretFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== '')),
  )
  const parsed = z.object(VARIABLES).safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`)
    throw invalid(`The environment is invalid: ${wrong.join('; ')}.`)
  }
  const entries = Object.entries(parsed.data).map(([name, value]) => [camel(name), value])
  const values = Object.fromEntries(entries) as Values
  const { nodeEnv, stripeSecretKey, stripePublishableKey, stripeWebhookSecret, stripeApiUrl, ...rest } =
    values
  return {
    ...rest,
    home: resolve(root, rest.home),
    production: nodeEnv === 'production',
    plugins: rest.plugins && resolve(root, rest.plugins),
    products: rest.products && resolve(root, rest.products),
    soundBank: rest.soundBank && resolve(root, rest.soundBank),
    stripe: stripeOf(parsed.data),
  }
}

/**
 * Variables that can be read from the file given by `NAME_FILE`. Docker, Kubernetes and systemd mount secrets
 * this way.
 */
const IN_FILES = [
  ...(['DATABASE_URL', 'FRETWORK_MIGRATION_URL', 'SMTP_URL', 'FRETWORK_DEMO_PASSWORD'] as const),
  ...(['FRETWORK_METRICS_TOKEN', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
] satisfies readonly (keyof typeof VARIABLES)[]

/** Reads secret files and removes the final newline that editors add. */
function withSecretFiles(given: Environment): Environment {
  const read = IN_FILES.flatMap(name => {
    const file = given[`${name}_FILE`]
    if (file === undefined) return []
    if (given[name] !== undefined) throw invalid(`${name} and ${name}_FILE are both set; unset one of them.`)
    try {
      return [[name, readFileSync(file, 'utf8').replace(/\r?\n$/, '')] as const]
    } catch (cause) {
      throw invalid(`${name}_FILE points to ${file}, which cannot be read (${systemCode(cause)}).`)
    }
  })
  return { ...given, ...Object.fromEntries(read) }
}

function stripeOf(value: z.infer<z.ZodMiniObject<typeof VARIABLES>>): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = value
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET }
  const missing = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [name] : []))
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    if (missing.length === 3) return undefined
    throw invalid(`Stripe needs all three keys, but ${missing.join(' and ')} is not set.`)
  }
  if (/_live_/.test(STRIPE_SECRET_KEY) !== /_live_/.test(STRIPE_PUBLISHABLE_KEY))
    throw invalid('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.')
  const production = value.NODE_ENV === 'production'
  if (/_test_/.test(STRIPE_SECRET_KEY) && production)
    throw invalid('STRIPE_SECRET_KEY is a test key; in production anyone could pay with a test card.')
  if (STRIPE_API_URL !== undefined && production)
    throw invalid('STRIPE_API_URL is for tests and not allowed in production; unset it.')
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: STRIPE_API_URL,
  }
}

function invalid(message: string): StartFailure {
  return new StartFailure('config_invalid', message)
}

export function isDemo(config: Pick<Config, 'host' | 'databaseUrl' | 'production'>): boolean {
  return isLoopback(config.host) && config.databaseUrl === undefined && !config.production
}

const SECRETS = /^FRETWORK_(DEMO_PASSWORD|METRICS_TOKEN)$|^STRIPE_(SECRET_KEY|WEBHOOK_SECRET)$/

export function printConfig(config: Config): string {
  const mode = isDemo(config)
    ? 'demo mode, embedded PostgreSQL'
    : config.databaseUrl
      ? 'own PostgreSQL'
      : 'embedded PostgreSQL'
  const values = new Map<string, unknown>(Object.entries({ ...config, ...config.stripe }))
  const lines = Object.keys(VARIABLES).map(name => {
    const value = values.get(camel(name.replace(/^STRIPE_/, '')))
    if (value === undefined || String(value) === '') return `${name}=(not set)`
    if (SECRETS.test(name)) return `${name}=(set)`
    return `${name}=${typeof value === 'object' ? Object.values(value ?? {}) : withoutPassword(String(value))}`
  })
  return [`# ${mode}`, ...lines.filter(line => !line.startsWith('NODE_ENV='))].join('\n')
}

function withoutPassword(address: string): string {
  // A URL parser would change socket addresses such as postgresql:///name?host=/run/x. The patterns err on
  // the side of hiding too much: everything up to the last @ and after the first secret parameter.
  return address
    .replace(/^([a-z]+:\/\/[^:@/]*):.*@/is, '$1:***@')
    .replace(/([?&][^=&]*(?:pass|secret|token)[^=&]*=).*/is, '$1***')
}

/** Returns whether the value is a web URL without credentials. The URL appears on pages and in emails. */
function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/**
 * Rejects URLs where a `/`, `#` or `?` in the password ends the host, so that the rest is parsed as the path.
 */
function isDatabaseUrl(value: string): boolean {
  return urlsOf(value).every(isUrlOfOneHost)
}

const URL_WITH_HOSTS = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/is

/** @example urlsOf('postgres://ada@a,b:5433/db') // ['postgres://ada@a/db', 'postgres://ada@b:5433/db'] */
export function urlsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = URL_WITH_HOSTS.exec(databaseUrl) ?? []
  return hosts.split(',').map(host => `${before}${host}${after}`)
}

function isUrlOfOneHost(value: string): boolean {
  if (!URL.canParse(value) || value.includes('#')) return false
  const { username, password, pathname, searchParams } = new URL(value)
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
  } catch {
    return false // invalid percent-encoding
  }
  return !pathname.includes('@') && [...searchParams.keys()].every(name => !name.includes('@'))
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
