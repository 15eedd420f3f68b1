// The form that the words of a language have: complete by type, so that no mail lacks a translation.
import type { TemplateName } from './mailer.js'

export interface TemplateWords {
  readonly subject: string
  /** Paragraphs before and after the button. */
  readonly before: readonly string[]
  readonly button?: string
  readonly after: readonly string[]
}

export interface MailWords {
  readonly greeting: string
  readonly greetingByName: string
  readonly linkHint: string
  readonly footer: string
  readonly templates: Readonly<Record<TemplateName, TemplateWords>>
}
