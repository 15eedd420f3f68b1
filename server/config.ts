// The server's configuration, read from the environment.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartFailure } from './failure.js'
import './zod-messages.js'
import { projectRoot } from './project.js'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Text that matches `pattern`, or else is reported with `problem`. */
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
/** `10.1.2.3`, `10.0.0.0/8`, `fd00::/8`. */
const network = textWhere(isNetwork, 'is not a list of addresses or networks such as 10.0.0.0/8')
const NO_PORT = 'is not a whole number from 0 to 65535'
/** Two whole numbers: attempts per network address, and per account. */
const loginLimits = z.pipe(
  textLike(/^[1-9]\d{0,5},[1-9]\d{0,5}$/, 'is not two numbers such as 30,10'),
  z.transform(value => {
    const [perAddress = 0, perAccount = 0] = value.split(',').map(Number)
    return { perAddress, perAccount }
  }),
)
const NO_DAYS = 'is not a whole number of days from 0 (forever) to 36500'
const days = z.coerce.number(NO_DAYS).check(z.int(NO_DAYS), z.minimum(0, NO_DAYS), z.maximum(36_500, NO_DAYS))
const port = z.coerce.number(NO_PORT).check(z.int(NO_PORT), z.minimum(0, NO_PORT), z.maximum(65_535, NO_PORT))

