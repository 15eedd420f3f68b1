// Layout for the server's HTML pages: no scripts, a light and a dark theme, and a minimum width of 360 px.
import type { FastifyReply } from 'fastify'

const STYLE = `
:root{--accent:#e8a13a;--mark:#8a5208;--bg:#f6f4f1;--panel:#fff;--line:#e4dfd8;--ink:#1f1c19;--dim:#6b635a}
@media (prefers-color-scheme:dark){:root{--mark:#e8a13a;--bg:#141312;--panel:#1d1b1a;--line:#2e2b29;--ink:#f1ece5;--dim:#a39a90}}
*{box-sizing:border-box;margin:0}
body{font:16px/1.6 Inter,system-ui,"DejaVu Sans",sans-serif;background:var(--bg);color:var(--ink);color-scheme:light dark}
header,main,footer{max-width:960px;margin:auto;padding:20px 24px}
header{display:flex;align-items:center;gap:24px;flex-wrap:wrap}
.brand{font-weight:700;display:flex;gap:8px;align-items:center;color:inherit;text-decoration:none}
.brand i{width:10px;height:18px;border:solid var(--accent);border-width:0 2px}
nav{margin-left:auto;display:flex;gap:20px}
a{color:var(--mark);text-underline-offset:3px}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:4px}
h1{font-size:clamp(28px,5vw,44px);line-height:1.1;letter-spacing:-.02em;margin:24px 0 12px}
h2{font-size:18px;margin:0 0 8px}
.lead{color:var(--dim);font-size:18px;max-width:60ch}
.card{background:var(--panel);border:1px solid var(--line);border-radius:14px;padding:20px}
.grid{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(260px,1fr));margin:24px 0}
.card p,.card li{color:var(--dim)}
code,kbd{font:13px ui-monospace,"DejaVu Sans Mono",monospace}
kbd{border:1px solid var(--line);border-radius:4px;padding:1px 5px}
footer{color:var(--dim);font-size:14px;border-top:1px solid var(--line);margin-top:40px}
`

export interface Page {
  readonly language: string
  readonly title: string
  readonly links: readonly (readonly [href: string, words: string])[]
  /** HTML for the body. The caller must escape untrusted text. */
  readonly body: string
  readonly footer: string
  readonly style?: string
}

export function htmlPage({ language, title, links, body, footer, style = '' }: Page): string {
  const navigation = links
    .map(([href, words]) => `<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`)
    .join('')
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/icon.svg"><style>${STYLE}${style}</style></head>
<body>
<header><a class="brand" href="/"><i></i>Fretwork</a><nav aria-label="Fretwork">${navigation}</nav></header>
<main>${body}</main>
<footer>${escapeHtml(footer)}</footer>
</body></html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character)
}

/** @param cache use `no-store` for pages with personal data */
export function sendHtml(reply: FastifyReply, page: string, cache: 'no-cache' | 'no-store' = 'no-store') {
  return reply.header('cache-control', cache).type('text/html; charset=utf-8').send(page)
}
