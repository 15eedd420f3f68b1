/** Tablature as one page that needs nothing else, for screen and paper. */

export interface TabPageParts {
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

const STYLE = `body{margin:0 auto;max-width:56rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1f1c19;background:#f6f4f1}
h1{font-size:1.5rem;margin:0 0 .5rem}pre{font:14px/1.25 ui-monospace,Consolas,monospace;overflow-x:auto;margin:0}
pre+pre{margin-top:1rem}@media (prefers-color-scheme:dark){body{color:#f1ece5;background:#141312}}
@media print{body{background:#fff;color:#000;padding:0}pre{font-size:9pt;break-inside:avoid}}`

export function tabPage({ title, about, tab, label, language }: TabPageParts): string {
  const rows = tab
    .trimEnd()
    .split('\n\n')
    .map(row => `<pre>${escaped(row)}</pre>`)
  return `<!doctype html>
<html lang="${escaped(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${about.map(escaped).join('<br>')}</p>
<div role="region" tabindex="0" aria-label="${escaped(label)}">
${rows.join('\n')}
</div>
</main>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
