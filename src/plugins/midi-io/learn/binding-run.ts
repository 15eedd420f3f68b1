import { noticeOf } from '../../../core/commands/command-notice.js'
import { type CommandRegistry } from '../../../core/commands/command-registry.js'
import { type NoticeBoard } from '../../../core/events/notices.js'
import { codeOf, FretworkError, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import type { Disposable } from '../../../core/platform/store.js'
import { type Binding } from '../settings.js'
import { type FollowField, followFields, scaled } from './bindable.js'
import { controlWords } from './control.js'

const FRAME_MS = 16 // faders send a hundred messages per second

interface BindingRunParts {
  readonly commands: CommandRegistry
  readonly clock: Pick<ClockPort, 'after'>
  readonly tell: TellProblem
}

export function createBindingRun(binding: Binding, { commands, clock, tell }: BindingRunParts) {
  const { command: id, args } = binding
  let newest: number | undefined
  let waits = 0 // pending waits: a running command and the next frame
  let given: number | undefined
  let resting: Disposable | undefined
  let known: { readonly args: unknown; readonly field: FollowField | undefined } | undefined

  const run = async (own?: Readonly<Record<string, unknown>>): Promise<boolean> => {
    // Let the input log and display the message first.
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

  /** Cached: reading a schema takes longer than running most commands. */
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
    follow(value: number) {
      newest = value
      follow()
    },
    dispose() {
      newest = undefined
      resting?.dispose()
    },
  }
}

export type BindingRun = ReturnType<typeof createBindingRun>

type TellProblem = (binding: Binding, problem: { readonly thrown: unknown } | undefined) => void

const SENTENCES = phrases({
  unavailable: '{{control}}: “{{command}}” isn’t available here.',
  setlist: '{{control}}: “{{command}}” isn’t available because no setlist is playing.',
  gone: '{{control}}: the command “{{command}}” is unavailable. Its plugin may be disabled.',
})

interface TellProblemParts {
  readonly commands: Pick<CommandRegistry, 'find'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Logger
}

export function createTellProblem({ commands, notices, log }: TellProblemParts): TellProblem {
  const reported = new WeakMap<Binding, string>()

  const post = (binding: Binding, error: FretworkError) => {
    const command = commands.find(binding.command)
    const { message, values } = controlWords(binding)
    const source = 'midi-io'
    const isOfSetlist = command?.when?.includes('setlists.playing')
    const unavailable = isOfSetlist ? SENTENCES.setlist : SENTENCES.unavailable
    const missing = { command_unknown: SENTENCES.gone, command_unavailable: unavailable }[error.code]
    if (!missing) {
      const notice = noticeOf(command, error)
      if (notice) notices.post(notice)
      return
    }
    notices.post({
      kind: 'info',
      source,
      code: error.code,
      message: missing,
      values: { control: '', command: binding.command },
      texts: {
        control: { source, message, values },
        ...(command && { command: { source: command.source, message: command.title } }),
      },
    })
  }

  return (binding, problem) => {
    if (!problem) {
      reported.delete(binding)
      return
    }
    const { thrown } = problem
    const code = codeOf(thrown)
    if (reported.get(binding) === code) return
    reported.set(binding, code)
    log.warn(`Couldn’t run ${binding.command} from its MIDI control`, thrown)
    post(
      binding,
      thrown instanceof FretworkError
        ? thrown
        : new FretworkError(code, messageOf(thrown), { cause: thrown }),
    )
  }
}
