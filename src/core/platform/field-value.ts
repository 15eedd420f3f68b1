import { attempted } from './fretwork-error.js'
import { phrases } from './phrases.js'
import { isScalar, type Scalar, type ValueField } from './schema-fields.js'

export interface FieldProblem {
  readonly message: string
  readonly values?: Readonly<Record<string, string | number>>
}

export type FieldReading = { readonly value: Scalar | readonly Scalar[] } | { readonly problem: FieldProblem }

const PROBLEMS = phrases({
  empty: 'Enter a value.',
  number: {
    between: 'Enter a number from {{from}} to {{to}}.',
    least: 'Enter a number of {{from}} or more.',
    most: 'Enter a number of {{to}} or less.',
    any: 'Enter a number.',
    step: 'Enter a multiple of {{step}}.',
  },
  integer: {
    between: 'Enter a whole number from {{from}} to {{to}}.',
    least: 'Enter a whole number of {{from}} or more.',
    most: 'Enter a whole number of {{to}} or less.',
    any: 'Enter a whole number.',
    step: 'Enter a multiple of {{step}}.',
  },
  choice: 'Choose one of: {{values}}.',
  yes: 'Choose yes or no.',
  short: 'Use at least {{count}} characters.',
  long: 'Use at most {{count}} characters.',
  pattern: 'This isn’t in the right format.',
  other: 'This value isn’t allowed here.',
})

export function fieldProblem(field: ValueField, value: unknown): FieldProblem | undefined {
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { message: PROBLEMS.yes }
    case 'choice':
      return field.choices?.some(choice => choice === value)
        ? undefined
        : { message: PROBLEMS.choice, values: { values: field.choices?.join(', ') ?? '' } }
    case 'integer':
    case 'number':
      return numberProblem(field, field.kind, value)
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : { message: PROBLEMS.empty }
    case 'list':
      return listProblem(field, value)
    default:
      return undefined
  }
}

function numberProblem(
  { minimum, maximum, step }: ValueField,
  kind: 'integer' | 'number',
  value: unknown,
): FieldProblem | undefined {
  const { between, least, most, any, step: multiple } = PROBLEMS[kind]
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  const fits =
    isNumber &&
    (kind === 'number' || Number.isInteger(value)) &&
    value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (maximum ?? Number.POSITIVE_INFINITY)
  if (fits) return step && !isMultiple(value, step) ? { message: multiple, values: { step } } : undefined
  if (minimum !== undefined && maximum !== undefined)
    return { message: between, values: { from: minimum, to: maximum } }
  if (minimum !== undefined) return { message: least, values: { from: minimum } }
  return maximum === undefined ? { message: any } : { message: most, values: { to: maximum } }
}

/** Tolerates floating-point errors: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9
}

function textProblem({ pattern, shortest = 0, longest }: ValueField, text: string): FieldProblem | undefined {
  if (text.length < shortest)
    return text === ''
      ? { message: PROBLEMS.empty }
      : { message: PROBLEMS.short, values: { count: shortest } }
  if (longest !== undefined && text.length > longest)
    return { message: PROBLEMS.long, values: { count: longest } }
  return pattern === undefined || fits(pattern, text) ? undefined : { message: PROBLEMS.pattern }
}

function fits(pattern: string, text: string): boolean {
  return expressionOf(pattern)?.test(text) ?? true
}

export function expressionOf(pattern: string): RegExp | undefined {
  return attempted(() => new RegExp(pattern))
}

function listProblem({ items }: ValueField, value: unknown): FieldProblem | undefined {
  if (!Array.isArray(value)) return { message: PROBLEMS.other }
  for (const item of value) {
    const problem = items && fieldProblem(items, item)
    if (problem) return problem
  }
  return undefined
}

/**
 * @example readField({ name: 'capo', kind: 'integer', required: true, maximum: 12 }, ' 3 ') // { value: 3 }
 */
export function readField(field: ValueField, text: string): FieldReading {
  const value = typedValue(field, text.trim())
  const problem = value === undefined ? { message: PROBLEMS.other } : fieldProblem(field, value)
  return problem || value === undefined ? { problem: problem ?? { message: PROBLEMS.other } } : { value }
}

function typedValue(field: ValueField, text: string): Scalar | readonly Scalar[] | undefined {
  switch (field.kind) {
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'choice':
      return field.choices?.find(choice => String(choice) === text) ?? text
    case 'integer':
    case 'number':
      return text === '' ? text : Number(text.replace(',', '.'))
    case 'text':
      return text
    case 'list':
      return listOf(field, text)
    default:
      return undefined
  }
}

function listOf({ items }: ValueField, text: string): readonly Scalar[] | undefined {
  if (!items || items.kind === 'list') return undefined
  const parts = text.split(',').map(part => typedValue(items, part.trim()))
  const values = parts.filter(part => part !== '')
  return values.every(isScalar) ? values : undefined
}
