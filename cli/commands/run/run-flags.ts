/** Flags for the arguments of a command, made of its schema, and what was typed behind them read back. */
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { CommandContribution } from '../../../src/core/commands/command.js'
import { readField } from '../../../src/core/platform/field-value.js'
import { messageOf } from '../../../src/core/platform/fretwork-error.js'
import { type JsonSchema, schemaFields, type ValueField } from '../../../src/core/platform/schema-fields.js'
import { fillSentence } from '../../../src/core/platform/sentence-error.js'
import { CliError, EXIT } from '../../errors.js'

interface Flag {
  readonly name: string
  /** `--octave-offset <integer>` */
  readonly flag: string
  /** What fits, in words; empty where nothing is to be said. */
  readonly describes: string
  readonly required: boolean
}

/** The arguments of a command as they are given: what has a default may be left out. */
export function fieldsOf({ args }: Pick<CommandContribution, 'args'>): readonly ValueField[] {
  return args ? schemaFields(z.toJSONSchema(args, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : []
}

export function flagOf(field: ValueField): Flag {
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

/**
 * What was typed as the command takes it. What no flag can say (an object, bytes) is JSON, or `@file` with the
 * bytes of a file.
 * @throws CliError naming the flag
 */
export function argumentsOf(
  fields: readonly ValueField[],
  typed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const field of fields) {
    const text = typed[field.name]
    if (text === undefined) continue
    args[field.name] = typeof text === 'string' ? readValue(field, text) : text
  }
  return args
}

function readValue(field: ValueField, text: string): unknown {
  if (field.kind === 'object' || field.kind === 'other') return free(field, text)
  const reading = readField(field, text)
  if ('value' in reading) return reading.value
  const { message, values = {} } = reading.problem
  throw refused(field, fillSentence(message, values))
}

function free(field: ValueField, text: string): unknown {
  try {
    return text.startsWith('@') ? new Uint8Array(readFileSync(text.slice(1))) : JSON.parse(text)
  } catch (error) {
    throw refused(field, `${messageOf(error)}.`)
  }
}

function refused(field: ValueField, sentence: string): CliError {
  const [word = ''] = flagOf(field).flag.split(' ')
  return new CliError('arguments_invalid', `${word}: ${sentence}`, EXIT.usage)
}
