import { API, defineRuntime } from '@fretwork/sdk'
import * as face from '@fretwork/sdk/api'
import { createTestKernel } from '@fretwork/sdk/testing'
import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../src/core/contract/endpoints.js'
import { makePlugin } from './kernel/make-plugin.js'

const calls = Object.values(face).filter(each => typeof each === 'object')

it('plugins cannot call security, payment or admin endpoints', () => {
  expect(calls.length).toBeGreaterThan(10)
  for (const call of calls) {
    expect(ENDPOINTS).toContain(call)
    expect(call.dangerous).toBeUndefined()
    expect(call.name).not.toMatch(/^(admin|account|session|second-factor|factor|billing|stripe)/)
  }
  expect(
    calls.map(({ path }) => path).filter(path => /login|password|refresh|admin|stripe/.test(path)),
  ).toEqual([])
})

it('a plugin’s API calls run as the user and return validated results', async () => {
  const profile = { name: 'Anna', handle: 'anna', bio: '', instruments: ['guitar'], public: true }
  const asked: unknown[] = []
  const kernel = await createTestKernel({
    plugins: [
      makePlugin('names', {}, () =>
        defineRuntime({
          activate: async ({ get }) => {
            const { instruments } = await get(API).call(face.ownProfile)
            asked.push(instruments.join())
          },
        }),
      ),
    ],
    transport: async config => {
      asked.push(`${config.method} ${config.url}`)
      return { data: profile, status: 200, statusText: '', headers: {}, config }
    },
  })
  await kernel.host.activate('names')
  expect(asked).toEqual([expect.stringMatching(/get .*\/user\/profile\//i), 'guitar'])
  kernel.dispose()
})
