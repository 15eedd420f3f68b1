/** Commands that export the neck as SVG, PNG or HTML page. */
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { PAGE, TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { pitchAt } from '../../../core/music/guitar/position.js'
import { FretworkError, messageOf } from '../../../core/platform/fretwork-error.js'
import { escapeHtml, htmlPage } from '../../../core/platform/html-page.js'
import { phrases } from '../../../core/platform/phrases.js'
import { inPage } from '../../../core/platform/ports.js'
import { chordMarks } from '../chords/chord-marks.js'
import { CHORD_FINDER } from '../internal-tokens.js'
import { labelOf, withSigns } from '../neck/neck-label.js'
import { neckPicture } from '../neck/neck-picture.js'
import { summaryOf, summaryOfNow, summaryWords } from '../neck/neck-summary.js'
import { NECK_VIEW, type NeckView, NOW, SELECTION, TUNING_LIST } from '../tokens.js'
import type { ExportPage } from './export-page.js'

const SENTENCES = phrases({
  title: '{{scale}} – {{tuning}}',
  noPage: 'PNG export needs a browser. Export the neck as SVG instead.',
  failed: 'The browser couldn’t create the image.',
  string: 'String',
  fret: 'Fret',
  notes: 'Notes by string and fret',
})

/** Sharp on high-resolution screens and on paper. */
const PNG_SCALE = 2
/** Beyond this many pixels on a side, some browsers draw nothing. */
const LONGEST_SIDE = 8000

const exportPage = async (): Promise<ExportPage | undefined> =>
  (await inPage(() => import('../ui/export-page.js')))?.exportPage

export const EXPORT_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.export-svg': async context => {
    const page = await exportPage()
    const { svg, name } = drawn(context, page)
    context.find(PAGE)?.saveFile(`${name}.svg`, svg)
    return svg
  },
  'fretboard.export-png': async context => {
    const page = await exportPage()
    if (!page) throw new FretworkError('no_page', SENTENCES.noPage)
    const { svg, width, height, name } = drawn(context, page)
    const scale = Math.min(PNG_SCALE, LONGEST_SIDE / Math.max(width, height))
    try {
      context.find(PAGE)?.saveFile(`${name}.png`, await page.toPng(svg, width, height, scale))
    } catch (error) {
      context.log.warn(`The neck could not be drawn as PNG: ${messageOf(error)}`)
      throw new FretworkError('picture_failed', SENTENCES.failed, { cause: error })
    }
  },
  'fretboard.export-html': async context => {
    const page = await exportPage()
    const { svg, name, title, summary, say } = drawn(context, page)
    const html = neckHtml({
      view: context.get(NECK_VIEW).getState(),
      svg,
      title,
      summary,
      language: context.get(TRANSLATOR).language,
      words: { string: say(SENTENCES.string), fret: say(SENTENCES.fret), notes: say(SENTENCES.notes) },
    })
    context.find(PAGE)?.saveFile(`${name}.html`, html)
    return html
  },
}

function drawn({ get }: Pick<PluginContext, 'get'>, page: ExportPage | undefined) {
  const view = get(NECK_VIEW).getState()
  const translator = get(TRANSLATOR)
  const words = summaryWords(view, get(TUNING_LIST).getState(), translator.t.bind(translator))
  const selected = get(SELECTION).positions.getState()
  const summary = [
    ...summaryOf(view, words),
    ...(selected.length > 0 ? [summaryOfNow(get(NOW).getState(), words)] : []),
  ]
  const title = words.say(SENTENCES.title, { scale: words.scaleName, tuning: words.tuningName })
  const made = neckPicture({
    view,
    vertical: view.orientation === 'auto' ? page?.isNarrow() === true : view.orientation === 'vertical',
    selected,
    marks: [...chordMarks(view), ...get(CHORD_FINDER).marks.getState()],
    title,
    description: summary.join(' '),
  })
  return { ...made, title, summary, name: fileName(title), say: words.say }
}

/** Letters and digits of the title, valid on every system: `C-Major-Standard`. */
function fileName(title: string): string {
  const plain = title
    .replace(/♯/g, '#')
    .replace(/♭/g, 'b')
    .replace(/[^\p{L}\p{N}#]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return plain === '' ? 'neck' : plain.slice(0, 80)
}

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

/** A standalone page with picture, description and a table of the notes. */
function neckHtml({ view, svg, title, summary, language, words }: HtmlParts): string {
  const { tuning, capo, fretMin, fretMax, labels } = view
  const frets = Array.from({ length: fretMax - fretMin + 1 }, (_, index) => fretMin + index)
  const cell = (string: number, fret: number) => {
    const pitch = pitchAt(tuning, capo, string, fret)
    if (pitch === undefined) return '<td></td>'
    const { name, octave, degree, inScale } = labelOf(pitch, labels)
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
