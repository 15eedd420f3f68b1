/** Runs the handler of a plugin's command, and lets it know when it is not wanted any more. */
import type { CommandControl } from '../../commands/command-runs.js'
import { eitherSignal } from '../../platform/either-signal.js'
import { FretworkError } from '../../platform/fretwork-error.js'
import type { Active } from '../host/active-plugin.js'
import type { CommandContext } from '../manifest/plugin.js'

/**
 * @param args checked against the manifest's schema by whoever executed the command
 * @throws FretworkError `command_without_handler`, and whatever the handler throws
 */
export async function runHandler(
  plugin: string,
  { runtime, context, scope }: Active,
  command: string,
  args: unknown,
  control: CommandControl,
): Promise<unknown> {
  const handler = runtime.commands?.[command]
  if (typeof handler !== 'function') {
    throw new FretworkError(
      'command_without_handler',
      `The plugin "${plugin}" declares "${command}" but has no handler for it.`,
    )
  }
  const either = eitherSignal(scope.signal, control.signal)
  const commandContext: CommandContext = { ...context, ...control, signal: either.signal }
  try {
    return await handler(commandContext, args as never)
  } finally {
    either.dispose()
  }
}
