import { currentUser } from '../../../src/core/contract/auth.js'
import { hasExpired } from '../../../src/core/contract/claims.js'
import type { FactorChallenge } from '../../../src/core/contract/problem.js'
import { tenantJson } from '../../../src/core/contract/tenant.js'
import { ApiError } from '../../../src/core/http/api-error.js'
import { sentenceFor } from '../../../src/core/http/error-sentences.js'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import { fillSentence } from '../../../src/core/platform/phrases.js'
import { PLUGINS } from '../../../src/plugins/plugin-list.js'
import { notFound, refusedByServer, wrongUsage } from '../../errors.js'
import { askLine } from '../../io/ask-line.js'
import { printJson, printLine } from '../../io/print.js'
import { configPath, readCliConfig, type ServerOptions, serverOf } from '../../platform/environments.js'
import { createNodeKernel, disposing } from '../../platform/node-kernel.js'

const HIDDEN = { hidden: true, stopped: 'Canceled. Nothing was sent.' } as const

interface LoginOptions extends ServerOptions {
  readonly email: string
  readonly password?: string
  readonly code?: string
}

export function logIn(options: LoginOptions): Promise<void> {
  return withSession(options, async kernel => {
    const password = options.password ?? process.env.FRETWORK_PASSWORD ?? (await askPassword())
    try {
      await kernel.auth.login({ email: options.email, password, rememberMe: true })
    } catch (error) {
      const asked = error instanceof ApiError ? error.problem?.secondFactor : undefined
      if (!asked) await answered(options, Promise.reject(error))
      else await answered(options, kernel.auth.secondFactor(await proofFor(asked, options.code)))
    }
    const { id, email, name } = kernel.auth.state.getState().user ?? {}
    print(options, { id, email, name }, `Logged in as ${name} <${email}>.`)
  })
}

async function proofFor({ challenge, methods }: FactorChallenge, given: string | undefined) {
  if (!methods.some(method => method !== 'passkey')) {
    const message =
      'This account only has passkeys, which do not work in a terminal. Set up an authenticator app or get recovery codes in the browser.'
    throw wrongUsage('second_factor_required', message)
  }
  const code = given ?? (process.stdin.isTTY === true ? await askLine('Code: ', HIDDEN) : undefined)
  if (code === undefined) {
    const message =
      'Two-step login is on for this account. Pass --code with a code from your authenticator app or a recovery code.'
    throw wrongUsage('second_factor_required', message)
  }
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? { challenge, code: digits } : { challenge, recoveryCode: code }
}

async function askPassword(): Promise<string> {
  const line = await askLine('Password: ', HIDDEN)
  if (line !== undefined) return line
  const message = 'No password. Enter it at the prompt, pipe it in, or set FRETWORK_PASSWORD.'
  throw wrongUsage('password_missing', message)
}

export function whoAmI(options: ServerOptions): Promise<void> {
  return withSession(options, async kernel => {
    requireSession(kernel, options)
    const user = await answered(options, kernel.api.call(currentUser))
    const roles = user.roles.length ? user.roles.join(', ') : 'none'
    const features = user.features.length ? user.features.join(', ') : 'none'
    print(options, user, `${user.name} <${user.email}>\nroles: ${roles}\nfeatures: ${features}`)
  })
}

export function logOut(options: ServerOptions): Promise<void> {
  return withSession(options, async kernel => {
    requireSession(kernel, options)
    let serverNotified = true
    const listening = kernel.auth.onLoggedOut(event => {
      serverNotified = event.serverNotified !== false
    })
    await kernel.auth.logout()
    listening.dispose()
    if (serverNotified) return print(options, { loggedOut: true }, 'Logged out.')
    if (options.json) printJson({ loggedOut: true, serverNotified })
    const message = `Logged out on this machine only, because ${serverOf(options).baseUrl} could not be reached. After your next login, end the old session under Sessions.`
    throw refusedByServer('logout_untold', message)
  })
}

export async function answered<T>(options: ServerOptions, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { baseUrl, tenant } = serverOf(options)
    throw refusedByServer(error.code, sentenceOf(error, baseUrl, tenant), error)
  }
}

const endedSentence = (baseUrl: string) =>
  `The session at ${baseUrl} has ended; run "fretwork api login --email ADDRESS" again.`

function sentenceOf(error: ApiError, baseUrl: string, tenant: string): string {
  if (error.kind === 'network')
    return `Cannot reach ${baseUrl}. Start the server, or choose another server with --base-url.`
  if (error.code === 'tenant_unknown')
    return `No tenant "${tenant}" at ${baseUrl}. Choose another tenant with --tenant.`
  if (error.status === 401 && error.code !== 'invalid_credentials') return endedSentence(baseUrl)
  // List the invalid fields, because a terminal has no form to mark them in.
  const wrong = error.problem?.errors?.map(({ path, message }) => `${path}: ${message}`) ?? []
  if (wrong.length > 0)
    return `The server rejected the input (${wrong.join('; ')}). Correct it and try again.`
  const { sentence, values = {} } = sentenceFor(error)
  return fillSentence(sentence, values)
}

export function withSession<T>(options: ServerOptions, work: (kernel: Kernel) => Promise<T>): Promise<T> {
  const kernel = createNodeKernel(PLUGINS, serverOf(options))
  kernel.auth.init()
  return disposing(kernel, work)
}

export function requireSession(kernel: Kernel, options: ServerOptions): void {
  if (kernel.auth.state.getState().status === 'loggedIn') return
  const message = `You are not logged in at ${serverOf(options).baseUrl}; run "fretwork api login --email ADDRESS" first.`
  throw notFound('not_logged_in', message)
}

function print({ json }: ServerOptions, value: unknown, text: string): void {
  if (json) printJson(value)
  else printLine(text)
}

const VALID_FOR_MS = 60_000

/**
 * @throws CliError `not_logged_in`, `session_ended`, or `network` or `service_unavailable` if the server
 * can't renew the token
 */
export function token(options: ServerOptions): Promise<void> {
  return withSession(options, async kernel => {
    requireSession(kernel, options)
    if (hasExpired(kernel.auth.claims, Date.now() + VALID_FOR_MS)) {
      // Fail early if the server is unreachable, because renewing retries for a minute.
      await answered(options, kernel.api.call(tenantJson))
      if (!(await answered(options, kernel.auth.renewAfterRefusal())))
        throw refusedByServer('session_ended', endedSentence(serverOf(options).baseUrl))
    }
    printLine(kernel.auth.currentJwt() ?? '')
  })
}

export function environments({ json }: { json?: boolean }): void {
  const { environment, environments } = readCliConfig()
  const rows = Object.entries(environments).map(([name, { baseUrl, tenant }]) => ({
    ...{ name, baseUrl, tenant, chosen: name === environment },
  }))
  if (json) printJson(rows)
  else {
    for (const { name, baseUrl = '', tenant = '', chosen } of rows)
      process.stdout.write(`${`${chosen ? '*' : ' '} ${name}  ${baseUrl}  ${tenant}`.trimEnd()}\n`)
    if (rows.length === 0) process.stderr.write(`No environments in ${configPath()}.\n`)
  }
}
