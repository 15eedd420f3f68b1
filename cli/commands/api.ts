/** `fretwork api`: the session of the application, from the terminal. */
import { currentUser } from '../../src/core/api/auth.js'
import { tenantKey } from '../../src/core/api/tenant.js'
import type { Kernel } from '../../src/core/kernel/kernel.js'
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
  await kernel.auth.login({ email: options.email, password, rememberMe: true })
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
  const user = await kernel.api.call(currentUser)
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
