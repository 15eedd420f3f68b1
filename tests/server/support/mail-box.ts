// Mailbox of a test database, with a worker that delivers to it on demand.
import type { Database } from '../../../server/database/connection.js'
import type { Mail, TemplateName } from '../../../server/mail/message.js'
import { MailWorker } from '../../../server/mail/worker.js'

export function mailBox(database: Database, clock: { readonly now: number }) {
  const received: Mail[] = []
  const complaints: string[] = []
  const worker = new MailWorker({
    database,
    now: () => clock.now,
    warn: (message, error) => complaints.push(`${message} ${error}`),
    mailer: { send: async mail => void received.push(mail) },
  })
  /** Delivers the queued emails and returns those sent since the last call. */
  const collect = async (): Promise<Mail[]> => {
    await worker.drain()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    return received.splice(0)
  }
  return {
    collect,
    /** Delivers the queued emails and returns the recipient and template of each. */
    delivered: async () => (await collect()).map(({ to, template }) => [to, template]),
    /** Returns the link secret from the only email in the mailbox. */
    async token(template: TemplateName): Promise<string> {
      const emails = await collect()
      const [mail] = emails.filter(one => one.template === template)
      if (!mail?.values.token) throw new Error(`No ${template} came, but ${emails.map(one => one.template)}.`)
      return mail.values.token
    },
  }
}
