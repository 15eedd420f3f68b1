/** Runs the command of one binding: at once for a press, once a frame for a value that moves. */
import type { CommandRegistry } from '../../core/commands/command-registry.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { type FollowField, followFields, scaled } from './follow.js'
import type { Binding } from './settings.js'
import type { TellProblem } from './tell-problem.js'

/** A moved fader sends a hundred messages a second, of which a screen can show sixty. */
const FRAME_MS = 16

export interface BindingRunParts {
  readonly commands: CommandRegistry
  readonly clock: Pick<ClockPort, 'after'>
  /** Told what goes wrong, and `undefined` when it works; it decides what of that the user hears. */
  readonly tell: TellProblem
}

export interface BindingRun extends Disposable {
  press(): void
  /** @param value 0–127 */
  follow(value: number): void
}

export function createBindingRun(binding: Binding, { commands, clock, tell }: BindingRunParts): BindingRun {
  const { command: id, args } = binding
  /** The newest value that no run has had yet. */
  let newest: number | undefined
  /** A run is under way, or the last one is less than a frame ago. */
  let waits = 0
  let given: number | undefined
  let resting: Disposable | undefined
  let known: { readonly args: unknown; readonly field: FollowField | undefined } | undefined

  const run = async (own?: Readonly<Record<string, unknown>>): Promise<boolean> => {
    // The message is on its way through the input: it is logged and shown first.
    await Promise.resolve()
    try {
      await commands.attempt(id, args || own ? { ...args, ...own } : undefined)
      tell(binding, undefined)
      return true
    } catch (thrown) {
      tell(binding, { thrown })
      return false
    }
  }

  /** Reading a schema takes longer than running most commands. */
  const followed = (): FollowField | undefined => {
    const command = commands.find(id)
    if (!command || known?.args !== command.args) {
      known = command && {
        args: command.args,
        field: followFields(command).find(({ name }) => name === binding.follows),
      }
    }
    return known?.field
  }

  const rested = () => {
    waits -= 1
    if (waits === 0) follow()
  }

  const follow = () => {
    if (waits > 0 || newest === undefined) return
    const field = followed()
    const value = field && scaled(field, newest)
    newest = undefined
    if (value !== undefined && value === given) return
    given = value
    waits = 2
    resting = clock.after(FRAME_MS, rested)
    void run(value === undefined ? undefined : { [field?.name ?? '']: value }).then(worked => {
      if (!worked) given = undefined
      rested()
    })
  }

  return {
    press: () => void run(),
    follow(value) {
      newest = value
      follow()
    },
    dispose() {
      newest = undefined
      resting?.dispose()
    },
  }
}
