// Sends email: by SMTP if `SMTP_URL` is set, otherwise to files in the state folder.

import { createTransport } from 'nodemailer'
import type { Config } from '../config.js'
import type { Mail } from './mail.js'
import { addressOfTenant, messageOf, type Sender } from './message.js'
import { fileMailer, outboxFolder } from './outbox-folder.js'

export interface Mailer {
  /** @throws EmailRejected where no later attempt can help; any other error means: try again. */
  send(mail: Mail): Promise<void>
  close?(): void
}

/** The other side says that it will never take this mail, such as for an unknown mailbox. */
export class EmailRejected extends Error {
  override readonly name = 'EmailRejected'
}

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
  return fileMailer(outboxFolder(config.home), sender, now, path =>
    say(`No SMTP_URL is set: a mail is in ${path}`),
  )
}

/** A server that is not there after this long has failed. */
const PATIENCE_MS = 20_000
/**
 * One that looks through a mail before it takes it may be silent for long (RFC 5321, 4.5.3.2.6), which keeps the mails
 * behind it waiting. The claim on the outbox entry lasts longer.
 */
const SILENCE_MS = 2 * 60_000
/** All of it, however often the server is silent: shorter than the claim, or another server would send it as well. */
const WHOLE_MS = 4 * 60_000

export function smtpMailer(url: string, sender: Sender): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: SILENCE_MS,
  })
  return {
    async send(mail) {
      try {
        await within(WHOLE_MS, transport.sendMail(messageOf(mail, sender)))
      } catch (error) {
        if (isFinal(error))
          throw new EmailRejected('The mail server refuses this mail for good.', { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx about the envelope or the message (RFC 5321, 4.2.1). A refused log-in is ours to mend and is tried again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long over this mail.')), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
