import * as z from 'zod/mini'
import { expressionOf, readField } from '../platform/field-value.js'
import { type Scalar, schemaFields, type ValueField } from '../platform/schema-fields.js'
import type { CommandContribution } from './command.js'

export type ArgumentField = ReturnType<typeof argumentFields>[number]

const LISTED_NUMBERS = 40

export function argumentFields({ args, asks = [] }: Pick<CommandContribution, 'args' | 'asks'>) {
  if (!args) return []
  return schemaFields(args)
    .filter(field => field.required)
    .map(field => {
      const ask = asks.find(({ id }) => id === field.name)
      const { title = field.name, searched = false, onlyAsked = false, open = false, assumed } = ask ?? {}
      return {
        name: field.name,
        title,
        numeric: field.kind === 'integer' || field.kind === 'number',
        assumed,
        onlyAsked: onlyAsked || searched,
        searched,
        open,
        choices: choicesOf(field),
        read: (text: string) => readField(field, text),
      }
    })
}

function choicesOf({ kind, choices, minimum, maximum }: ValueField): readonly Scalar[] | undefined {
  if (kind === 'choice') return choices
  if (kind === 'boolean') return [true, false]
  if (kind !== 'integer' || minimum === undefined || maximum === undefined) return undefined
  if (maximum - minimum >= LISTED_NUMBERS) return undefined
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
}

/** Returns undefined if the value cannot be entered as text. */
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
