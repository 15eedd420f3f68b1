import { preparedBy } from '../../../core/kernel/exported-text.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { PAGE, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError, messageOf } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { inPage } from '../../../core/platform/ports.js'
import { CHORD_FINDER } from '../chords/chord-finder.js'
import { chordMarks } from '../chords/chord-marks.js'
import { summaryOf, summaryOfNow, summaryWords } from '../neck/neck-summary.js'
import { NECK_VIEW, NOW, SELECTION, TUNING_LIST } from '../tokens.js'
import type { ShownChord } from './handout.js'

export interface ExportPage {
  /** Rejects if the browser can't draw the image. @param scale pixels per unit */
  toPng(svg: string, width: number, height: number, scale: number): Promise<Uint8Array>
  isNarrow(): boolean
}

const SENTENCES = phrases({
  title: '{{scale}} – {{tuning}}',
  noPage: 'PNG export needs a browser. Export the neck as SVG instead.',
  failed: 'The browser couldn’t create the image.',
})

const PNG_SCALE = 2
const LONGEST_SIDE = 8000 // some browsers draw a blank image above this size

const exportPage = async (): Promise<ExportPage | undefined> =>
  (await inPage(() => import('../ui/export-page.js')))?.exportPage

export const EXPORT_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.export-svg': async context => {
    const page = await exportPage()
    const { svg, name } = await drawn(context, page)
    context.find(PAGE)?.saveFile(`${name}.svg`, svg)
    return svg
  },
  'fretboard.export-png': async context => {
    const page = await exportPage()
    if (!page) throw new FretworkError('no_page', SENTENCES.noPage)
    const { svg, width, height, name } = await drawn(context, page)
    const scale = Math.min(PNG_SCALE, LONGEST_SIDE / Math.max(width, height))
    try {
      context.find(PAGE)?.saveFile(`${name}.png`, await page.toPng(svg, width, height, scale))
    } catch (error) {
      context.log.warn(`Couldn’t draw the neck as PNG: ${messageOf(error)}`)
      throw new FretworkError('picture_failed', SENTENCES.failed, { cause: error })
    }
  },
  'fretboard.export-html': async context => {
    const page = await exportPage()
    const { name, ...picture } = await drawn(context, page)
    const { handout } = await import('./handout.js')
    const html = handout({
      ...picture,
      chords: shownChords(context),
      language: context.get(TRANSLATOR).language,
      foot: preparedBy(context),
    })
    context.find(PAGE)?.saveFile(`${name}.html`, html)
    return html
  },
}

async function drawn({ get }: Pick<PluginContext, 'get'>, page: ExportPage | undefined) {
  const view = get(NECK_VIEW).getState()
  const translator = get(TRANSLATOR)
  const words = summaryWords(view, get(TUNING_LIST).getState(), translator.t.bind(translator))
  const selected = get(SELECTION).positions.getState()
  const summary = [
    ...summaryOf(view, words),
    ...(selected.length > 0 ? [summaryOfNow(get(NOW).getState(), words)] : []),
  ]
  const title = words.say(SENTENCES.title, { scale: words.scaleName, tuning: words.tuningName })
  const vertical = view.orientation === 'auto' ? page?.isNarrow() === true : view.orientation === 'vertical'
  const { neckPicture } = await import('../neck/neck-picture.js')
  const made = neckPicture({
    view,
    vertical,
    selected,
    marks: [...chordMarks(view), ...get(CHORD_FINDER).marks.getState()],
    title,
    description: summary.join(' '),
  })
  return { ...made, ...words, view, vertical, title, name: fileName(title) }
}

function shownChords({ get }: Pick<PluginContext, 'get'>): readonly ShownChord[] {
  const { chord } = get(NECK_VIEW).getState()
  const { found, marks } = get(CHORD_FINDER)
  const state = marks.getState().length > 0 ? found.getState() : undefined
  const finders = state?.chord
  return [
    ...(state && finders ? [{ chord: finders, shape: state.voicings[state.index]?.frets }] : []),
    ...(chord && chord.symbol !== finders?.symbol ? [{ chord }] : []),
  ]
}

function fileName(title: string): string {
  const plain = title
    .replace(/♯/g, '#')
    .replace(/♭/g, 'b')
    .replace(/[^\p{L}\p{N}#]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return plain === '' ? 'neck' : plain.slice(0, 80)
}
