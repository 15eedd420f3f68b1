// Sends mail by SMTP.
import { createTransport } from 'nodemailer'
import { type Mailer, MailRefused } from './mailer.js'
import { messageOf, type Sender } from './message.js'

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
          throw new MailRefused('The mail server refuses this mail for good.', { cause: error })
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
