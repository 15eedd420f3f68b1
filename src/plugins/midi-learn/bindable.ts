/** The commands that a control can run: all but those that ask for something that nobody can type. */

import { valueSchema } from '../../core/commands/arguments/argument-fields.js'
import type { Command, CommandRegistry } from '../../core/commands/command-registry.js'
import { schemaFields } from '../../core/platform/schema-fields.js'

/** Also those that cannot be used at this moment: a pedal is bound once, for another screen too. */
export function bindableCommands({ all }: Pick<CommandRegistry, 'all'>): readonly Command[] {
  return all.getState().filter(isBindable)
}

function isBindable({ args, asks = [] }: Command): boolean {
  // What has to be looked for first is not to be found in a form.
  if (asks.some(({ searched }) => searched)) return false
  return !args || schemaFields(args).every(field => !field.required || valueSchema(field) !== undefined)
}
