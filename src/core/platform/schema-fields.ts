import * as z from 'zod/mini'
import { isJsonObject } from './json.js'

export type Scalar = string | number | boolean

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export interface ValueField {
  readonly name: string
  readonly kind: 'boolean' | 'choice' | 'integer' | 'number' | 'text' | 'list' | 'object' | 'other'
  readonly required: boolean
  readonly choices?: readonly Scalar[]
  readonly minimum?: number
  readonly maximum?: number
  readonly step?: number
  readonly pattern?: string
  readonly shortest?: number
  readonly longest?: number
  readonly items?: ValueField
  readonly fields?: readonly ValueField[]
}

/** @param schema a zod schema, or a JSON Schema from an external plugin */
export function schemaFields(schema: z.ZodMiniType | JsonSchema): readonly ValueField[] {
  let fields = known.get(schema)
  if (!fields) {
    const json = isZod(schema) ? (z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema) : schema
    fields = objectFields(json)
    known.set(schema, fields)
  }
  return fields
}

const known = new WeakMap<z.ZodMiniType | JsonSchema, readonly ValueField[]>()

function isZod(schema: z.ZodMiniType | JsonSchema): schema is z.ZodMiniType {
  return '_zod' in schema
}

function objectFields({ properties = {}, required = [] }: JsonSchema): readonly ValueField[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): ValueField {
  const choices = choicesOf(schema)
  if (choices) return { name, required, kind: 'choice', choices }
  switch (schema.type) {
    case 'boolean':
      return { name, required, kind: 'boolean' }
    case 'integer':
    case 'number':
      return { name, required, kind: schema.type, ...rangeOf(schema) }
    case 'string': {
      const { pattern, minLength: shortest, maxLength: longest } = schema
      return { name, required, kind: 'text', pattern, shortest, longest }
    }
    case 'array':
      return isJsonObject(schema.items)
        ? { name, required, kind: 'list', items: fieldOf('', schema.items, true) }
        : { name, required, kind: 'other' }
    case 'object':
      return schema.properties
        ? { name, required, kind: 'object', fields: objectFields(schema) }
        : { name, required, kind: 'other' }
    default:
      return { name, required, kind: 'other' }
  }
}

function choicesOf({ enum: values, const: only, anyOf }: JsonSchema): readonly Scalar[] | undefined {
  const listed = values ?? (only === undefined ? anyOf?.map(each => each.const) : [only])
  return listed?.every(isScalar) ? listed : undefined
}

export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function rangeOf(schema: JsonSchema): Pick<ValueField, 'minimum' | 'maximum' | 'step'> {
  const whole = schema.type === 'integer'
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = schema
  const minimum = schema.minimum ?? (whole && above !== undefined ? above + 1 : above)
  const maximum = schema.maximum ?? (whole && below !== undefined ? below - 1 : below)
  return { minimum: limit(minimum), maximum: limit(maximum), step }
}

/** zod uses the largest safe integer for “no limit”. */
function limit(number: number | undefined): number | undefined {
  return number === undefined || Math.abs(number) >= Number.MAX_SAFE_INTEGER ? undefined : number
}
