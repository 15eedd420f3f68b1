/** The neck as a standalone HTML page with picture, description and a table of its notes. */
import { pitchAt } from '../../../core/music/guitar/position.js'
import { escapeHtml, htmlPage } from '../../../core/platform/html-page.js'
import type { NeckView } from '../tokens.js'
import { labelOf, withSigns } from './neck-label.js'

interface HtmlParts {
  readonly view: NeckView
  readonly svg: string
  readonly title: string
  readonly summary: readonly string[]
  /** BCP 47. */
  readonly language: string
  /** Headings of the table, translated. */
  readonly words: { readonly string: string; readonly fret: string; readonly notes: string }
}

const STYLE = `body{max-width:90rem}svg{width:100%;height:auto;border:1px solid #e4dfd8;border-radius:8px}
.s{overflow-x:auto}svg.v{max-width:30rem}table{border-collapse:collapse;margin-top:1rem;font-size:.875rem}
th,td{padding:.25rem .5rem;border:1px solid #e4dfd8;text-align:center}caption{text-align:start;font-weight:700}
@media (prefers-color-scheme:dark){th,td{border-color:#2e2b29}}`

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
  const body = `<p>${summary.map(escapeHtml).join(' ')}</p>
${svg}
<div class="s" role="region" tabindex="0" aria-label="${escapeHtml(words.notes)}">
<table><caption>${escapeHtml(words.notes)}</caption>
<thead><tr><th scope="col">${escapeHtml(words.string)} / ${escapeHtml(words.fret)}</th>${frets.map(fret => `<th scope="col">${fret}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table>
</div>`
  return htmlPage({ title, language, style: STYLE, body })
}