/** Every variable the server reads, in the order of `printConfig`. */
const environment = z.object({
  FRETWORK_HOME: z._default(z.string().check(z.minLength(1)), '.fretwork'),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z._default(port, 4680),
  NODE_ENV: z.optional(z.string()),
  DATABASE_URL: z.optional(
    textLike(/^postgres(ql)?:\/\//, 'does not start with postgres:// or postgresql://'),
  ),
  SMTP_URL: z.optional(textLike(/^smtps?:\/\//, 'does not start with smtp:// or smtps://')),
  FRETWORK_MAIL_FROM: z.optional(
    textLike(/^[^\s@<>,"]+@[^\s@<>,"]+$/, 'is not a plain email address such as no-reply@example.org'),
  ),
  FRETWORK_PUBLIC_URL: z.optional(url),
  FRETWORK_ORIGINS: z._default(z.pipe(list, z.array(origin)), []),
  FRETWORK_TRUSTED_PROXIES: z._default(z.pipe(list, z.array(network)), []),
  FRETWORK_DEMO_PASSWORD: z.optional(
    z
      .string()
      .check(
        z.minLength(8, 'is shorter than 8 characters'),
        z.maxLength(256, 'is longer than 256 characters'),
      ),
  ),
  FRETWORK_LOGINS_PER_MINUTE: z._default(loginLimits, { perAddress: 30, perAccount: 10 }),
  FRETWORK_AUDIT_DAYS: z._default(days, 365),
  FRETWORK_PLUGINS: z.optional(z.string()),
  FRETWORK_METRICS_TOKEN: z.optional(
    textLike(/^[A-Za-z0-9._~+/-]{16,256}=*$/, 'is not 16 to 256 letters, digits and . _ ~ + / - ='),
  ),
  FRETWORK_PRODUCTS: z.optional(z.string()),
  STRIPE_SECRET_KEY: z.optional(
    textLike(/^(sk|rk)_(test|live)_/, 'does not start with sk_ or rk_ and test_ or live_'),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    textLike(/^pk_(test|live)_/, 'does not start with pk_test_ or pk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(textLike(/^whsec_/, 'does not start with whsec_')),
  STRIPE_API_URL: z.optional(url),
  FRETWORK_LOG_LEVEL: z._default(z.enum(LOG_LEVELS), 'warn'),
})

export interface Config {
  /** Absolute path of the state folder. */
  readonly home: string
  readonly host: string
  /** 0 lets the system choose a free port. */
  readonly port: number
  readonly production: boolean
  readonly databaseUrl?: string | undefined
  readonly smtpUrl?: string | undefined
  /** The sender of all email, a plain address. */
  readonly mailFrom?: string | undefined
  readonly publicUrl?: string | undefined
  readonly origins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly demoPassword?: string | undefined
  /** Login attempts per minute before more are refused with 429. */
  readonly loginLimits: { readonly perAddress: number; readonly perAccount: number }
  /** How long audit log entries are kept; 0 keeps them forever. */
  readonly auditDays: number
  /** Absolute path of the allow-list of external plugins, if set. */
  readonly plugins?: string | undefined
  /** Lets programs on other machines read /metrics. */
  readonly metricsToken?: string | undefined
  /** Absolute path of the product table, if set. */
  readonly products?: string | undefined
  /** All three keys or none. Without them nothing is for sale, except through test billing in demo mode. */
  readonly stripe?: StripeKeys | undefined
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

export interface StripeKeys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  /** Replaces https://api.stripe.com in tests. */
  readonly apiUrl?: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Validates the environment. Empty variables count as not set, as shells and compose files leave them.
 * @throws StartFailure `config_invalid`, naming every invalid variable.
 */
export function readConfig(env: Environment, root: string = projectRoot()): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`)
    throw new StartFailure('config_invalid', `The environment is invalid: ${wrong.join('; ')}.`)
  }
  const value = parsed.data
  return {
    home: resolve(root, value.FRETWORK_HOME),
    host: value.HOST,
    port: value.PORT,
    production: value.NODE_ENV === 'production',
    databaseUrl: value.DATABASE_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.FRETWORK_MAIL_FROM,
    publicUrl: value.FRETWORK_PUBLIC_URL,
    origins: value.FRETWORK_ORIGINS,
    trustedProxies: value.FRETWORK_TRUSTED_PROXIES,
    demoPassword: value.FRETWORK_DEMO_PASSWORD,
    loginLimits: value.FRETWORK_LOGINS_PER_MINUTE,
    auditDays: value.FRETWORK_AUDIT_DAYS,
    plugins: value.FRETWORK_PLUGINS === undefined ? undefined : resolve(root, value.FRETWORK_PLUGINS),
    metricsToken: value.FRETWORK_METRICS_TOKEN,
    products: value.FRETWORK_PRODUCTS === undefined ? undefined : resolve(root, value.FRETWORK_PRODUCTS),
    stripe: stripeOf(value),
    logLevel: value.FRETWORK_LOG_LEVEL,
  }
}

function stripeOf(value: z.infer<typeof environment>): StripeKeys | undefined {
  const keys = {
    STRIPE_SECRET_KEY: value.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: value.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: value.STRIPE_WEBHOOK_SECRET,
  }
  const missing = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [name] : []))
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = keys
  const webhookSecret = keys.STRIPE_WEBHOOK_SECRET
  if (!secretKey || !publishableKey || !webhookSecret) {
    if (missing.length === 3) return undefined
    const message = `Stripe needs all three keys, but ${missing.join(' and ')} is not set.`
    throw new StartFailure('config_invalid', message)
  }
  if (/_live_/.test(secretKey) !== /_live_/.test(publishableKey)) {
    const message =
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.'
    throw new StartFailure('config_invalid', message)
  }
  if (/_test_/.test(secretKey) && value.NODE_ENV === 'production') {
    const message = 'STRIPE_SECRET_KEY is a test key; in production anyone could pay with a test card.'
    throw new StartFailure('config_invalid', message)
  }
  if (value.STRIPE_API_URL !== undefined && value.NODE_ENV === 'production') {
    const message = 'STRIPE_API_URL is for tests and not allowed in production; unset it.'
    throw new StartFailure('config_invalid', message)
  }
  return { secretKey, publishableKey, webhookSecret, apiUrl: value.STRIPE_API_URL }
}

/** Demo users, test billing and the /dev pages exist only on a developer's own machine. */
export function isDemo(config: Pick<Config, 'host' | 'databaseUrl' | 'production'>): boolean {
  return isLoopback(config.host) && config.databaseUrl === undefined && !config.production
}

/** @example isLoopback('127.0.0.9') // true */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true
  return isIP(name) === 4 && name.startsWith('127.')
}

/** Lines of `NAME=value`; secrets are shown as "(set)". */
export function printConfig(config: Config): string {
  const lines: [string, string | undefined][] = [
    ['FRETWORK_HOME', config.home],
    ['HOST', config.host],
    ['PORT', String(config.port)],
    ['DATABASE_URL', config.databaseUrl && withoutPassword(config.databaseUrl)],
    ['SMTP_URL', config.smtpUrl && withoutPassword(config.smtpUrl)],
    ['FRETWORK_MAIL_FROM', config.mailFrom],
    ['FRETWORK_PUBLIC_URL', config.publicUrl],
    ['FRETWORK_ORIGINS', config.origins.join(',')],
    ['FRETWORK_TRUSTED_PROXIES', config.trustedProxies.join(',')],
    ['FRETWORK_DEMO_PASSWORD', config.demoPassword === undefined ? undefined : '(set)'],
    ['FRETWORK_LOGINS_PER_MINUTE', `${config.loginLimits.perAddress},${config.loginLimits.perAccount}`],
    ['FRETWORK_AUDIT_DAYS', String(config.auditDays)],
    ['FRETWORK_PLUGINS', config.plugins],
    ['FRETWORK_METRICS_TOKEN', config.metricsToken === undefined ? undefined : '(set)'],
    ['FRETWORK_PRODUCTS', config.products],
    ['STRIPE_SECRET_KEY', config.stripe && '(set)'],
    ['STRIPE_PUBLISHABLE_KEY', config.stripe?.publishableKey],
    ['STRIPE_WEBHOOK_SECRET', config.stripe && '(set)'],
    ['STRIPE_API_URL', config.stripe?.apiUrl],
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
  // Not through URL: a socket address such as postgresql:///name?host=/run/x must stay as it is. Hides too much rather
  // than too little: up to the last @, and everything after the first secret parameter.
  return address
    .replace(/^([a-z]+:\/\/[^:@/]*):.*@/is, '$1:***@')
    .replace(/([?&][^=&]*(?:pass|secret|token)[^=&]*=).*/is, '$1***')
}

/** A web address without user name and password, since pages and emails show it. */
function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === ''
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
