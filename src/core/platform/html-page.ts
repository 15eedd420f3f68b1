export interface HtmlPageParts {
  readonly title: string
  readonly language: string
  readonly style: string
  readonly body: string
  readonly foot: string
}

const STYLE = `:root{color-scheme:light}@page{margin:14mm}
body{margin:0 auto;padding:1.5rem;max-width:60rem;font:1rem/1.5 system-ui,sans-serif;color:#1f1c19;background:#fff}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .75rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem;break-after:avoid}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:0 0 1rem}dt{color:#5c544b}dd{margin:0}
footer{margin-top:2rem;padding-top:.5rem;border-top:1px solid #cfc7bb;font-size:.875rem;color:#5c544b}
figure,tr{break-inside:avoid}@media print{body{padding:0;max-width:none}}`

export function htmlPage({ title, language, style, body, foot }: HtmlPageParts): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>${escapeHtml(foot)}</footer>
</html>
`
}

export function factList(facts: readonly (readonly [term: string, text: string])[]): string {
  const rows = facts.map(([term, text]) => `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(text)}</dd>`)
  return `<dl>${rows.join('\n')}</dl>`
}

/** Escapes text for use in HTML and SVG, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
