// The message that goes out: headers, both forms, sender. nodemailer writes it (MIME, encodings, line lengths).
import type { SendMailOptions } from 'nodemailer'
import type { Tenant } from '../tenancy/tenants.js'
import { compose, oneLine } from './compose.js'
import { linkTo } from './links.js'
import type { Mail } from './mailer.js'

export interface Sender {
  /** An address alone: `no-reply@fretwork.example`. */
  readonly from: string
  /** The address of the application for a tenant, without a slash at its end. */
  readonly addressOf: (tenant: Tenant) => string
}

export function messageOf(mail: Mail, { from, addressOf }: Sender) {
  const { subject, text, html } = compose(
    mail,
    linkTo(addressOf(mail.tenant), mail.template, mail.values.token),
  )
  const message = {
    // As objects: an address in one text would be read again, commas and all.
    from: { name: oneLine(mail.tenant.name), address: from },
    to: { name: '', address: mail.to },
    subject,
    text,
    html,
    ...(mail.id !== undefined && { messageId: `<${mail.id}@${from.split('@')[1]}>` }),
    // RFC 3834: nobody's holiday notice need answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions
  return message
}
