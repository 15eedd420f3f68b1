import * as z from 'zod/mini'
import type { CommandContribution } from '../../../src/core/commands/command.js'
import { type JsonSchema, schemaFields, type ValueField } from '../../../src/core/platform/schema-fields.js'

export function fieldsOf({ args }: Pick<CommandContribution, 'args'>): readonly ValueField[] {
  return args ? schemaFields(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : []
}

export function flagOf(field: ValueField) {
  const { name, required } = field
  const word = `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
  const flag = field.kind === 'boolean' ? word : `${word} <${placeholder(field)}>`
  return { name, flag, describes: describe(field), required }
}

function placeholder({ kind, name }: ValueField): string {
  if (kind === 'text') return name.toLowerCase()
  if (kind === 'list') return 'a,b,…'
  return kind === 'object' || kind === 'other' ? 'json or @file' : kind
}

function describe({ kind, choices, minimum, maximum, required }: ValueField): string {
  const range =
    kind === 'choice'
      ? `one of ${choices?.join(', ')}`
      : [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`]
          .filter(Boolean)
          .join(' ')
  return [range, required ? 'needed' : ''].filter(Boolean).join('; ')
}

const KINDS: Readonly<Record<Exclude<ValueField['kind'], 'choice'>, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  text: 'a text',
  list: 'a list with commas',
  object: 'JSON, or @ and the name of a file',
  other: 'JSON, or @ and the name of a file',
}

export function valueInWords({ kind, choices = [], minimum, maximum }: ValueField): string {
  if (kind === 'choice') return `one of ${choices.join(', ')}`
  const from = minimum === undefined ? '' : ` from ${minimum}`
  return `${KINDS[kind]}${from}${maximum === undefined ? '' : ` to ${maximum}`}`
}
