import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { badInput } from '../errors.js'
import { reasonOf, writeWhole } from './files.js'
import { counted, plain } from './print.js'

export interface ReportCase {
  readonly name: string
  readonly group: string
  /** Result of a check. `flaky`: two runs differ. `broken`: the check could not run. */
  readonly outcome: 'ok' | 'failed' | 'flaky' | 'broken' | 'skipped'
  readonly lines: readonly string[]
  readonly drawings?: readonly { readonly title: string; readonly svg: string }[]
  readonly more?: readonly string[]
  readonly repeat?: string | undefined
  /** Text for JUnit; default: the lines. */
  readonly text?: string
  /** Failure type in JUnit. */
  readonly type?: string
  readonly seconds?: number
}

export interface ReportFlags {
  readonly junit?: string
  readonly html?: string
}

/** @throws CliError `report_unwritable` */
export async function writeReports(
  title: string,
  { junit, html }: ReportFlags,
  cases: readonly ReportCase[],
): Promise<void> {
  if (junit !== undefined) await write(junit, await junitXml(title, cases))
  if (html !== undefined) await write(html, htmlReport(title, cases))
}

/** @throws CliError `report_unwritable` if writing a report later would fail */
export async function checkReports({ junit, html }: ReportFlags): Promise<void> {
  for (const path of [junit, html]) {
    if (path === undefined) continue
    const known = await stat(path).catch(() => undefined)
    // Devices and pipes are written to directly.
    if (known && !known.isFile() && !known.isDirectory()) continue
    if (known?.isDirectory()) throw unwritable(path, 'it is a folder')
    const folder = dirname(await realpath(path).catch(() => path))
    await access(folder, constants.W_OK).catch(cause => {
      throw unwritable(path, reasonOf(cause), cause)
    })
  }
}

async function write(path: string, content: string): Promise<void> {
  await writeWhole(path, content).catch(cause => {
    throw unwritable(path, reasonOf(cause), cause)
  })
}

const unwritable = (path: string, reason: string, cause?: unknown) =>
  badInput('report_unwritable', `Cannot write the report to "${plain(path)}": ${reason}.`, cause)

async function junitXml(title: string, cases: readonly ReportCase[]): Promise<string> {
  const { default: library } = await import('junit-report-builder')
  const builder = library.newBuilder()
  const suite = builder.testSuite().name(title)
  const total = cases.reduce((sum, { seconds = 0 }) => sum + seconds, 0)
  if (total > 0) suite.time(rounded(total))
  for (const { name, group, outcome, lines, text = lines.join('\n'), type, seconds } of cases) {
    const test = suite.testCase().className(group).name(printable(name))
    const [first = ''] = text.split('\n')
    if (outcome === 'failed' || outcome === 'flaky')
      test.failure(printable(first), type).stacktrace(printable(text))
    if (outcome === 'broken') test.error(printable(first)).errorAttachment(printable(text))
    if (outcome === 'skipped') test.skipped().standardOutput(printable(text))
    if (seconds !== undefined) test.time(rounded(seconds))
  }
  return builder.build()
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

/** Replaces characters that XML 1.0 forbids (2.2). */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '·')
}

/**
 * Builds an HTML report that works offline, without scripts or external files. The same results always
 * produce the same bytes.
 */
export function htmlReport(title: string, cases: readonly ReportCase[]): string {
  const groups = [...new Set(cases.map(({ group }) => group))]
  const wrong = cases.filter(isWrong)
  const of = (outcome: ReportCase['outcome'], among: readonly ReportCase[]) =>
    among.filter(each => each.outcome === outcome).length
  const outcomes = OUTCOMES.filter(outcome => outcome !== 'flaky' || of(outcome, cases) > 0)
  const rows = groups.map(group => {
    const own = cases.filter(each => each.group === group)
    const numbers = outcomes.map(outcome => `<td>${of(outcome, own) || '·'}</td>`).join('')
    return `<tr><th scope="row">${escaped(group)}</th>${numbers}</tr>`
  })
  const verdict = wrong.length === 0 ? 'All checks passed' : `${counted(wrong.length, 'failure')}`
  const summary = outcomes.map(outcome => `${of(outcome, cases)} ${WORDS[outcome]}`).join(', ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}: ${escaped(verdict)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p class="${wrong.length === 0 ? 'ok' : 'failed'}">${escaped(verdict)}</p>
<p>${escaped(summary)}</p>
${wrong.map(failure).join('\n')}
<h2>All</h2>
<table>
<thead><tr><th scope="col">group</th>${outcomes.map(outcome => `<th scope="col">${WORDS[outcome]}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`
}

const OUTCOMES = ['ok', 'failed', 'flaky', 'broken', 'skipped'] as const
const WORDS = {
  ok: 'ok',
  failed: 'failed',
  flaky: 'flaky',
  broken: 'could not be checked',
  skipped: 'left out',
} as const

const isWrong = ({ outcome }: ReportCase) => outcome !== 'ok' && outcome !== 'skipped'

function failure({ name, group, lines, drawings = [], more = [], repeat }: ReportCase): string {
  const figures = drawings.map(
    ({ title, svg }) => `<figure><figcaption>${escaped(title)}</figcaption>${svg}</figure>`,
  )
  return [
    `<section>\n<h2>${escaped(group)}: ${escaped(name)}</h2>`,
    `<pre>${lines.map(escaped).join('\n')}</pre>`,
    ...(figures.length > 0 ? [`<div class="drawings">${figures.join('\n')}</div>`] : []),
    ...(more.length > 0 ? [`<pre>${more.map(escaped).join('\n')}</pre>`] : []),
    ...(repeat === undefined ? [] : [`<p>Repeat it:</p>\n<pre><code>${escaped(repeat)}</code></pre>`]),
    '</section>',
  ].join('\n')
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.1rem; margin-top: 2rem; overflow-wrap: anywhere; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 6px; }
.drawings { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
figure { flex: 1 1 20rem; min-width: 0; margin: 0; }
svg { display: block; max-width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; text-align: right; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
th:first-child { text-align: left; font-weight: 500; }
.ok { color: light-dark(#14662f, #7ddb9a); font-weight: 600; }
.failed { color: light-dark(#a4161a, #ff9a9a); font-weight: 600; }
`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => plain(text).replace(/[&<>"]/g, letter => ENTITIES[letter] ?? letter)
