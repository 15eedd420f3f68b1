// The OpenAPI document, made from the same entries as the routes.
import { STATUS_CODES } from 'node:http'
import * as z from 'zod/mini'
import { type Endpoint, endpointErrors, type Schema } from '../../src/core/api/endpoint.js'
import { ERRORS, type ErrorCode, problemDocument } from '../../src/core/api/errors.js'
import { TENANT_HEADER } from '../../src/core/api/tenant.js'
import { grouped } from './grouped.js'

type Json = Record<string, unknown>

const PROBLEM = { $ref: '#/components/schemas/Problem' }

export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fretwork', version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemDocument, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    security: endpoint.auth === 'bearer' ? [{ bearer: [] }] : [],
    parameters: [
      ...(endpoint.tenant === 'none' ? [] : [tenantHeader]),
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    responses: { [endpoint.status]: success(endpoint), ...failures(endpointErrors(endpoint)) },
  }
}

const tenantHeader = {
  name: TENANT_HEADER,
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: '^[a-z0-9-]{1,32}$' },
}

function parameters(schema: Schema<unknown> | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function success({ status, answer }: Endpoint): Json {
  const description = STATUS_CODES[status] ?? 'Success'
  return answer
    ? { description, content: { 'application/json': { schema: jsonSchema(answer, 'output') } } }
    : { description }
}

/** One entry per status, listing the codes it may carry. */
function failures(codes: readonly ErrorCode[]): Json {
  const byStatus = grouped(codes, code => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map(code => `${code}: ${ERRORS[code].detail}`).join(' '),
        content: { 'application/problem+json': { schema: PROBLEM } },
      },
    ]),
  )
}

function jsonSchema(schema: Schema<unknown>, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
