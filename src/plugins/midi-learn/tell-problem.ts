/** Says why a control does nothing: once, and again only after it has worked in between. */

import { noticeOf } from '../../core/commands/command-notice.js'
import type { CommandRegistry } from '../../core/commands/command-registry.js'
import type { NoticeBoard } from '../../core/events/notices.js'
import { codeOf, FretworkError, messageOf } from '../../core/platform/fretwork-error.js'
import type { Logger } from '../../core/platform/logger.js'
import { phrases } from '../../core/platform/phrases.js'
import { controlWords } from './control.js'
import type { Binding } from './settings.js'

/** @param problem undefined when the command has run */
export type TellProblem = (binding: Binding, problem: { readonly thrown: unknown } | undefined) => void

const SENTENCES = phrases({
  unavailable: '{{control}}: “{{command}}” cannot be used here.',
  gone: '{{control}}: the command “{{command}}” is not there now. Its plugin may be off.',
})

export interface TellProblemParts {
  readonly commands: Pick<CommandRegistry, 'find'>
  readonly notices: Pick<NoticeBoard, 'post'>
  readonly log: Logger
}

export function createTellProblem({ commands, notices, log }: TellProblemParts): TellProblem {
  /** What was told last of each binding. */
  const told = new WeakMap<Binding, string>()

  const post = (binding: Binding, error: FretworkError) => {
    const command = commands.find(binding.command)
    const { message, values } = controlWords(binding)
    const source = 'midi-learn'
    const missing = { command_unknown: SENTENCES.gone, command_unavailable: SENTENCES.unavailable }[
      error.code
    ]
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
      told.delete(binding)
      return
    }
    const { thrown } = problem
    const code = codeOf(thrown)
    if (told.get(binding) === code) return
    told.set(binding, code)
    log.warn(`The control of ${binding.command} could not run it`, thrown)
    post(
      binding,
      thrown instanceof FretworkError
        ? thrown
        : new FretworkError(code, messageOf(thrown), { cause: thrown }),
    )
  }
}
