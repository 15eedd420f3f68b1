// The mailer that a configuration means: SMTP where it is set, else files in the state folder.
import type { Config } from '../config.js'
import { addressOfTenant } from './links.js'
import type { Mailer } from './mailer.js'
import { folderMailer, outboxOf } from './outbox-folder.js'
import { smtpMailer } from './smtp.js'

/**
 * @param listening where the server takes requests, for links while no public address is set.
 * @param say is told of each file that was written in place of a mail.
 */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'home'>,
  listening: string,
  now: () => number,
  say: (line: string) => void,
): Mailer {
  const host = new URL(config.publicUrl ?? listening).hostname
  const sender = {
    from:
      config.mailFrom ??
      `no-reply@${host === 'localhost' || /^[\d.[\]:]+$/.test(host) ? 'fretwork.local' : host}`,
    addressOf: (tenant: Parameters<typeof addressOfTenant>[0]) =>
      addressOfTenant(tenant, config.publicUrl, listening),
  }
  if (config.smtpUrl !== undefined) return smtpMailer(config.smtpUrl, sender)
  return folderMailer(outboxOf(config.home), sender, now, path =>
    say(`No SMTP_URL is set: a mail is in ${path}`),
  )
}
