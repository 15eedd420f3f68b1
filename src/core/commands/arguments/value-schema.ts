/** The schema of one value, made from what is known of its field: what a command asks for. */
import * as z from 'zod/mini'
import { expressionOf } from '../../platform/field-value.js'
import type { ValueField } from '../../platform/schema-fields.js'

/** Undefined for what nobody can type; a list is typed as a text. */
export function valueSchema(field: ValueField): z.ZodMiniType | undefined {
  switch (field.kind) {
    case 'boolean':
      return z.boolean()
    case 'choice':
      return z.literal([...(field.choices ?? [])])
    case 'integer':
      return z.int().check(...limits(field))
    case 'number':
      return z.number().check(...limits(field))
    case 'text':
      return z.string().check(...textLimits(field))
    case 'list':
      return field.items?.kind === 'other' ? undefined : z.string()
    default:
      return undefined
  }
}

function limits({ minimum, maximum, step }: ValueField) {
  return [
    ...(minimum === undefined ? [] : [z.gte(minimum)]),
    ...(maximum === undefined ? [] : [z.lte(maximum)]),
    ...(step === undefined ? [] : [z.multipleOf(step)]),
  ]
}

function textLimits({ pattern, shortest, longest }: ValueField) {
  const expression = pattern === undefined ? undefined : expressionOf(pattern)
  return [
    ...(shortest === undefined ? [] : [z.minLength(shortest)]),
    ...(longest === undefined ? [] : [z.maxLength(longest)]),
    ...(expression === undefined ? [] : [z.regex(expression)]),
  ]
}
