import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sendProblem } from '../../../server/http/problem.js'
import { type Handler, routesOn } from '../../../server/http/route.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'
import { defineEndpoint } from '../../../src/core/contract/endpoint.js'
import { codeOf } from '../support/test-app.js'

const tenant = { ...NEW_TENANT, key: 'fretwork', name: 'Fretwork' }

const tuning = defineEndpoint('tuning.save', 'POST /tunings/{id}', {
  summary: 'Keep a tuning',
  auth: 'none',
  tenant: 'none',
  params: z.object({ id: z.coerce.number().check(z.int()) }),
  query: z.object({ capo: z._default(z.coerce.number(), 0) }),
  body: z.strictObject({ strings: z.array(z.object({ pitch: z.int() })) }),
  answer: z.object({ id: z.int(), capo: z.int() }),
  status: 201,
})

function appWith(handler: Handler<{ id: number }, { capo: number }, { strings: unknown[] }, object>) {
  const app: FastifyInstance = Fastify({ logger: false })
  app.setErrorHandler(sendProblem)
  const route = routesOn(app, {
    isHttps: () => false,
    tenantByKey: async () => tenant,
    tenantForHost: async () => tenant,
    admit: () => Promise.reject(new Error('No one logs in here.')),
  })
  route(tuning, async call => (await handler(call)) as { id: number; capo: number })
  return (url: string, body: object = { strings: [] }) => app.inject({ method: 'POST', url, payload: body })
}

it('a route handler gets the request parsed by the schemas, including defaults', async () => {
  const send = appWith(async ({ params, query }) => ({ id: params.id, capo: query.capo }))
  const answer = await send('/tunings/7')
  expect([answer.statusCode, answer.json()]).toEqual([201, { id: 7, capo: 0 }])
  expect((await send('/tunings/7?capo=3')).json()).toEqual({ id: 7, capo: 3 })
})

it('a response omits fields that are not in its schema', async () => {
  const send = appWith(async () => ({ id: 7, capo: 0, passwordHash: 'secret' }))
  expect((await send('/tunings/7')).json()).toEqual({ id: 7, capo: 0 })
})

it('a response that does not match its schema causes a 500', async () => {
  const send = appWith(async () => ({ id: 'seven' }))
  expect(codeOf(await send('/tunings/7'))).toBe('500 internal_error')
})

it('an error contains the path of the invalid field, however deeply nested', async () => {
  const send = appWith(async () => ({ id: 7, capo: 0 }))
  const answer = await send('/tunings/7', { strings: [{ pitch: 40 }, { pitch: 'E' }] })
  expect(codeOf(answer)).toBe('400 invalid_input')
  expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual(['body.strings.1.pitch'])
  const places = async (url: string) => (await send(url)).json().errors[0].path
  expect(await places('/tunings/x')).toBe('params.id')
  expect(await places('/tunings/7?capo=x')).toBe('query.capo')
})
