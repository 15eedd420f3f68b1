// Email without SMTP: files in the state folder and the demo page that lists them.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendProblem } from '../../../server/http/problem.js'
import { openMailer } from '../../../server/mail/mailer.js'
import type { Mail } from '../../../server/mail/message.js'
import { devMailPages, outboxFolder } from '../../../server/mail/outbox-folder.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'
import { testFolder } from '../../support/test-folder.js'

const { at } = testFolder({}, true)
let folder = ''
const said: string[] = []
const app = Fastify()
const get = (url: string) => app.inject({ method: 'GET', url })
const mail: Mail = {
  tenant: { ...NEW_TENANT, key: 'fretwork', name: 'Fretwork' },
  to: 'ada@example.org',
  ...{ language: 'en', template: 'verification', values: { token: 'T'.repeat(43) }, id: 'fretwork-1' },
}

beforeAll(async () => {
  folder = outboxFolder(at())
  app.setErrorHandler(sendProblem)
  devMailPages(app, folder)
  expect((await get('/dev/mail')).body).toContain('No emails yet.')
  const mailer = openMailer(
    { home: at() },
    'http://127.0.0.1:4680',
    () => 0,
    line => said.push(line),
  )
  await mailer.send(mail)
})
afterAll(() => app.close())

it('an email is stored as an .eml file that only its owner can read', async () => {
  const [name = ''] = readdirSync(folder).filter(file => file.endsWith('.eml'))
  const path = join(folder, name)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const read = await PostalMime.parse(readFileSync(path))
  expect(read.subject).toBe('Fretwork: Confirm your email address')
  expect(read.from?.address).toBe('no-reply@fretwork.local')
  expect(read.text).toContain(`http://127.0.0.1:4680/verification#token=${'T'.repeat(43)}`)
})

it('the log reports the email’s file without the address or the secret', () => {
  expect(said).toEqual([expect.stringMatching(/^SMTP_URL is not set: the email was written to .*\.eml$/)])
  expect(said.join()).not.toMatch(/ada@|TTTT/)
})

it('the demo mail page lists the emails and shows each as text with its link and as HTML', async () => {
  const list = (await get('/dev/mail')).body
  expect(list).toContain('ada@example.org')
  const [, address = ''] = /href="(\/dev\/mail\/[^"]+)"/.exec(list) ?? []
  const text = (await get(address)).body
  expect(text).toContain(`<a href="http://127.0.0.1:4680/verification#token=${'T'.repeat(43)}">`)
  expect((await get(`${address}/html`)).body).toContain('Confirm email address</a>')
})

it.each(['nothing', '..%2F..%2Fserver', '%2e%2e%2fkeys'])(
  'the demo mail page responds with 404 to %s',
  async id => {
    expect((await get(`/dev/mail/${id}`)).statusCode).toBe(404)
  },
)
