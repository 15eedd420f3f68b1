/** `fretwork api`: the session of the application, from the terminal. */
import { currentUser } from '../../src/core/api/auth.js'
import { tenantKey } from '../../src/core/api/tenant.js'
import { ApiError } from '../../src/core/http/api-error.js'
import { sentenceFor } from '../../src/core/http/error-sentences.js'
import type { Kernel } from '../../src/core/kernel/kernel.js'
import { fillSentence } from '../../src/core/music/sentence.js'
import { CliError } from '../cli-error.js'
import { EXIT } from '../exit-codes.js'
import { createNodeKernel } from '../node-kernel.js'
import { askPassword } from '../platform/ask-password.js'

interface ApiOptions {
  readonly baseUrl: string
  readonly tenant: string
  readonly json?: boolean
}

export async function logIn(options: ApiOptions & { email: string; password?: string }): Promise<number> {
  const kernel = session(options)
  const password = options.password ?? process.env.FRETWORK_PASSWORD ?? (await askPassword())
  await answered(options, kernel.auth.login({ email: options.email, password, rememberMe: true }))
  const user = kernel.auth.state.getState().user
  print(
    options,
    { id: user?.id, email: user?.email, name: user?.name },
    `Logged in as ${user?.name} <${user?.email}>.`,
  )
  kernel.dispose()
  return EXIT.ok
}

export async function whoAmI(options: ApiOptions): Promise<number> {
  const kernel = session(options)
  requireSession(kernel, options)
  const user = await answered(options, kernel.api.call(currentUser))
  const roles = user.roles.length ? user.roles.join(', ') : 'none'
  const features = user.features.length ? user.features.join(', ') : 'none'
  print(options, user, `${user.name} <${user.email}>\nroles: ${roles}\nfeatures: ${features}`)
  kernel.dispose()
  return EXIT.ok
}

export async function logOut(options: ApiOptions): Promise<number> {
  const kernel = session(options)
  requireSession(kernel, options)
  await kernel.auth.logout()
  print(options, { loggedOut: true }, 'Logged out.')
  kernel.dispose()
  return EXIT.ok
}

/** Says what the server's refusal means to somebody at a terminal. */
async function answered<T>({ baseUrl, tenant }: ApiOptions, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new CliError(error.code, sentenceOf(error, baseUrl, tenant), EXIT.network, { cause: error })
  }
}

function sentenceOf(error: ApiError, baseUrl: string, tenant: string): string {
  if (error.kind === 'network') {
    return `${baseUrl} cannot be reached; start the server there, or name another one with --base-url.`
  }
  if (error.code === 'tenant_unknown')
    return `There is no tenant "${tenant}" at ${baseUrl}; name another one with --tenant.`
  if (error.status === 401 && error.code !== 'invalid_credentials') {
    return `The session at ${baseUrl} has ended; run "fretwork api login --email ADDRESS" again.`
  }
  const { sentence, values = {} } = sentenceFor(error)
  return fillSentence(sentence, values)
}

function session(options: ApiOptions): Kernel {
  if (!URL.canParse(options.baseUrl) || !/^https?:/.test(options.baseUrl)) {
    throw new CliError(
      'base_url_invalid',
      `"${options.baseUrl}" is no address of a server; give one such as http://127.0.0.1:4680.`,
      EXIT.usage,
    )
  }
  if (!tenantKey.safeParse(options.tenant).success) {
    throw new CliError(
      'tenant_invalid',
      `"${options.tenant}" is no tenant key; use up to 32 small letters, digits and hyphens.`,
      EXIT.usage,
    )
  }
  const kernel = createNodeKernel({ baseUrl: options.baseUrl.replace(/\/+$/, ''), tenant: options.tenant })
  kernel.auth.init()
  return kernel
}

function requireSession(kernel: Kernel, { baseUrl }: ApiOptions): void {
  if (kernel.auth.state.getState().status === 'loggedIn') return
  throw new CliError(
    'not_logged_in',
    `Nobody is logged in at ${baseUrl}; run "fretwork api login --email ADDRESS" first.`,
    EXIT.notFound,
  )
}

function print({ json }: ApiOptions, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`)
}
