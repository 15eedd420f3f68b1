import { valueSchema } from '../../../core/commands/argument-fields.js'
import { type CommandContribution } from '../../../core/commands/command.js'
import { type Command, type CommandRegistry } from '../../../core/commands/command-registry.js'
import { schemaFields, type ValueField } from '../../../core/platform/schema-fields.js'

/** Returns mappable commands, even unavailable ones: a mapping applies to all screens. */
export function bindableCommands({ all }: Pick<CommandRegistry, 'all'>): readonly Command[] {
  return all.getState().filter(isBindable)
}

function isBindable({ args, asks = [] }: Command): boolean {
  if (asks.some(({ searched }) => searched)) return false
  return !args || schemaFields(args).every(field => !field.required || valueSchema(field) !== undefined)
}

export interface FollowField extends ValueField {
  readonly minimum: number
  readonly maximum: number
}

const HIGHEST = 127

export function followFields({ args }: Pick<CommandContribution, 'args'>): readonly FollowField[] {
  return args ? schemaFields(args).filter(canFollow) : []
}

function canFollow(field: ValueField): field is FollowField {
  const { kind, required, minimum, maximum } = field
  return (
    required && (kind === 'integer' || kind === 'number') && minimum !== undefined && maximum !== undefined
  )
}

/** @param value 0–127 @example scaled({ name: 'channel', kind: 'integer', required: true, minimum: 0, maximum: 16 }, 64) // 8 */
export function scaled({ kind, minimum, maximum, step }: FollowField, value: number): number {
  const exact = minimum + ((maximum - minimum) * value) / HIGHEST
  const unit = step ?? (kind === 'integer' ? 1 : undefined)
  if (unit === undefined) return exact
  const times = Math.round(exact / unit)
  const most = Math.floor(maximum / unit + ALMOST)
  const least = Math.ceil(minimum / unit - ALMOST)
  return plain(Math.min(most, Math.max(least, times)) * unit)
}

const ALMOST = 1e-9 // tolerance for rounding errors: 0.3 / 0.1 is less than 3

/** Removes floating-point noise: 0.1 × 3 is 0.30000000000000004. */
function plain(number: number): number {
  return Number(number.toPrecision(12))
}
