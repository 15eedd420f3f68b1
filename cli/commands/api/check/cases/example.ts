/** A value that fits a schema. */
import { textOf } from './pattern-text.js'
import type { Random } from './random.js'
import { membersOf, type SchemaNode } from './schema-node.js'

/** Longer texts say nothing more. */
const LONG_ENOUGH = 24
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

export function exampleOf(node: SchemaNode, random: Random): unknown {
  const members = membersOf(node)
  if (members.length > 0) return exampleOf(random.pick(members), random)
  if (node.const !== undefined) return node.const
  if (node.enum) return random.pick(node.enum)
  switch (node.type) {
    case 'string':
      return textExample(node, random)
    case 'integer':
    case 'number': {
      const least = node.minimum ?? 0
      const most = Math.min(node.maximum ?? least + 100, least + 100)
      return node.type === 'integer' ? random.whole(least, most) : least + random.next() * (most - least)
    }
    case 'boolean':
      return random.pick([true, false])
    case 'null':
      return null
    case 'array': {
      const least = node.minItems ?? 0
      const length = random.whole(least, Math.min(node.maxItems ?? least + 2, least + 2))
      return Array.from({ length }, () => exampleOf(node.items ?? {}, random))
    }
    case 'object':
      return objectExample(node, random)
    default:
      // Anything is allowed.
      return random.pick([1, 'text', true, null])
  }
}

function objectExample(node: SchemaNode, random: Random): Record<string, unknown> {
  const properties = Object.entries(node.properties ?? {})
  if (properties.length === 0 && typeof node.additionalProperties === 'object')
    return { [lettersOf(6, random)]: exampleOf(node.additionalProperties, random) }
  const given = properties.filter(([name]) => node.required?.includes(name) || random.next() < 0.5)
  return Object.fromEntries(given.map(([name, each]) => [name, exampleOf(each, random)]))
}

function textExample(node: SchemaNode, random: Random): string {
  if (node.format === 'uuid') return uuidOf(random)
  // A domain that never exists (RFC 2606): no email of a check reaches anyone.
  if (node.format === 'email') return `check-${lettersOf(10, random)}@check.invalid`
  if (node.format === 'date-time') return `2026-01-${10 + random.whole(0, 18)}T12:00:00.000Z`
  if (node.pattern !== undefined) return textOf(node.pattern, random) ?? ''
  const least = Math.max(node.minLength ?? 0, 1)
  return lettersOf(
    random.whole(least, Math.max(least, Math.min(node.maxLength ?? LONG_ENOUGH, LONG_ENOUGH))),
    random,
  )
}

export function lettersOf(length: number, random: Random): string {
  return Array.from({ length }, () => LETTERS[random.whole(0, LETTERS.length - 1)]).join('')
}

/** A version 4 UUID (RFC 9562). */
function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.whole(0, 15).toString(16)).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}
