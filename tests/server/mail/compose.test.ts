import { expect, it } from 'vitest'
import MAIL_DE from '../../../server/mail/mail-de.json' with { type: 'json' }
import MAIL_EN from '../../../server/mail/mail-en.json' with { type: 'json' }
import { addressOfTenant, compose, linkTo, type Mail, TEMPLATES } from '../../../server/mail/message.js'
import { mailLanguage, timeInMail } from '../../../server/mail/queue.js'
import { NEW_TENANT } from '../../../server/tenants/tenants.js'

const tenant = { ...NEW_TENANT, key: 'studio', name: 'Studio' }
const values = {
  ...{ name: 'Ada', device: 'Firefox on Linux', time: 'noon', left: '9', token: 'T'.repeat(43) },
  ...{ who: 'Tess', title: 'Etude', group: '4a', due: 'Dec 1', bars: '1–8', tempo: '80 %' },
  ...{ track: '1', note: 'Slowly.', text: 'Well done.' },
}
const mail = (more: Partial<Mail> = {}): Mail => ({
  ...{ tenant, to: 'ada@example.org', language: 'en', template: 'new-place', values },
  ...more,
})

it.each(TEMPLATES.flatMap(template => [['en', template] as const, ['de', template] as const]))(
  'the %s email for %s is complete in text and HTML, without unfilled placeholders',
  (language, template) => {
    const link = linkTo('https://studio.example', template, values.token)
    const { subject, text, html } = compose(mail({ language, template }), link)
    expect(subject).toMatch(/^Studio: ./)
    expect(html).toContain(`<html lang="${language}">`)
    for (const form of [subject, text, html]) expect(form).not.toMatch(/\{\{|undefined/)
    if (link) for (const form of [text, html]) expect(form).toContain(link)
  },
)

it('emails in both languages use the same placeholders', () => {
  const used = (words: unknown) => [...JSON.stringify(words).matchAll(/\{\{\w+\}\}/g)].map(String).sort()
  for (const template of TEMPLATES) {
    const [english, german] = [MAIL_EN.templates[template], MAIL_DE.templates[template]]
    expect(new Set(used(german))).toEqual(new Set(used(english)))
    expect('button' in german).toBe('button' in english)
  }
})

it('user input in emails is escaped in HTML', () => {
  const name = '<img src=x onerror=alert(1)>&"'
  const { html, text } = compose(mail({ values: { ...values, name } }), undefined)
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;')
  expect(text).toContain(name)
})

it('line breaks in an email value become spaces', () => {
  const name = 'Ada\r\nBcc: eve@example.org\n\n\u2028Dear\u0000reader'
  const { text } = compose(mail({ values: { ...values, name } }), undefined)
  expect(text.split('\n')[0]).toBe('Hello Ada Bcc: eve@example.org Dear reader,')
})

it('placeholders within email values are not replaced', () => {
  const { text } = compose(mail({ values: { ...values, name: '{{token}}' } }), undefined)
  expect(text).toContain('Hello {{token}},')
})

it('the email button’s text color contrasts with the accent color', () => {
  const ink = (accent: string) =>
    /color:(#0{6}|#f{6});/.exec(compose(mail({ tenant: { ...tenant, accent } }), 'https://x').html)?.[1]
  expect([ink('#e8a13a'), ink('#ffffff'), ink('#1a2b3c')]).toEqual(['#000000', '#000000', '#ffffff'])
})

it('an email uses the closest available language', () => {
  expect(mailLanguage('de-CH', tenant)).toBe('de')
  expect(mailLanguage('fr', { ...tenant, languages: ['fr', 'de'] })).toBe('de')
  expect(mailLanguage(null, { ...tenant, languages: ['fr'] })).toBe('en')
})

it('times in emails are formatted in UTC', () => {
  expect(timeInMail(0, 'en')).toBe('1 January 1970 at 00:00 UTC')
  expect(timeInMail(0, 'de')).toBe('1. Januar 1970 um 00:00 UTC')
})

it('an email link carries its secret in the fragment, which browsers do not send to servers', () => {
  const url = new URL(linkTo('https://studio.example', 'reset', values.token) ?? '')
  expect([url.pathname, url.search, url.hash]).toEqual(['/password/reset', '', `#token=${values.token}`])
})

it.each([
  [[], 'https://fretwork.example/', 'https://fretwork.example'],
  [['studio.example'], 'https://fretwork.example', 'https://studio.example'],
  [['studio.example'], 'http://fretwork.example:8080', 'http://studio.example:8080'],
  [['a.example', 'fretwork.example'], 'https://fretwork.example', 'https://fretwork.example'],
  [[], undefined, 'http://127.0.0.1:4680'],
  [['studio.example'], undefined, 'https://studio.example'],
])('links for a tenant with the hosts %j under %s start with %s', (hosts, publicUrl, address) => {
  expect(addressOfTenant({ ...tenant, hosts }, publicUrl, 'http://127.0.0.1:4680')).toBe(address)
})
