// Calls derived from the contract: new endpoints get valid and mutated input without a new test.
import fc from 'fast-check'
import type { LightMyRequestResponse as Answer } from 'fastify'
import { zocker } from 'zocker'
import { type Endpoint, type Method, pathOf, type Schema } from '../../../src/core/contract/endpoint.js'
import { endpointNamed } from '../../../src/core/contract/endpoints.js'
import { anyCharacter } from '../../support/any-character.js'
import type { Sent } from '../support/test-app.js'

type Fields = Readonly<Record<string, unknown>>

export interface Input {
  readonly params: Fields
  readonly query: Fields
  /** Request body; `undefined` if the call has none. */
  readonly body: unknown
}

/** Values that exist on the server under test, by field name. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Generates valid input; the same seed always gives the same input. */
export const validInput = (endpoint: Endpoint, seed: number): Input => ({
  params: (made(endpoint.params, seed) ?? {}) as Fields,
  query: (made(endpoint.query, seed) ?? {}) as Fields,
  body: made(endpoint.body, seed),
})

const inputs = new Map<string, Input>()

/** Returns a valid input. Inputs are cached because generating some of them takes 100 ms. */
export function anyInput(endpoint: Endpoint): Input {
  const input = inputs.get(endpoint.name) ?? validInput(endpoint, 1)
  inputs.set(endpoint.name, input)
  return input
}

function made(schema: Schema<unknown> | undefined, seed: number): unknown {
  // JSON bodies have no big integers.
  return schema && zocker(schema).setSeed(seed).unknown({ strategy: 'json-compatible' }).generate()
}

/** Builds the path with its query. Lone surrogates are replaced because URLs cannot contain them. */
export function urlOf(endpoint: Pick<Endpoint, 'name' | 'path'>, { params, query }: Input): string {
  // `String()` throws for some objects.
  const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const sendable = (value: unknown) => Buffer.from(textOf(value)).toString()
  const path = pathOf(
    endpoint,
    Object.fromEntries(
      // URLs normalize empty segments and dots.
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

const HOSTILE = ['', ' ', '\0', '\ud800', '🎸', '..', '%', "'; --", '_', 'A'.repeat(43), '0'.repeat(300), '1']
const value = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE, null, true, 0, -1, 1.5, 1e308, [], {}),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Mutation of one part of an input. */
interface Mutation {
  readonly part: 'params' | 'query' | 'body'
  readonly change: 'replace' | 'remove' | 'add' | 'swallow'
  /** Index of the mutated field within the part. */
  readonly at: number
  readonly value: unknown
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  part: fc.constantFrom<Mutation['part'][]>('params', 'query', 'body'),
  change: fc.constantFrom<Mutation['change'][]>('replace', 'remove', 'add', 'swallow'),
  at: fc.nat(20),
  value,
})

/** Call as plain data so that counterexamples are readable. */
export interface Draft {
  /** Method and path template of the endpoint. */
  readonly name: string
  readonly seed: number
  readonly picks: readonly number[]
  readonly mutations: readonly Mutation[]
}

/** Generates calls to `endpoints`; half of them are valid, and half have up to three mutations. */
export const drafts = (endpoints: readonly Endpoint[]): fc.Arbitrary<Draft> =>
  fc.record({
    name: fc.constantFrom(...endpoints.map(({ name }) => name)),
    seed: fc.nat(1_000_000),
    picks: fc.array(fc.nat(7), { minLength: 4, maxLength: 4 }),
    mutations: fc.oneof(fc.constant([]), fc.array(mutation, { minLength: 1, maxLength: 3 })),
  })

/** Returns the input for a draft, with many fields set to currently known values. */
export function inputOf({ name, seed, picks, mutations }: Draft, known: Known): Input {
  return mutations.reduce(mutated, withKnown(validInput(entryOf(name), seed), known, picks))
}

/** @throws RangeError if the contract has no such call */
export function entryOf(name: string): Endpoint {
  const endpoint = endpointNamed(name)
  if (endpoint) return endpoint
  throw new RangeError(`The contract has no call named ${name}.`)
}

/** Replaces most generated values with known values of the same key. */
function withKnown({ params, query, body }: Input, known: Known, picks: readonly number[]): Input {
  let turn = 0
  const fill = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([key, made]) => {
        const choices = known[key] ?? []
        const pick = picks[turn++ % picks.length] ?? 0
        return [key, pick < choices.length ? choices[pick] : made]
      }),
    )
  return { params: fill(params), query: fill(query), body: isFields(body) ? fill(body) : body }
}

function mutated(input: Input, { part, change, at, value }: Mutation): Input {
  const fields = input[part]
  // A body on a bodyless call must have no effect.
  if (change === 'swallow' || !isFields(fields)) return part === 'body' ? { ...input, body: value } : input
  const keys = Object.keys(fields)
  const key = change === 'add' || keys.length === 0 ? 'roles' : (keys[at % keys.length] ?? '')
  const { [key]: _gone, ...rest } = fields
  // Path parameters can't be omitted.
  if (change === 'remove' && part !== 'params') return { ...input, [part]: rest }
  return { ...input, [part]: { ...rest, [key]: value } }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a client that sends valid input to a test server, modified by `change`. */
export function callsTo(
  { send }: { readonly send: (url: string, sent: Sent) => Promise<Answer> },
  sender: Sent = {},
) {
  return (endpoint: Endpoint, change: Partial<Input> = {}, sent: Sent = {}) => {
    const input = { ...anyInput(endpoint), ...change }
    return send(urlOf(endpoint, input), {
      method: endpoint.method as 'GET',
      ...(input.body !== undefined && { body: input.body }),
      ...sender,
      ...sent,
    })
  }
}

export const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map(endpoint => [endpoint.name, endpoint] as const)
