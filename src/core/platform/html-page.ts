/** Standalone HTML pages for export: one file without scripts or external resources. */

export interface HtmlPageParts {
  readonly title: string
  /** BCP 47. */
  readonly language: string
  readonly style: string
  /** HTML below the heading; escape what users wrote. */
  readonly body: string
}

const STYLE = `body{margin:0 auto;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1f1c19;background:#f6f4f1}
h1{font-size:1.5rem;margin:0 0 .5rem}@media (prefers-color-scheme:dark){body{color:#f1ece5;background:#141312}}
@media print{body{background:#fff;color:#000}}`

export function htmlPage({ title, language, style, body }: HtmlPageParts): string {
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
</html>
`
}

/** For text in HTML, SVG and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
