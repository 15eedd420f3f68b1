import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../http/problem.js'
import { NEWEST_MIGRATION } from '../operations/readiness.js'
// In these JSON files, `{key}` marks a keyboard key.
import cmsTexts from './cms-texts.json' with { type: 'json' }
import { escapeHtml, htmlPage, sendHtml } from './html-page.js'

/** Adds the server's own pages. Call this after `describeApi`. */
export async function servePages(
  app: FastifyInstance,
  assertReady: () => Promise<void>,
  isDraining: () => boolean = () => false,
): Promise<void> {
  app.get('/health', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/ready', async (_request, reply) => {
    // Send a plain response, because a problem would be logged and load balancers poll every second.
    if (isDraining()) return reply.code(503).header('cache-control', 'no-store').send({ status: 'stopping' })
    await assertReady()
    return reply.header('cache-control', 'no-store').send({ status: 'ready', tables: NEWEST_MIGRATION })
  })
  let text: string | undefined
  const description = async (_request: FastifyRequest, reply: FastifyReply) => {
    text ??= JSON.stringify(app.swagger())
    return reply.header('cache-control', 'no-cache').type('application/json').send(text)
  }
  app.get('/openapi.json', description)
  await addApiPage(app, description)
  app.get('/cms', async (request, reply) => {
    // Relative links on the page need the trailing slash. The query is unused and is dropped.
    if (request.url.split('?')[0] === '/cms') return reply.redirect('/cms/', 308)
    return sendHtml(
      reply.header('vary', 'Origin, Accept-Language'),
      cmsPage(request.headers['accept-language']),
      'no-cache',
    )
  })
  app.get('/cms/*', async (request, reply) => {
    reply.header('vary', 'Origin, Accept')
    // Browsers get the content page for every path below /cms; other clients get 404.
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/cms/', 302)
    throw new Problem('not_found')
  })
}

/** Follows the system's color scheme using the class that Swagger UI uses for dark mode. */
const SCHEME = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
`

const STYLE = `.swagger-ui{font-family:Inter,system-ui,"DejaVu Sans",sans-serif}
.swagger-ui .info{margin:32px 0 16px}
.swagger-ui .scheme-container{padding:0;box-shadow:none;background:none}
`

async function addApiPage(
  app: FastifyInstance,
  description: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    uiHooks: {
      // Serve the cached document: Swagger UI would serialize it for every request.
      onRequest: async (request, reply) =>
        request.routeOptions.url === '/docs/api/json' ? description(request, reply) : undefined,
    },
    theme: {
      title: 'Fretwork API',
      css: [{ filename: 'fretwork.css', content: STYLE }],
      js: [{ filename: 'scheme.js', content: SCHEME }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      displayRequestDuration: true,
      // Don't store tokens entered on the page.
      persistAuthorization: false,
    },
  })
}

const CMS_STYLE = `
.open{display:inline-block;margin-top:20px;padding:10px 18px;border-radius:10px;background:var(--accent);color:#1b1206;font-weight:600;text-decoration:none}
.log-in{margin-left:20px;white-space:nowrap}
@media (hover:none) and (pointer:coarse){.keys{display:none}}
.sample{margin-top:28px}
.sample figcaption{color:var(--dim);margin-bottom:8px}
audio{display:block;width:min(100%,420px);height:46px;border:1px solid var(--line);border-radius:23px}
svg{width:100%;height:auto;min-height:170px;margin-top:32px;display:block}
.neck{fill:#3a261b}.fret{stroke:#8d877e;stroke-width:3}.string{stroke:#b9b1a3}.nut{fill:#e9dfcb}.inlay{fill:#efe6d6;opacity:.28}
.dot text{font:700 15px Inter,system-ui,sans-serif;text-anchor:middle;fill:#111}
`

/** The chord Cmaj7 in the picture: string (0 is the highest), fret, degree and color. */
const CHORD = [
  [4, 3, '1', '#d55e00'],
  [3, 2, '3', '#009e73'],
  [2, 0, '5', '#56b4e9'],
  [1, 0, '7', '#8f9bff'],
  [0, 0, '3', '#009e73'],
] as const

function cmsPage(acceptLanguage: string | undefined): string {
  const language = (acceptLanguage ?? '').match(/\b(de|en)\b/i)?.[1]?.toLowerCase() === 'de' ? 'de' : 'en'
  const texts = cmsTexts[language]
  const guides = texts.guides.map(
    ({ heading, text }) =>
      `<section class="card${text.includes('{') ? ' keys' : ''}"><h2>${escapeHtml(heading)}</h2><p>${withKeys(text)}</p></section>`,
  )
  return htmlPage({
    language,
    title: `Fretwork: ${texts.title}`,
    links: [['/docs/api', texts.api]],
    style: CMS_STYLE,
    body: `<h1>${escapeHtml(texts.title)}</h1><p class="lead">${escapeHtml(texts.lead)}</p>
      <a class="open" href="/demo">${escapeHtml(texts.demo)}</a><a class="log-in" href="/login">${escapeHtml(texts.open)}</a>
      <figure class="sample"><figcaption id="sample">${escapeHtml(texts.sample)}</figcaption><audio controls preload="none" src="/sample.webm" aria-labelledby="sample"></audio></figure>${neck()}<div class="grid">${guides.join('')}</div>`,
    footer: texts.footer,
  })
}

function withKeys(text: string): string {
  return escapeHtml(text).replace(/\{([^}]+)\}/g, '<kbd>$1</kbd>')
}

/** Draws seven frets to scale: each fret is closer to the bridge by the twelfth root of two. */
function neck(): string {
  const [left, right, top, gap, frets] = [60, 940, 20, 30, 7]
  const x = (fret: number) =>
    Math.round(left + ((right - left) * (1 - 2 ** (-fret / 12))) / (1 - 2 ** (-frets / 12)))
  const y = (string: number) => top + 15 + string * gap
  const middle = (fret: number) => (fret === 0 ? left - 28 : (x(fret) + x(fret - 1)) / 2)
  const fretLines = Array.from({ length: frets }, (_, index) => {
    const at = x(index + 1)
    return `<path class="fret" d="M${at} ${top}v${gap * 6}"/>`
  })
  const inlays = [3, 5, 7].map(
    fret => `<circle class="inlay" cx="${middle(fret)}" cy="${top + gap * 3}" r="7"/>`,
  )
  const strings = Array.from(
    { length: 6 },
    (_, index) =>
      `<path class="string" stroke-width="${1 + index * 0.4}" d="M${left} ${y(index)}H${right}"/>`,
  )
  const dots = CHORD.map(
    ([string, fret, degree, color]) =>
      `<g class="dot"><circle cx="${middle(fret)}" cy="${y(string)}" r="13" fill="${color}"/><text x="${middle(fret)}" y="${y(string) + 5}">${degree}</text></g>`,
  )
  return `<svg viewBox="0 0 960 220" preserveAspectRatio="xMinYMid slice" role="img" aria-label="Cmaj7"><rect class="neck" x="${left}" y="${top}" width="${right - left}" height="${gap * 6}" rx="4"/>
    ${inlays.join('')}${fretLines.join('')}${strings.join('')}<rect class="nut" x="${left - 6}" y="${top - 2}" width="8" height="${gap * 6 + 4}" rx="2"/>${dots.join('')}</svg>`
}
