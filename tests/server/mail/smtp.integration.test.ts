import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { EmailRejected, openMailer } from '../../../server/mail/mailer.js'
import type { Mail } from '../../../server/mail/message.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'

interface Received {
  readonly from: string
  readonly to: string[]
  readonly raw: string
}

let received: Received[]
/** Error returned for the next recipient. */
let refusal: { responseCode: number } | undefined
const FROM = 'no-reply@fretwork.example'
const tenant = { ...NEW_TENANT, key: 'studio', name: 'Studio Bögen' }
const mail = (more: Partial<Mail> = {}): Mail => ({
  ...{ tenant, to: 'ada@example.org', language: 'en', template: 'new-place' },
  values: { name: 'Ada', device: 'Firefox on Linux', time: 'noon' },
  id: 'studio-7',
  ...more,
})

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refusal ? Object.assign(new Error('No.'), refusal) : undefined),
  async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
    const raw = await text(stream)
    received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
    done()
  },
})
smtp.listen(0, '127.0.0.1')
await once(smtp.server, 'listening')
const open = (port: number) =>
  openMailer(
    {
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: FROM,
      publicUrl: 'https://fretwork.example',
      home: '/nowhere',
    },
    'http://127.0.0.1:1',
    () => 0,
    () => undefined,
  )
const mailer = open((smtp.server.address() as AddressInfo).port)
beforeEach(() => {
  received = []
  refusal = undefined
})
afterAll(async () => {
  mailer.close?.()
  await new Promise<void>(resolve => smtp.close(resolve))
})

const only = async () => {
  expect(received).toHaveLength(1)
  const [one] = received
  if (!one) throw new Error('No mail came.')
  return { ...one, read: await PostalMime.parse(one.raw) }
}

it('an email has text and HTML parts, the tenant name as the sender, and one recipient', async () => {
  await mailer.send(mail())
  const { from, to, read } = await only()
  expect([from, to]).toEqual([FROM, ['ada@example.org']])
  expect(read.from).toMatchObject({ address: FROM, name: 'Studio Bögen' })
  expect(read.subject).toBe('Studio Bögen: New login')
  expect(read.text).toContain('Device: Firefox on Linux. Time: noon.')
  expect(read.html).toContain('https://fretwork.example/password/forgot')
  expect(read.messageId).toBe('<studio-7@fretwork.example>')
  expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

it('umlauts and long links in emails are preserved', async () => {
  const token = 'T'.repeat(43)
  await mailer.send(mail({ language: 'de', template: 'email-confirm', values: { token } }))
  const { read } = await only()
  expect(read.text).toContain('bestätige sie bitte')
  expect(read.text).toContain(`https://fretwork.example/verification#token=${token}`)
  expect(read.html).toContain(`href="https://fretwork.example/verification#token=${token}"`)
})

it('line breaks in the tenant name add no header, recipient or body', async () => {
  const name = 'Studio\r\nBcc: eve@example.org\r\n\r\n<b>'
  await mailer.send(mail({ tenant: { ...tenant, name } }))
  const { to, read } = await only()
  expect([to, read.bcc]).toEqual([['ada@example.org'], undefined])
  expect(read.headers.map(({ key }) => key).sort()).toEqual(
    'auto-submitted content-type date from message-id mime-version subject to'.split(' '),
  )
})

it('an address that looks like two addresses reaches only one recipient', async () => {
  const sent = mailer.send(mail({ to: 'ada@example.org, eve@example.org' }))
  await sent.catch(() => undefined)
  for (const { to } of received) expect(to).not.toContain('eve@example.org')
})

it('a permanent error marks the email as rejected, and a temporary one does not', async () => {
  refusal = { responseCode: 550 }
  await expect(mailer.send(mail())).rejects.toBeInstanceOf(EmailRejected)
  refusal = { responseCode: 451 }
  await expect(mailer.send(mail())).rejects.not.toBeInstanceOf(EmailRejected)
})

it('an unreachable email server does not mark the email as rejected', async () => {
  await expect(open(1).send(mail())).rejects.not.toBeInstanceOf(EmailRejected)
})
