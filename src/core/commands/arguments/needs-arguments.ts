/** Whether a command cannot run until it was asked for something. */
import type { CommandContribution } from '../command.js'

export function needsArguments({ args }: Pick<CommandContribution, 'args'>): boolean {
  return args !== undefined && !args.safeParse({}).success
}
