// An email before it is rendered, and the form of its texts: complete by type, so that no translation is missing.
import type { Tenant } from '../tenants/tenants.js'

export type MailLanguage = 'en' | 'de'

export const TEMPLATES = [
  'verification',
  'account-exists',
  'reset',
  'password-changed',
  'email-confirm',
  'email-changed',
  'new-place',
  'account-deleted',
] as const
export type TemplateName = (typeof TEMPLATES)[number]

export interface Mail {
  readonly tenant: Tenant
  /** A plain address without a name. */
  readonly to: string
  readonly language: MailLanguage
  readonly template: TemplateName
  /** The values of the template's `{{…}}`. */
  readonly values: Readonly<Record<string, string>>
  /** The same for every attempt, so that an email client shows the email once if it arrives twice. */
  readonly id?: string
}

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
