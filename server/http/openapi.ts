import { STATUS_CODES } from 'node:http'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type Endpoint, endpointErrors } from '../../src/core/contract/endpoint.js'
import { ERRORS, type ErrorCode } from '../../src/core/contract/errors.js'
import { problemDocument } from '../../src/core/contract/problem.js'
import { TENANT_HEADER, tenantKey } from '../../src/core/contract/tenant.js'

const named = z.registry<{ id?: string; description?: string }>()
named.add(problemDocument, { id: 'Problem' })

/** Schema for the tenant header. Node converts header names to lower case. */
const tenantHeader = z.object({ [TENANT_HEADER.toLowerCase()]: tenantKey })

const ABOUT = `JSON over HTTP. Send the tenant in \`${TENANT_HEADER}\` and, after logging in, \`Authorization: Bearer\`.
Errors are problem documents with a stable \`code\`.

[openapi.json](/openapi.json) · [Guides](/cms/)`

/** Call this before adding routes. `app.swagger()` returns the document once the app is ready. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fretwork API', version, description: ABOUT },
      components: {
        schemas: { Problem: z.toJSONSchema(problemDocument, { io: 'output' }) as object },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [], schemaRegistry: named }),
    // Hides routes that are not part of the API: health checks, pages and files.
    hideUntagged: true,
  })
}

export function schemaOf(endpoint: Endpoint): FastifySchema {
  const { name, summary, auth, tenant, params, query, body } = endpoint
  return {
    operationId: name,
    summary,
    tags: [name.split('.')[0] ?? name],
    security: auth === 'bearer' ? [{ bearer: [] }] : [],
    ...(tenant !== 'none' && { headers: tenantHeader }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [endpoint.status]: success(endpoint), ...failures(endpointErrors(endpoint)) },
  }
}

function success({ status, answer, media }: Endpoint): object {
  const description = STATUS_CODES[status] ?? 'Success'
  if (answer) return { description, content: { 'application/json': { schema: answer } } }
  if (media) return { description, content: { [media]: { schema: z.string() } } }
  return z.undefined().register(named, { description })
}

function failures(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = grouped(codes, code => ERRORS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map(code => `${code}: ${ERRORS[code].detail}`).join(' '),
        content: { 'application/problem+json': { schema: problemDocument } },
      },
    ]),
  )
}

/** Replacement for Map.groupBy, which Node 20 lacks. */
export function grouped<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
