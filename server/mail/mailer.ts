// What a mail is before it is words, and how one leaves the house.
import type { Tenant } from '../tenancy/tenants.js'

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
  /** The address alone, without a name. */
  readonly to: string
  readonly language: MailLanguage
  readonly template: TemplateName
  /** What the template's `{{…}}` stand for. */
  readonly values: Readonly<Record<string, string>>
  /** The same at every attempt: a mail program shows it once, should it arrive twice. */
  readonly id?: string
}

export interface Mailer {
  /** @throws MailRefused where no later attempt can help; any other error means: try again. */
  send(mail: Mail): Promise<void>
  close?(): void
}

/** The other side says that it will never take this mail, such as for an unknown mailbox. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
