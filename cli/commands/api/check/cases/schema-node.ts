/** A schema of the contract as JSON Schema, as far as cases are made from it. */
import * as z from 'zod/mini'
import type { Schema } from '../../../../../src/core/api/endpoint.js'

export interface SchemaNode {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaNode
  readonly default?: unknown
}

/** @param io `input` for what is sent, `output` for what is answered */
export function nodeOf(schema: Schema<unknown>, io: 'input' | 'output'): SchemaNode {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as SchemaNode
}

/** Its alternatives; none where it is not a union. */
export function membersOf(node: SchemaNode): readonly SchemaNode[] {
  const { type } = node
  if (typeof type === 'object') return type.map(each => ({ ...node, type: each }))
  // A member that is a union itself counts as its own members.
  return (node.anyOf ?? node.oneOf ?? []).flatMap(member => {
    const inner = membersOf(member)
    return inner.length > 0 ? inner : [member]
  })
}

/**
 * The member of a union that a value is meant for: of the same type, and for objects the one that shares most fields.
 * @example memberFor([{ type: 'null' }, { type: 'object' }], {}) // 1
 */
export function memberFor(members: readonly SchemaNode[], value: unknown): number {
  const scores = members.map(member => {
    if (member.type === undefined) return 0
    if (member.type !== typeOf(value) && !(member.type === 'number' && typeOf(value) === 'integer')) return -1
    if (!isFields(value)) return 1
    const known = Object.keys(member.properties ?? {})
    const lacking = (member.required ?? []).filter(name => !Object.hasOwn(value, name)).length
    return 1 + known.filter(name => Object.hasOwn(value, name)).length - 100 * lacking
  })
  const best = Math.max(...scores)
  return best === -1 ? -1 : scores.indexOf(best)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
