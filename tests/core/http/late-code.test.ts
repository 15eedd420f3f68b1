import { afterAll, expect, it, vi } from 'vitest'
import { tenantJson } from '../../../src/core/contract/tenant.js'
import { ApiClient } from '../../../src/core/http/api-client.js'
import { fakeTransport, ok } from './fake-transport.js'

const CARD = { key: 'fretwork', name: 'Fretwork', accent: '#e8a13a', languages: ['en'], providers: [] }
let online = false

vi.mock('axios', async original => {
  const real = await original<typeof import('axios')>()
  const late = {
    ...real.default,
    create: (...options: Parameters<typeof real.default.create>) => {
      if (!online) throw new TypeError('Failed to fetch dynamically imported module')
      return real.default.create(...options)
    },
  }
  return { ...real, default: late }
})

// Restores the real module for test files that run later in this process.
afterAll(() => void vi.resetModules())

it('a failed import of the network code counts as a network error, and the next call retries it', async () => {
  const { transport } = fakeTransport(() => ok(CARD))
  const api = new ApiClient({ baseUrl: '' }, { current: CARD }, transport)
  await expect(api.call(tenantJson)).rejects.toMatchObject({ kind: 'network' })
  online = true
  expect(await api.call(tenantJson)).toEqual(CARD)
})
