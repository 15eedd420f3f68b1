/** What a command asks for, read from its arguments' schema: how the palette asks field by field. */
import * as z from 'zod/mini'
import type { CommandContribution } from './command.js'

export interface ArgumentField {
  readonly name: string
  /** Plain English; translated where it is shown. */
  readonly title: string
  /** The values to choose among; undefined where the value is typed. */
  readonly choices?: readonly (string | number | boolean)[]
  /** The value that a typed text means; undefined where the field refuses it. */
  read(text: string): string | number | boolean | undefined
}

/** As many numbers can be listed; more are typed. */
const LISTED_NUMBERS = 40

interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
}

/** Fields in the order of the schema; those that may be left out are not asked for. */
export function argumentFields({
  args,
  asks = [],
}: Pick<CommandContribution, 'args' | 'asks'>): readonly ArgumentField[] {
  if (!args) return []
  const { properties = {}, required = [] } = z.toJSONSchema(args) as {
    properties?: Record<string, FieldSchema>
    required?: readonly string[]
  }
  return Object.entries(properties)
    .filter(([name]) => required.includes(name))
    .map(([name, schema]) => ({
      name,
      title: asks.find(ask => ask.id === name)?.title ?? name,
      choices: choicesOf(schema),
      read: text => readValue(schema, text),
    }))
}

function choicesOf({ type, enum: values, minimum, maximum }: FieldSchema): ArgumentField['choices'] {
  if (values) return values
  if (type === 'boolean') return [true, false]
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return undefined
  if (maximum - minimum >= LISTED_NUMBERS) return undefined
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
}

function readValue({ type, minimum, maximum }: FieldSchema, text: string): string | number | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (type !== 'number' && type !== 'integer') return trimmed
  const number = Number(trimmed.replace(',', '.'))
  if (!Number.isFinite(number) || (type === 'integer' && !Number.isInteger(number))) return undefined
  const fits =
    number >= (minimum ?? Number.NEGATIVE_INFINITY) && number <= (maximum ?? Number.POSITIVE_INFINITY)
  return fits ? number : undefined
}
