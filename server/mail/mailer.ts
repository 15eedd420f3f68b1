import { createTransport } from 'nodemailer'
import { atMost } from '../at-most.js'
import type { Config } from '../config.js'
import { addressOfTenant, type Mail, messageOf, type Sender } from './message.js'
import { fileMailer, outboxFolder } from './outbox-folder.js'

export interface Mailer {
  /** @throws EmailRejected if retrying is pointless; any other error may be retried */
  send(mail: Mail): Promise<void>
  close?(): void
}

export class EmailRejected extends Error {
  override readonly name = 'EmailRejected'
}

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
    say(`SMTP_URL is not set: the email was written to ${path}`),
  )
}

const CONNECT_TIMEOUT_MS = 20_000
/** Idle timeout, ms. A server may scan an email before accepting it (RFC 5321, 4.5.3.2.6). */
const IDLE_TIMEOUT_MS = 2 * 60_000
/**
 * Total timeout, ms. Must be shorter than `CLAIM_MS` in queue.ts. Otherwise, another server would send the
 * email too.
 */
const SEND_TIMEOUT_MS = 4 * 60_000

export function smtpMailer(url: string, sender: Sender): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: IDLE_TIMEOUT_MS,
  })
  return {
    async send(mail) {
      try {
        await atMost(SEND_TIMEOUT_MS, transport.sendMail(messageOf(mail, sender)), tooSlow)
      } catch (error) {
        if (isFinal(error))
          throw new EmailRejected('The mail server permanently rejected the email.', { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Returns whether the mail server rejected the envelope or the message (5xx; RFC 5321, 4.2.1). A failed login
 * does not count: it is a configuration error.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

const tooSlow = () => Promise.reject(new Error('The mail server took too long to accept the email.'))
