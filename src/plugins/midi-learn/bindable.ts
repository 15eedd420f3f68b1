/** The commands that a control can run, and their arguments that can follow a controller. */
import { valueSchema } from '../../core/commands/arguments/argument-fields.js'
import { type CommandContribution } from '../../core/commands/command.js'
import { type Command, type CommandRegistry } from '../../core/commands/command-registry.js'
import { schemaFields, type ValueField } from '../../core/platform/schema-fields.js'

/** Also those that cannot be used at this moment: a pedal is bound once, for another screen too. */
export function bindableCommands({ all }: Pick<CommandRegistry, 'all'>): readonly Command[] {
  return all.getState().filter(isBindable)
}

function isBindable({ args, asks = [] }: Command): boolean {
  // What has to be looked for first is not to be found in a form.
  if (asks.some(({ searched }) => searched)) return false
  return !args || schemaFields(args).every(field => !field.required || valueSchema(field) !== undefined)
}

export interface FollowField extends ValueField {
  readonly minimum: number
  readonly maximum: number
}

const HIGHEST = 127

/** Of the arguments that a command asks for, those that can follow, in their order. */
export function followFields({ args }: Pick<CommandContribution, 'args'>): readonly FollowField[] {
  return args ? schemaFields(args).filter(canFollow) : []
}

function canFollow(field: ValueField): field is FollowField {
  const { kind, required, minimum, maximum } = field
  return (
    required && (kind === 'integer' || kind === 'number') && minimum !== undefined && maximum !== undefined
  )
}

/**
 * The argument for a value of a controller: 0 is the least, 127 the greatest, whole numbers and steps are kept.
 *
 * @param value 0–127
 * @example scaled({ name: 'channel', kind: 'integer', required: true, minimum: 0, maximum: 16 }, 64) // 8
 */
export function scaled({ kind, minimum, maximum, step }: FollowField, value: number): number {
  const exact = minimum + ((maximum - minimum) * value) / HIGHEST
  const unit = step ?? (kind === 'integer' ? 1 : undefined)
  if (unit === undefined) return exact
  const times = Math.round(exact / unit)
  const most = Math.floor(maximum / unit + ALMOST)
  const least = Math.ceil(minimum / unit - ALMOST)
  return plain(Math.min(most, Math.max(least, times)) * unit)
}

/** Binary fractions lose a little: 0.3 / 0.1 is less than 3. */
const ALMOST = 1e-9

/** Without what binary fractions add: 0.1 × 3 as 0.3. */
function plain(number: number): number {
  return Number(number.toPrecision(12))
}
