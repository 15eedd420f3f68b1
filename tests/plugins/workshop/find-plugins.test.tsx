// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { InternalAxiosRequestConfig } from 'axios'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN_ROLE, ROLE_CLAIM } from '../../../src/core/api/claims.js'
import type { FoundPlugin } from '../../../src/core/api/plugin-index.js'
import { KernelProvider, PluginProvider } from '../../../src/core/react/kernel-context.js'
import workshop from '../../../src/plugins/workshop/index.js'
import { FindPlugins } from '../../../src/plugins/workshop/ui/find/find-plugins.js'
import { openKernel } from '../../support/open-kernel.js'

const INTEGRITY = `sha256-${'A'.repeat(43)}=`
const version = (change: Partial<FoundPlugin['versions'][number]> = {}): FoundPlugin['versions'][number] => ({
  ...{ version: '1.0.0', manifest: 'quiz/1.0.0/plugin.json', integrity: INTEGRITY, size: 100 },
  ...{ engine: '^1.1.0', title: 'Chord quiz', publishedAt: '2020-01-01T00:00:00.000Z' },
  readyAt: '2020-01-04T00:00:00.000Z',
  ...change,
})
const PERMISSIONS = { network: { hosts: ['chords.example.org'], reason: 'Looks up chords.' } }
const young = version({
  ...{ version: '1.1.0', publishedAt: '2999-01-01T00:00:00.000Z', readyAt: '2999-01-04T00:00:00.000Z' },
  permissions: PERMISSIONS,
})

function jwtWith(roles: readonly string[]) {
  const payload = { sub: 'chief', tenant: 'fretwork', sid: 's', exp: 4e9, [ROLE_CLAIM]: roles }
  return `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x`
}

interface Opening {
  readonly roles?: readonly string[]
  readonly index?: string
  readonly plugin?: Partial<FoundPlugin>
  readonly refuse?: string
  readonly languages?: readonly string[]
}

async function open({
  roles = [ADMIN_ROLE],
  index = 'https://plugins.example/',
  plugin,
  refuse,
  languages,
}: Opening = {}) {
  const calls: { method: string; path: string; sent: unknown }[] = []
  const found = {
    id: 'quiz',
    versions: [young, version({ provenance: { builtBy: 'GitHub Actions' } })],
    ...plugin,
  }
  const transport = async (config: InternalAxiosRequestConfig) => {
    const [method, path] = [(config.method ?? 'get').toUpperCase(), config.url ?? '']
    const answer = (status: number, data: unknown) => ({ config, status, statusText: '', headers: {}, data })
    if (path.endsWith('/login')) return answer(200, { jwt: jwtWith(roles), refreshToken: 'r' })
    if (!path.includes('/admin/plugins/')) return answer(404, {})
    calls.push({ method, path, sent: typeof config.data === 'string' ? JSON.parse(config.data) : undefined })
    if (method === 'GET')
      return answer(200, index === '' ? { total: 0, plugins: [] } : { index, total: 1, plugins: [found] })
    if (refuse === undefined) return answer(200, { id: 'quiz', version: '1.0.0' })
    const errors = [{ path: 'body.version', message: refuse }]
    return answer(409, { title: 'Conflict', status: 409, code: 'plugin_refused', errors })
  }
  const { kernel, notices } = await openKernel({ plugins: [workshop], transport, loggedIn: false, languages })
  await kernel.auth.login({ email: 'chief@example.org', password: 'long enough', rememberMe: true })
  // Its texts are loaded with it.
  await kernel.host.activate('workshop')
  render(
    <MantineProvider env="test">
      <KernelProvider kernel={kernel}>
        <PluginProvider plugin="workshop">
          <MemoryRouter>
            <FindPlugins />
          </MemoryRouter>
        </PluginProvider>
      </KernelProvider>
    </MantineProvider>,
  )
  return { calls, notices, user: userEvent.setup() }
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}))
})

const installing = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Install' }))
  return within(await screen.findByRole('dialog'))
}

describe('finding plugins', () => {
  it('is for administrators, where the operator has named an index', async () => {
    const { calls } = await open({ roles: [] })
    expect(calls).toEqual([])
    await open({ index: '' })
    expect(screen.queryByText('Find plugins')).toBeNull()
  })

  it('offers the newest version that was public for days, says that its origin is claimed, and installs after consent', async () => {
    const { calls, notices, user } = await open()
    expect(await screen.findByText('Claimed by its publisher, not verified: GitHub Actions')).toBeTruthy()
    const dialog = await installing(user)
    expect(dialog.getByText('It asks for no permissions.')).toBeTruthy()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Install' }))
    await waitFor(() => expect(notices.at(-1)).toMatchObject({ kind: 'success' }))
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: expect.stringContaining('/admin/plugins/quiz/version'),
      sent: { version: '1.0.0', integrity: INTEGRITY },
    })
  })

  it('shows what a new version may use and why, and that it is new', async () => {
    const { calls, user } = await open({ plugin: { versions: [young] } })
    expect(await screen.findByText('network (chords.example.org): Looks up chords.')).toBeTruthy()
    const dialog = await installing(user)
    expect(dialog.getByText(/published less than three days ago/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Install' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
    expect(calls.find(({ method }) => method === 'POST')?.sent).toMatchObject({ now: true })
  })

  it('says why the server has refused it', async () => {
    const { notices, user } = await open({ refuse: 'The hash of drone.js is wrong.' })
    const dialog = await installing(user)
    await user.click(dialog.getByRole('button', { name: 'Install' }))
    await waitFor(() => expect(notices.at(-1)?.values).toEqual({ reason: 'The hash of drone.js is wrong.' }))
  })

  it('removes what is installed', async () => {
    const { calls, user } = await open({ plugin: { installed: '1.0.0' } })
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
  })
})
