// Calls made of the contract alone: whatever entry is added gets its valid input without a new test.
import type { LightMyRequestResponse as Answer } from 'fastify'
import { zocker } from 'zocker'
import { type Endpoint, type Method, pathOf, type Schema } from '../../../src/core/api/endpoint.js'
import type { Sent } from '../support/test-app.js'

type Fields = Readonly<Record<string, unknown>>

export interface Input {
  readonly params: Fields
  readonly query: Fields
  /** `undefined` where the call has none. */
  readonly body: unknown
}

/** The same seed gives the same input. */
export function validInput(endpoint: Endpoint, seed: number): Input {
  return {
    params: (made(endpoint.params, seed) ?? {}) as Fields,
    query: (made(endpoint.query, seed) ?? {}) as Fields,
    body: made(endpoint.body, seed),
  }
}

function made(schema: Schema<unknown> | undefined, seed: number): unknown {
  // Whatever may be there is JSON, which has no big numbers.
  return schema && zocker(schema).setSeed(seed).unknown({ strategy: 'json-compatible' }).generate()
}

/** The path with its query. What no address can carry (half a surrogate pair) goes out as the sign for "unknown". */
export function urlOf(endpoint: Pick<Endpoint, 'name' | 'path'>, { params, query }: Input): string {
  // Not every object has a text of its own.
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const sendable = (value: unknown) => Buffer.from(textOf(value)).toString()
  const path = pathOf(
    endpoint,
    Object.fromEntries(
      // Nothing at all would name another call, and so would dots, which every URL takes as the way up.
      Object.entries(params).map(([key, value]) => [key, sendable(value).replace(/^\.{0,2}$/, ' ')]),
    ),
  )
  const words = Object.entries(query).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter(each => each !== undefined)
      .map(each => [key, sendable(each)]),
  )
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words)}`
}

export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A client of a test's server that sends valid input, changed by `change`. */
export function callsTo(
  { send }: { readonly send: (url: string, sent: Sent) => Promise<Answer> },
  sender: Sent = {},
) {
  return (endpoint: Endpoint, change: Partial<Input> = {}, sent: Sent = {}) => {
    const input = { ...validInput(endpoint, 1), ...change }
    return send(urlOf(endpoint, input), {
      method: endpoint.method as 'GET',
      ...(input.body !== undefined && { body: input.body }),
      ...sender,
      ...sent,
    })
  }
}

/** For the rows of `it.each`. */
export const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map(endpoint => [endpoint.name, endpoint] as const)
