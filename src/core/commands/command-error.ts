/** What the registry itself has to say against running a command: an error whose sentence can be translated. */
import { FretworkError } from '../platform/fretwork-error.js'
import { phrases } from '../platform/phrases.js'

const SENTENCES = phrases({
  command_unknown: 'There is no command “{{id}}”.',
  command_unavailable: '“{{command}}” cannot be used here ({{when}}).',
  command_busy: '“{{command}}” is still running. Try again when it has finished.',
  command_cancelled: '“{{command}}” was cancelled.',
  command_needs_screen: '“{{command}}” needs a screen; run it in the browser.',
  plan_needed: '“{{command}}” is part of {{plan}}.',
})

export type CommandErrorCode = keyof typeof SENTENCES

export class CommandError extends FretworkError {
  /** English with {{braces}}, the key of its translation in the core's words. */
  readonly sentence: string

  constructor(
    override readonly code: CommandErrorCode,
    readonly values: Readonly<Record<string, string>>,
  ) {
    const sentence = SENTENCES[code]
    super(
      code,
      sentence.replace(/{{(\w+)}}/g, (_, name: string) => values[name] ?? ''),
    )
    this.sentence = sentence
  }
}
