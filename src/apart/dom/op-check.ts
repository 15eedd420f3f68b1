/** Input is not trusted: only well-formed operations are used. */
import type { DomOp } from './dom-op.js'
import { CALLS, LIMITS } from './dom-op.js'

type Fields = Readonly<Record<string, unknown>>

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isText = (value: unknown, limit: number = LIMITS.text): value is string =>
  typeof value === 'string' && value.length <= limit
const isName = (value: unknown): value is string =>
  isText(value, LIMITS.name) && /^[A-Za-z_][\w:.-]*$/.test(value)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isAttribute = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && isName(value[0]) && isText(value[1])
const oneOf = (value: unknown, names: readonly string[]): boolean => names.includes(value as string)

const FLAGS = ['checked', 'indeterminate', 'selected']

const CHECKS: Readonly<Record<DomOp['op'], (fields: Fields) => boolean>> = {
  element: ({ name, svg, attributes }) =>
    isName(name) &&
    typeof svg === 'boolean' &&
    Array.isArray(attributes) &&
    attributes.length <= LIMITS.attributes &&
    attributes.every(isAttribute),
  text: ({ text }) => isText(text),
  insert: ({ parent, before }) => isId(parent) && (before === null || isId(before)),
  remove: () => true,
  forget: ({ ids }) => Array.isArray(ids) && ids.length <= LIMITS.nodes && ids.every(isId),
  attribute: ({ name, value }) => isName(name) && (value === null || isText(value)),
  form: ({ name, value, rev }) =>
    isId(rev) && (name === 'value' ? isText(value) : oneOf(name, FLAGS) && typeof value === 'boolean'),
  scroll: ({ name, value }) => oneOf(name, ['scrollTop', 'scrollLeft']) && isNumber(value),
  call: ({ name, numbers }) =>
    oneOf(name, CALLS) && Array.isArray(numbers) && numbers.length <= 2 && numbers.every(isNumber),
  picture: ({ picture }) =>
    typeof picture === 'object' &&
    picture !== null &&
    Object.prototype.toString.call(picture) === '[object ImageBitmap]',
  measure: () => true,
}

export function readOp(input: unknown): DomOp | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const fields = input as Fields
  const { op, id } = fields
  if (typeof op !== 'string' || !Object.hasOwn(CHECKS, op)) return undefined
  if (op !== 'forget' && !isId(id)) return undefined
  return CHECKS[op as DomOp['op']](fields) ? (input as DomOp) : undefined
}
