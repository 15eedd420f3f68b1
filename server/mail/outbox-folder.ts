// Without SMTP, emails are written to the state folder as `.eml` files and shown under /dev/, for developers.
import { mkdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { systemCode } from '../failure.js'
import { found } from '../http/problem.js'
import { escapeHtml, htmlPage, sendHtml } from '../pages/html-page.js'
import { writePrivately } from '../state-folder.js'
import { type Mail, messageOf, type Sender } from './message.js'

const shownMail = z.object({
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type ShownMail = z.infer<typeof shownMail>

const ID = /^[\w-]{1,80}$/

export function outboxFolder(home: string): string {
  return join(home, 'outbox')
}

export function fileMailer(
  folder: string,
  sender: Sender,
  now: () => number,
  written: (path: string) => void,
): { send(mail: Mail): Promise<void> } {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const message = messageOf(mail, sender)
      const { message: bytes } = await transport.sendMail({ ...message, date: new Date(now()) })
      const at = new Date(now()).toISOString()
      const name = `${at.replace(/[^\dT]/g, '')}-${(mail.id ?? crypto.randomUUID()).slice(0, 50)}`
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { to, subject, text, html } = message
      const shown: ShownMail = { at, to: to.address, subject, text, html }
      const path = join(folder, `${name}.eml`)
      await writePrivately(path, bytes.toString())
      await writePrivately(join(folder, `${name}.json`), JSON.stringify(shown))
      written(path)
    },
  }
}

export async function listOutbox(folder: string): Promise<{ id: string; mail: ShownMail }[]> {
  const names = await readdir(folder).catch(error => {
    if (systemCode(error) === 'ENOENT') return [] // the folder is created with the first email
    throw error
  })
  const ids = names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -5))
  const emails = await Promise.all(
    ids
      .sort()
      .reverse()
      .slice(0, 100)
      .map(async id => ({ id, mail: await readOutbox(folder, id) })),
  )
  return emails.flatMap(({ id, mail }) => (mail ? [{ id, mail }] : []))
}

export async function readOutbox(folder: string, id: string): Promise<ShownMail | undefined> {
  if (!ID.test(id)) return undefined
  try {
    return shownMail.parse(JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')))
  } catch {
    return undefined // deleted after it was listed, or edited by hand
  }
}

const LIST = '/dev/mail'
const STYLE = `
.emails{list-style:none;padding:0;margin:24px 0;display:grid;gap:12px}
.emails small,.head{color:var(--dim)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin-top:16px}
`

/** Adds the pages in demo mode only, because they show all emails to everyone. */
export function devMailPages(app: FastifyInstance, folder: string): void {
  app.get(LIST, { exposeHeadRoute: false }, async (_request, reply) => {
    const emails = await listOutbox(folder)
    return sendHtml(reply, framed('Mail', listOf(emails)))
  })
  app.get<{ Params: { id: string } }>(`${LIST}/:id`, { exposeHeadRoute: false }, async (request, reply) => {
    const mail = found(await readOutbox(folder, request.params.id))
    return sendHtml(reply, framed(mail.subject, textOf(mail, `${LIST}/${request.params.id}/html`)))
  })
  app.get<{ Params: { id: string } }>(
    `${LIST}/:id/html`,
    { exposeHeadRoute: false },
    async (request, reply) => sendHtml(reply, found(await readOutbox(folder, request.params.id)).html),
  )
}

function listOf(emails: readonly { id: string; mail: ShownMail }[]): string {
  if (emails.length === 0) return '<h1>Email</h1><p class="lead">No emails yet.</p>'
  const rows = emails.map(
    ({ id, mail }) =>
      `<li class="card"><a href="${LIST}/${escapeHtml(id)}">${escapeHtml(mail.subject)}</a><br><small>${escapeHtml(mail.to)} · <time datetime="${escapeHtml(mail.at)}">${escapeHtml(mail.at)}</time></small></li>`,
  )
  return `<h1>Email</h1><p class="lead">Not delivered, since this is a demo. Newest first.</p><ul class="emails">${rows.join('')}</ul>`
}

function textOf({ subject, to, at, text }: ShownMail, htmlAddress: string): string {
  const linked = escapeHtml(text).replace(
    /https?:\/\/[^\s<]+/g,
    address => `<a href="${address}">${address}</a>`,
  )
  return `<h1>${escapeHtml(subject)}</h1>
<p class="head">${escapeHtml(to)} · <time datetime="${escapeHtml(at)}">${escapeHtml(at)}</time> · <a href="${htmlAddress}">as HTML</a></p>
<pre class="card">${linked}</pre>`
}

function framed(title: string, body: string): string {
  const links = [[LIST, 'Mail']] as const
  return htmlPage({ language: 'en', title, links, body, footer: 'Fretwork · demo mode', style: STYLE })
}
