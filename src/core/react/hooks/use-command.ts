import { needsArguments } from '../../commands/command.js'
import { bindingLabels } from '../../commands/keys/keys.js'
import { PALETTE } from '../../events/app-events.js'
import { useKernel, useStore, useText } from '../kernel-context.js'
import { useKeyName } from '../key-caps.js'
import { useTouchInput } from './use-touch-input.js'

export interface UsableCommand {
  readonly title: string
  /** Labels of the key bindings: `Ctrl+Enter`, `⌘Enter`, `G F`. Empty on touch screens. */
  readonly keys: readonly string[]
  readonly enabled: boolean
  /** True if the command exists and the user may run it. */
  readonly offered: boolean
  readonly plan?: string
  /** Prompts for missing arguments. */
  run(args?: unknown): void
}

/** Returns a command's title and state, and a function that runs it, for use in buttons. */
export function useCommand(id: string): UsableCommand {
  const { commands, events, platform } = useKernel()
  const { tm } = useText()
  const keyName = useKeyName()
  const isTouch = useTouchInput()
  const enabled = useStore(commands.conditions, () => commands.isEnabled(id))
  const forAccounts = useStore(commands.conditions, () => commands.needsAccount(id))
  const command = useStore(commands.all, () => commands.find(id))
  const plan = useStore(commands.conditions, () => commands.planNeededBy(id))
  return {
    title: command ? tm(command.source, command.title) : id,
    keys: isTouch
      ? []
      : (command?.keys ?? []).map(binding => bindingLabels(binding, platform.mac, keyName).join(' ')),
    enabled,
    offered: command !== undefined && !forAccounts,
    ...(plan !== undefined && { plan: tm('core', plan) }),
    run: args => {
      if (args === undefined && command && enabled && plan === undefined && needsArguments(command))
        events.emit(PALETTE, { ask: id })
      else void commands.execute(id, args)
    },
  }
}
