/** Which branches of the schemas a check has reached: optional fields, alternatives, empty and filled lists. */
import type { Endpoint } from '../../../../../src/core/api/endpoint.js'
import { CALLS } from '../../../../../src/core/api/endpoints.js'
import { isFields, memberFor, membersOf, nodeOf, type SchemaNode } from '../cases/schema-node.js'
import { type Answer, parsed, type Request } from '../http/wire.js'

export interface EndpointBranches {
  /** Such as `body.bio present` and `answer.items empty`. */
  readonly reached: readonly string[]
  readonly unreached: readonly string[]
}

const INPUTS = ['params', 'query', 'body'] as const

export class BranchCoverage {
  private readonly found = new Map<string, Set<string>>()

  /** Counts what a valid request and a success have in them. */
  saw(endpoint: Endpoint, request: Request, answer: Answer): void {
    if (answer.status !== endpoint.status) return
    const given = inputOf(endpoint, request)
    const found = this.found.get(endpoint.name) ?? new Set()
    this.found.set(endpoint.name, found)
    for (const part of INPUTS) {
      const schema = endpoint[part]
      if (schema?.safeParse(given[part]).success)
        for (const branch of reached(nodeOf(schema, 'input'), given[part], part)) found.add(branch)
    }
    const json = endpoint.answer && parsed(answer.text)
    if (endpoint.answer?.safeParse(json).success)
      for (const branch of reached(nodeOf(endpoint.answer, 'output'), json, 'answer')) found.add(branch)
  }

  of(name: string): EndpointBranches {
    const all = branchesOfEndpoint(name)
    const found = this.found.get(name) ?? new Set()
    return {
      reached: all.filter(branch => found.has(branch)),
      unreached: all.filter(branch => !found.has(branch)),
    }
  }
}

function branchesOfEndpoint(name: string): string[] {
  const endpoint = CALLS.find(each => each.name === name)
  if (!endpoint) return []
  return [
    ...INPUTS.flatMap(part => (endpoint[part] ? branchesOf(nodeOf(endpoint[part], 'input'), part) : [])),
    ...(endpoint.answer ? branchesOf(nodeOf(endpoint.answer, 'output'), 'answer') : []),
  ]
}

/** @example branchesOf({ type: 'array', items: {} }, 'answer.items') // ['answer.items empty', 'answer.items filled'] */
export function branchesOf(node: SchemaNode, path: string): string[] {
  const members = membersOf(node)
  if (members.length > 0)
    return members.flatMap((member, index) => [alternative(member, path, index), ...branchesOf(member, path)])
  if (node.enum && node.enum.length > 1) return node.enum.map(value => `${path} is ${JSON.stringify(value)}`)
  if (node.type === 'array')
    return [
      // One that must have items is never empty.
      ...(node.minItems ? [] : [`${path} empty`]),
      ...[`${path} filled`, ...branchesOf(node.items ?? {}, `${path}[]`)],
    ]
  if (node.type !== 'object') return []
  if (isRecord(node)) return [`${path} empty`, `${path} filled`, ...branchesOf(valuesOf(node), `${path}{}`)]
  return Object.entries(node.properties ?? {}).flatMap(([name, each]) => {
    const own = branchesOf(each, `${path}.${name}`)
    return node.required?.includes(name) ? own : [`${path}.${name} present`, `${path}.${name} absent`, ...own]
  })
}

function reached(node: SchemaNode, value: unknown, path: string): string[] {
  const members = membersOf(node)
  if (members.length > 0) {
    const index = memberFor(members, value)
    const member = members[index]
    return member ? [alternative(member, path, index), ...reached(member, value, path)] : []
  }
  if (node.enum) return [`${path} is ${JSON.stringify(value)}`]
  if (Array.isArray(value))
    return [
      `${path} ${value.length === 0 ? 'empty' : 'filled'}`,
      ...value.flatMap(each => reached(node.items ?? {}, each, `${path}[]`)),
    ]
  if (node.type !== 'object' || !isFields(value)) return []
  if (isRecord(node))
    return [
      `${path} ${Object.keys(value).length === 0 ? 'empty' : 'filled'}`,
      ...Object.values(value).flatMap(each => reached(valuesOf(node), each, `${path}{}`)),
    ]
  return Object.entries(node.properties ?? {}).flatMap(([name, each]) => {
    const isThere = Object.hasOwn(value, name)
    return [
      ...(node.required?.includes(name) ? [] : [`${path}.${name} ${isThere ? 'present' : 'absent'}`]),
      ...(isThere ? reached(each, value[name], `${path}.${name}`) : []),
    ]
  })
}

const alternative = ({ type }: SchemaNode, path: string, index: number) =>
  `${path} is alternative ${index + 1}${type === 'null' ? ' (null)' : ''}`

const isRecord = ({ properties, additionalProperties }: SchemaNode) =>
  properties === undefined && typeof additionalProperties === 'object'

const valuesOf = ({ additionalProperties }: SchemaNode): SchemaNode =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** The input as the server reads it from the request. */
function inputOf(endpoint: Endpoint, { path, body }: Request): Record<(typeof INPUTS)[number], unknown> {
  const [address = '', query = ''] = path.split('?')
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(address)?.slice(1) ?? []
  return {
    params: Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    query: Object.fromEntries(new URLSearchParams(query)),
    // A query string is text, a body is JSON: with a body that was sent as text there is nothing to count.
    body: typeof body === 'string' ? parsed(body) : (body ?? null),
  }
}
