import { afterAll, expect, it, vi } from 'vitest'
import { tenantJson } from '../../../src/core/api/tenant.js'
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

// Anyone who asks for it next, in this process, gets the real one.
afterAll(() => void vi.resetModules())

it('calls a network without the code for calls a network that failed, and tries again with the next call', async () => {
  const { transport } = fakeTransport(() => ok(CARD))
  const api = new ApiClient({ baseUrl: '' }, { current: CARD }, transport)
  await expect(api.call(tenantJson)).rejects.toMatchObject({ kind: 'network' })
  online = true
  expect(await api.call(tenantJson)).toEqual(CARD)
})
