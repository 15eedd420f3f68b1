// The API for a human reader: every call of the contract on one page.
import { type Endpoint, endpointErrors } from '../../src/core/api/endpoint.js'
import { ERRORS, type ErrorCode } from '../../src/core/api/errors.js'
import { TENANT_HEADER } from '../../src/core/api/tenant.js'
import { grouped } from '../http/grouped.js'
import { escapeHtml, htmlPage } from './page.js'

const STYLE = `
details{border-top:1px solid var(--line);padding:10px 0}summary{cursor:pointer;display:grid;grid-template-columns:64px 1fr;gap:4px 12px}
summary b{font:600 13px ui-monospace,"DejaVu Sans Mono",monospace;color:var(--mark);padding-top:3px}
summary span{overflow-wrap:anywhere}summary small{grid-column:2;color:var(--dim)}
pre{overflow:auto;background:var(--bg);border:1px solid var(--line);border-radius:8px;padding:12px;margin:8px 0}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:8px 0}dd{margin:0;color:var(--dim)}section{margin:16px 0}
`

interface Operation {
  requestBody?: unknown
  responses?: Record<string, unknown>
}

/** `document` is what `openApi` made of the same endpoints. */
export function apiPage(
  endpoints: readonly Endpoint[],
  document: { paths?: unknown; info?: unknown },
): string {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const areas = grouped(endpoints, endpoint => endpoint.name.split('.')[0] ?? '')
  const sections = [...areas].map(([area, those]) => {
    const entries = those.map(endpoint =>
      entry(endpoint, paths[endpoint.path]?.[endpoint.method.toLowerCase()]),
    )
    return `<section class="card"><h2 id="${area}">${area}</h2>${entries.join('')}</section>`
  })
  return htmlPage({
    language: 'en',
    title: 'Fretwork: the API',
    links: [
      ['/openapi.json', 'openapi.json'],
      ['/cms/', 'Guides'],
    ],
    style: STYLE,
    body: `<h1>The API</h1><p class="lead">JSON over HTTP. Name the tenant in <code>${TENANT_HEADER}</code>; after
      log-in send <code>Authorization: Bearer</code>. What goes wrong comes back as a problem document with a
      stable <code>code</code>.</p>${sections.join('')}`,
    footer: 'Made from the same entries as the routes themselves.',
  })
}

function entry(endpoint: Endpoint, operation: Operation | undefined): string {
  const { method, path, summary, auth, status } = endpoint
  const parts = [part('Body', operation?.requestBody), part('Answer', operation?.responses?.[status])]
  const errors = endpointErrors(endpoint).map(errorLine)
  return `<details><summary><b>${method}</b><span>${escapeHtml(path)}</span>
    <small>${escapeHtml(summary)}${auth === 'bearer' ? ' · needs log-in' : ''} · ${status}</small></summary>
    ${parts.join('')}<dl>${errors.join('')}</dl></details>`
}

function part(title: string, value: unknown): string {
  const schema = schemaIn(value)
  return schema ? `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>` : ''
}

function schemaIn(value: unknown): unknown {
  const content = (value as { content?: Record<string, { schema?: unknown }> } | undefined)?.content
  return content?.['application/json']?.schema
}

function errorLine(code: ErrorCode): string {
  return `<dt><code>${ERRORS[code].status} ${code}</code></dt><dd>${escapeHtml(ERRORS[code].detail)}</dd>`
}
