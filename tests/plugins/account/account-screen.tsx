// A page of the account at its address, and a server that answers it by a table.
import userEvent from '@testing-library/user-event'
import { AxiosError, type InternalAxiosRequestConfig } from 'axios'
import type { Kernel } from '../../../src/core/kernel/host/kernel.js'
import account from '../../../src/plugins/account/index.js'
import { openKernel } from '../../support/open-kernel.js'
import { renderRoutes } from '../../support/render-routes.js'

/** `address` may have a query and a fragment; by default it is the page's own. */
export function renderAccount(kernel: Kernel, screen: string, address?: string) {
  const own = account.contributes?.routes?.find(route => route.screen === screen)?.path ?? ''
  return renderRoutes(kernel, account, address ?? own)
}

export const ME = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const payload = { sub: ME, tenant: 'fretwork', sid: 's', exp: 4e9, email: 'ada@example.org', name: 'Ada' }
const JWT = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`

/** By method and the end of the path: `GET profile/`. Status 0 is a server that cannot be reached. */
type Answered = readonly [status: number, body?: unknown]
export type Answers = Readonly<Record<string, (sent: never) => Answered | Promise<Answered>>>

/** Opens a page as Ada, who is logged in. */
export async function openAccount(screen: string, answers: Answers, address?: string) {
  const calls: { call: string; sent: unknown }[] = []
  const transport = async (config: InternalAxiosRequestConfig) => {
    const answer = (status: number, data: unknown) => ({ config, status, statusText: '', headers: {}, data })
    const call = `${(config.method ?? 'get').toUpperCase()} ${config.url}`
    const sent = typeof config.data === 'string' ? JSON.parse(config.data) : undefined
    if (call.endsWith('/auth/login') || call.endsWith('/auth/refresh'))
      return answer(200, { jwt: JWT, refreshToken: 'r' })
    const name = Object.keys(answers).find(each => {
      const [method = '', end = ''] = each.split(' ')
      return call.startsWith(method) && call.endsWith(end)
    })
    calls.push({ call: name ?? call, sent })
    const [status, body] = (name !== undefined && (await answers[name]?.(sent as never))) || [404]
    if (status === 0) throw new AxiosError('down', 'ERR_NETWORK', config)
    return answer(status, body ?? '')
  }
  const { kernel, platform, notices } = await openKernel({ plugins: [account], transport, loggedIn: false })
  await kernel.auth.login({ email: 'ada@example.org', password: 'long enough', rememberMe: true })
  const named = (name: string) => calls.filter(({ call }) => call === name)
  return {
    ...renderAccount(kernel, screen, address),
    kernel,
    named,
    notices,
    platform,
    user: userEvent.setup(),
  }
}

export const problem = (status: number, code: string, errors?: { path: string; message: string }[]) =>
  [status, { title: 'Refused', status, code, ...(errors && { errors }) }] as const
