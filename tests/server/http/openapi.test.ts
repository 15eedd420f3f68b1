import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { describeApi } from '../../../server/http/openapi.js'
import { routesOn } from '../../../server/http/route.js'
import { ENDPOINTS } from '../../../src/core/contract/endpoints.js'

interface BodySchema {
  additionalProperties?: boolean
  required?: string[]
  anyOf?: BodySchema[]
}

interface Operation {
  operationId: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: BodySchema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}

const unused = () => Promise.reject(new Error('This is never called.'))

async function describedApi() {
  const app = Fastify()
  await describeApi(app, '1.1.0')
  const route = routesOn(app, {
    ...{ isHttps: () => false, tenantByKey: unused, tenantForHost: unused, admit: unused },
  })
  for (const endpoint of ENDPOINTS) route(endpoint, unused)
  app.get('/health', unused)
  await app.ready()
  return app.swagger()
}

const document = (await describedApi()) as { paths?: object; components?: object }
const paths = document.paths as Record<string, Record<string, Operation>>
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.values(methods).map(operation => ({ path, ...operation })),
)

it('the OpenAPI document has one operation per call, each with a unique ID', () => {
  expect(operations).toHaveLength(ENDPOINTS.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ENDPOINTS.length)
})

it('every OpenAPI operation within a tenant declares the tenant header', () => {
  const open = operations.filter(
    ({ parameters = [] }) => !parameters.some(({ name, required }) => name === 'x-tenant' && required),
  )
  expect(open.map(({ path }) => path)).toEqual(['/tenant.json', '/sound-banks.json'])
})

it('OpenAPI bodies are strict, and operations have one success response and documented errors', () => {
  for (const { requestBody, responses } of operations) {
    const schema = requestBody?.content['application/json']?.schema
    // An optional body is an object or null.
    const [shape] = schema?.anyOf ?? [schema]
    if (shape) expect(shape.additionalProperties).toBe(false)
    expect(Object.keys(responses).filter(status => status.startsWith('2'))).toHaveLength(1)
    for (const { description } of Object.values(responses)) expect(description).not.toBe('')
  }
})
