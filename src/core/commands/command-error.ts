import { phrases } from '../platform/phrases.js'
import { SentenceError } from '../platform/sentence-error.js'

const SENTENCES = phrases({
  command_unknown: 'There is no command “{{id}}”.',
  command_unavailable: '“{{command}}” cannot be used here ({{when}}).',
  command_busy: '“{{command}}” is still running. Try again when it has finished.',
  command_cancelled: '“{{command}}” was cancelled.',
  command_needs_screen: '“{{command}}” needs a screen; run it in the browser.',
  plan_needed: '“{{command}}” is part of {{plan}}.',
})

export type CommandErrorCode = keyof typeof SENTENCES

export class CommandError extends SentenceError {
  constructor(
    override readonly code: CommandErrorCode,
    override readonly values: Readonly<Record<string, string>>,
  ) {
    super(code, SENTENCES[code], values)
  }
}
