/** Tablature as a standalone HTML page, for screen and paper. */
import { escapeHtml, htmlPage } from '../../core/platform/html-page.js'

interface TabPageParts {
  readonly title: string
  /** Lines below the title: tuning, capo. */
  readonly about: readonly string[]
  /** As `tabText` writes it, without heading. */
  readonly tab: string
  /** Accessible name of the tablature. */
  readonly label: string
  /** BCP 47. */
  readonly language: string
}

const STYLE = `body{max-width:56rem}pre{font:14px/1.25 ui-monospace,Consolas,monospace;overflow-x:auto;margin:0}
pre+pre{margin-top:1rem}@media print{body{padding:0}pre{font-size:9pt;break-inside:avoid}}`

export function tabPage({ title, about, tab, label, language }: TabPageParts): string {
  const rows = tab.trimEnd().split('\n\n')
  const body = `<p>${about.map(escapeHtml).join('<br>')}</p>
<div role="region" tabindex="0" aria-label="${escapeHtml(label)}">
${rows.map(row => `<pre>${escapeHtml(row)}</pre>`).join('\n')}
</div>`
  return htmlPage({ title, language, style: STYLE, body })
}
