// Renders an account page at its URL with a server that responds from a table.
import userEvent from '@testing-library/user-event'
import type { Kernel } from '../../../src/core/kernel/tokens.js'
import account from '../../../src/plugins/account/index.js'
import { jwtOf } from '../../core/auth/session.js'
import { fakeTransport, noConnection, ok } from '../../core/http/fake-transport.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderRoutes } from '../../support/render-routes.js'

/** `address` can include a query and a fragment; defaults to the page's URL. */
export function renderAccount(kernel: Kernel, screen: string, address?: string) {
  const own = account.contributes?.routes?.find(route => route.screen === screen)?.path ?? ''
  return renderRoutes(kernel, account, address ?? own)
}

export const ME = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const payload = { sub: ME, tenant: 'fretwork', sid: 's', exp: 4e9, email: 'ada@example.org', name: 'Ada' }

/** Responses by method and path suffix, such as `GET profile/`. Status 0 means an unreachable server. */
type Answered = readonly [status: number, body?: unknown]
export type Answers = Readonly<Record<string, (sent: never) => Answered | Promise<Answered>>>

/** Opens a page as the logged-in user Ada. */
export async function openAccount(screen: string, answers: Answers, address?: string) {
  const calls: { call: string; sent: unknown }[] = []
  const { transport } = fakeTransport(async ({ method, url, body }) => {
    if (/\/auth\/(login|refresh)$/.test(url)) return ok({ jwt: jwtOf(payload), refreshToken: 'r' })
    const name = Object.keys(answers).find(each => {
      const [wanted = '', end = ''] = each.split(' ')
      return method === wanted && url.endsWith(end)
    })
    calls.push({ call: name ?? `${method} ${url}`, sent: body })
    const [status, answer] = (name !== undefined && (await answers[name]?.(body as never))) || [404]
    if (status === 0) throw noConnection()
    return { status, body: answer ?? '' }
  })
  const { kernel, platform, notices, run } = await openKernel({
    plugins: [account],
    transport,
    loggedIn: false,
  })
  await kernel.auth.login({ email: 'ada@example.org', password: 'long enough', rememberMe: true })
  const named = (name: string) => calls.filter(({ call }) => call === name)
  const view = renderAccount(kernel, screen, address)
  return { ...view, kernel, named, notices, platform, run, user: userEvent.setup() }
}

export const problem = (status: number, code: string, errors?: { path: string; message: string }[]) =>
  [status, { title: 'Refused', status, code, ...(errors && { errors }) }] as const
