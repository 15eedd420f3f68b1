/** The requests made from an endpoint’s schemas: a choice of its field cases, the same for the same seed. */
import { type Endpoint, pathOf, type Schema } from '../../../../../src/core/api/endpoint.js'
import { exampleOf } from './example.js'
import { casesOf } from './field-cases.js'
import { type Random, randomOf } from './random.js'
import { isFields, nodeOf } from './schema-node.js'

export interface Input {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

export interface InputCase {
  readonly what: string
  readonly path: string
  readonly body?: unknown
  readonly isValid: boolean
  /** In its path: a router may find no call there. */
  readonly isOfPath: boolean
}

interface Choice {
  readonly seed: number
  /** How many are made, at most. */
  readonly cases: number
  /** How many of them may be valid; the others are not chosen. */
  readonly mostValid: number
}

const PARTS = ['params', 'query', 'body'] as const

/** @param known values that mean something to the server, such as ids of users; what is missing is made */
export function inputCases(
  endpoint: Endpoint,
  known: Input,
  { seed, cases, mostValid }: Choice,
): InputCase[] {
  const random = randomOf(seed, endpoint.name)
  const base = baseOf(endpoint, known, random)
  const all = [{ what: 'a valid example', input: base }, ...variants(endpoint, base, random)]
  const sendable = distinct(all.flatMap(({ what, input }) => caseOf(endpoint, what, input) ?? []))
  let valid = 0
  return random
    .shuffled(sendable)
    .filter(({ isValid }) => {
      if (!isValid) return true
      valid += 1
      return valid <= mostValid
    })
    .slice(0, cases)
}

/** Two changes may come to the same. */
function distinct(cases: readonly InputCase[]): InputCase[] {
  const textOfCase = ({ path, body }: InputCase) => `${path} ${JSON.stringify(body)}`
  return [...new Map([...cases].reverse().map(each => [textOfCase(each), each])).values()].reverse()
}

function baseOf(endpoint: Endpoint, known: Input, random: Random): Input {
  const made = PARTS.flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    return [[part, known[part] ?? exampleOf(nodeOf(schema, 'input'), random)] as const]
  })
  return Object.fromEntries(made)
}

function variants(endpoint: Endpoint, base: Input, random: Random): { what: string; input: Input }[] {
  return PARTS.flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    return casesOf(nodeOf(schema, 'input'), base[part], part, random).map(({ what, value }) => ({
      ...{ what, input: { ...base, [part]: value } },
    }))
  })
}

/** @returns `undefined` for what no request can carry */
function caseOf(endpoint: Endpoint, what: string, input: Input): InputCase | undefined {
  const path = pathWith(endpoint, input)
  if (path === undefined) return undefined
  const { body } = input
  // As it arrives: JSON has no `undefined`.
  const sent = { ...input, ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) }) }
  const isFitting = PARTS.every(part =>
    fits(endpoint[part], part === 'body' ? sent.body : textsOf(sent[part])),
  )
  // No schema says it: the parser of the server refuses the name.
  const isValid = isFitting && !JSON.stringify(body ?? null).includes('"__proto__":')
  const isOfPath = what.startsWith('params')
  return { what, path, isValid, isOfPath, ...(endpoint.body && { body }) }
}

const fits = (schema: Schema<unknown> | undefined, value: unknown) =>
  !schema || schema.safeParse(value).success

/** A path and a query have texts only. */
function textsOf(fields: unknown): unknown {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, textOf(value)]))
}

function pathWith(endpoint: Endpoint, { params = {}, query = {} }: Input): string | undefined {
  if (!isFields(params) || !isFields(query)) return undefined
  const known = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isNamed =
    known.every(name => isOwnSegment(params[name])) && Object.keys(params).length === known.length
  if (!isNamed || !Object.values(query).every(isText)) return undefined
  const words = new URLSearchParams(textsOf(query) as Record<string, string>).toString()
  return pathOf(endpoint, params) + (words && `?${words}`)
}

/** Nothing, or dots, would be the path of another call. */
const isOwnSegment = (value: unknown) => isText(value) && !/^\.{0,2}$/.test(textOf(value))

/** No address carries half a character. */
const isText = (value: unknown) => typeof value !== 'object' && !/\p{Surrogate}/u.test(textOf(value))

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
