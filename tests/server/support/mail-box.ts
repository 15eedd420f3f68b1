// A mailbox that all mail of a test database lands in, and the worker that brings it there when asked.
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
  /** Delivers what waits. @returns what came since the last look. */
  const collect = async (): Promise<Mail[]> => {
    await worker.drain()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    return received.splice(0)
  }
  return {
    collect,
    /** The link's secret in the one email that came. */
    async token(template: TemplateName): Promise<string> {
      const emails = await collect()
      const [mail] = emails.filter(one => one.template === template)
      if (!mail?.values.token) throw new Error(`No ${template} came, but ${emails.map(one => one.template)}.`)
      return mail.values.token
    },
  }
}
