/** The neck as one page that needs nothing else: picture, words and a table of its notes, for screen and paper. */
import { pitchAt } from '../../../core/music/guitar/position.js'
import type { NeckView } from '../tokens.js'
import { labelOf, withSigns } from './neck-label.js'
import { escaped } from './neck-picture.js'

export interface HtmlParts {
  readonly view: NeckView
  readonly svg: string
  readonly title: string
  readonly summary: readonly string[]
  /** BCP 47. */
  readonly language: string
  /** Headings of the table, translated. */
  readonly words: { readonly string: string; readonly fret: string; readonly notes: string }
}

const STYLE = `body{margin:0 auto;max-width:90rem;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;color:#1f1c19;background:#f6f4f1}
h1{font-size:1.5rem;margin:0 0 .5rem}svg{width:100%;height:auto;border:1px solid #e4dfd8;border-radius:8px}
.s{overflow-x:auto}svg.v{max-width:30rem}table{border-collapse:collapse;margin-top:1rem;font-size:.875rem}
th,td{padding:.25rem .5rem;border:1px solid #e4dfd8;text-align:center}caption{text-align:start;font-weight:700}
@media (prefers-color-scheme:dark){body{color:#f1ece5;background:#141312}th,td{border-color:#2e2b29}}
@media print{body{background:#fff;color:#000}}`

export function neckHtml({ view, svg, title, summary, language, words }: HtmlParts): string {
  const { tuning, capo, fretMin, fretMax, scale } = view
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  const cell = (string: number, fret: number) => {
    const pitch = pitchAt(tuning, capo, string, fret)
    if (pitch === undefined) return '<td></td>'
    const { name, octave, degree, inScale } = labelOf(pitch, scale)
    const note = `${withSigns(name)}${octave}${degree === '' ? '' : ` (${withSigns(degree)})`}`
    return `<td>${inScale ? `<b>${note}</b>` : note}</td>`
  }
  const rows = tuning.strings.map(
    (_, index) =>
      `<tr><th scope="row">${index + 1}</th>${frets.map(fret => cell(index + 1, fret)).join('')}</tr>`,
  )
  return `<!doctype html>
<html lang="${escaped(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escaped(title)}</h1>
<p>${summary.map(escaped).join(' ')}</p>
${svg}
<div class="s" role="region" tabindex="0" aria-label="${escaped(words.notes)}">
<table><caption>${escaped(words.notes)}</caption>
<thead><tr><th scope="col">${escaped(words.string)} / ${escaped(words.fret)}</th>${frets.map(fret => `<th scope="col">${fret}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table>
</div>
</main>
</html>
`
}
