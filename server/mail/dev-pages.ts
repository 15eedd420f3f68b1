// Pages with the emails that a demo would have sent: the list, an email's text, and its HTML.
import type { FastifyInstance } from 'fastify'
import { Problem } from '../http/problem.js'
import { escapeHtml, htmlPage, sendHtml } from '../pages/html-page.js'
import { listOutbox, readOutbox, type ShownMail } from './outbox-folder.js'

const LIST = '/dev/mail'
const STYLE = `
.emails{list-style:none;padding:0;margin:24px 0;display:grid;gap:12px}
.emails small,.head{color:var(--dim)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin-top:16px}
`

/** For demo mode only: everyone can read everyone's email. */
export function devMailPages(app: FastifyInstance, folder: string): void {
  app.get(LIST, { exposeHeadRoute: false }, async (_request, reply) => {
    const emails = await listOutbox(folder)
    return sendHtml(reply, framed('Mail', listOf(emails)))
  })
  app.get<{ Params: { id: string } }>(`${LIST}/:id`, { exposeHeadRoute: false }, async (request, reply) => {
    const mail = await found(folder, request.params.id)
    return sendHtml(reply, framed(mail.subject, textOf(mail, `${LIST}/${request.params.id}/html`)))
  })
  app.get<{ Params: { id: string } }>(
    `${LIST}/:id/html`,
    { exposeHeadRoute: false },
    async (request, reply) => sendHtml(reply, (await found(folder, request.params.id)).html),
  )
}

async function found(folder: string, id: string): Promise<ShownMail> {
  const mail = await readOutbox(folder, id)
  if (!mail) throw new Problem('not_found')
  return mail
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
