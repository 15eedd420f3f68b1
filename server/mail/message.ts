import type { SendMailOptions } from 'nodemailer'
import { escapeHtml } from '../pages/html-page.js'
import type { Tenant } from '../tenants/tenants.js'
import german from './mail-de.json' with { type: 'json' }
import english from './mail-en.json' with { type: 'json' }

export type MailLanguage = 'en' | 'de'

export const TEMPLATES = [
  'verification',
  'account-exists',
  'reset',
  'choose-password',
  'admin-invited',
  'invited',
  'password-changed',
  'email-confirm',
  'email-changed',
  'new-place',
  'account-deleted',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-low',
  'homework-assigned',
  'homework-moved',
  'homework-withdrawn',
  'homework-comment',
  'homework-take',
  'group-invited',
] as const
export type TemplateName = (typeof TEMPLATES)[number]

export interface Mail {
  readonly tenant: Tenant
  readonly to: string
  readonly language: MailLanguage
  readonly template: TemplateName
  readonly values: Readonly<Record<string, string>>
  /** Message ID. It is the same for every attempt, so that email clients hide duplicates. */
  readonly id?: string
}

export interface TemplateWords {
  readonly subject: string
  readonly before: readonly string[]
  readonly button?: string
  readonly after: readonly string[]
}

export interface MailWords {
  readonly greeting: string
  readonly greetingByName: string
  readonly linkHint: string
  readonly footer: string
  readonly templates: Readonly<Record<TemplateName, TemplateWords>>
}

/** Email templates (plain text, no HTML). `{{name}}` is replaced by a value. */
const WORDS: Readonly<Record<MailLanguage, MailWords>> = { en: english, de: german }

export function compose(mail: Mail, link: string | undefined) {
  const words = WORDS[mail.language]
  const template = words.templates[mail.template]
  const values: Mail['values'] = { ...mail.values, tenant: mail.tenant.name }
  const fill = (sentence: string) => filled(sentence, values)
  const greeting = fill(values.name === undefined ? words.greeting : words.greetingByName)
  // Leave out the label of an empty value.
  const isFilled = (part: string) => values[/: \{\{(\w+)\}\}$/.exec(part)?.[1] ?? ''] !== ''
  const valued = template.before.map(line => line.split(' · ').filter(isFilled).join(' · '))
  const before = [greeting, ...valued.map(fill)].filter(line => line !== '')
  const after = template.after.map(fill)
  const footer = fill(words.footer)
  const button =
    template.button !== undefined && link !== undefined ? { words: template.button, link } : undefined
  const text = [
    ...before,
    ...(button ? [`${button.words}:\n${button.link}`] : []),
    ...after,
    `-- \n${footer}`,
  ]
  return {
    subject: fill(template.subject),
    text: `${text.join('\n\n')}\n`,
    html: htmlOf(mail, { before, button: button && { ...button, hint: words.linkHint }, after, footer }),
  }
}

/** Reduces values to a single line, so that they can't inject headers or paragraphs. */
function filled(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_braces, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The email has no value for {{${name}}}.`)
    return oneLine(value)
  })
}

export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

interface Parts {
  readonly before: readonly string[]
  readonly button: { readonly words: string; readonly link: string; readonly hint: string } | undefined
  readonly after: readonly string[]
  readonly footer: string
}

/** Builds the HTML. Styles are inline, because email clients strip style sheets. */
function htmlOf({ language, tenant }: Mail, { before, button, after, footer }: Parts): string {
  const { accent, name } = tenant
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const small = 'margin:0 0 16px;font-size:13px;color:#6b635a'
  const linked = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${inkOn(accent)};text-decoration:none;font-weight:600">${escapeHtml(button.words)}</a></p>
<p style="${small}">${escapeHtml(button.hint)}<br><a href="${escapeHtml(button.link)}" style="color:#6b635a;word-break:break-all">${escapeHtml(button.link)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0;background:#f6f4f1;color:#1f1c19;font:16px/1.6 Inter,system-ui,'DejaVu Sans',sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px">
<p style="margin:0 0 16px;font-weight:700;border-left:4px solid ${accent};padding-left:10px">${escapeHtml(oneLine(name))}</p>
<div style="background:#ffffff;border:1px solid #e4dfd8;border-radius:14px;padding:24px">
${[...before.map(paragraph), linked, ...after.map(paragraph)].filter(part => part !== '').join('\n')}
</div>
<p style="${small};margin-top:16px">${escapeHtml(footer)}</p>
</div>
</body></html>
`
}

/**
 * Returns black or white, whichever has more contrast with the color `#rrggbb` (WCAG 2.2, relative
 * luminance).
 */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

/** Page opened by each email's button. Tokens are in the URL fragment, so that no server logs them. */
const PAGES: Partial<Record<TemplateName, string>> = {
  verification: '/verification',
  'email-confirm': '/verification',
  reset: '/password/reset',
  'choose-password': '/password/reset?first',
  'admin-invited': '/password/reset?first',
  invited: '/password/reset?first',
  'account-exists': '/password/forgot',
  'password-changed': '/password/forgot',
  'new-place': '/password/forgot',
  'second-factor-added': '/password/forgot',
  'second-factor-removed': '/password/forgot',
  'recovery-code-used': '/password/forgot',
  'recovery-codes-low': '/account/security#second-factor',
  'homework-assigned': '/homework/',
  'homework-moved': '/homework/',
  'homework-withdrawn': '/homework/',
  'homework-comment': '/homework/',
  'homework-take': '/homework/',
  'group-invited': '/homework?join=',
}

/** @example linkTo('https://fretwork.example', 'reset', 'abc') // 'https://fretwork.example/password/reset#token=abc' */
export function linkTo(address: string, template: TemplateName, token: string | undefined, place = '') {
  const page = PAGES[template]
  return (
    page && `${address}${page}${encodeURIComponent(place)}${token === undefined ? '' : `#token=${token}`}`
  )
}

/**
 * Returns the tenant's URL: its first host with the scheme and port of the public URL. Without a host,
 * returns the public URL or the server's own address.
 */
export function addressOfTenant(tenant: Tenant, publicUrl: string | undefined, listening: string): string {
  const base = new URL(publicUrl ?? listening)
  const host = tenant.hosts[0]
  if (host === undefined || tenant.hosts.includes(base.hostname)) return base.origin
  // Without a public URL, a tenant's host is assumed to be on the internet.
  if (publicUrl === undefined) return `https://${host}`
  base.hostname = host
  return base.origin
}

export interface Sender {
  readonly from: string
  readonly addressOf: (tenant: Tenant) => string
}

export function messageOf(mail: Mail, { from, addressOf }: Sender) {
  const { subject, text, html } = compose(
    mail,
    linkTo(addressOf(mail.tenant), mail.template, mail.values.token, mail.values.place),
  )
  const message = {
    // Use address objects: a string would be parsed and split at commas.
    from: { name: oneLine(mail.tenant.name), address: from },
    to: { name: '', address: mail.to },
    subject,
    text,
    html,
    ...(mail.id !== undefined && { messageId: `<${mail.id}@${from.split('@')[1]}>` }),
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  } satisfies SendMailOptions
  return message
}
