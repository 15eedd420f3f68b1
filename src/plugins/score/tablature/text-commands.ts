import { copyText, preparedBy } from '../../../core/kernel/exported-text.js'
import type { CommandContext, CommandHandler } from '../../../core/kernel/plugin.js'
import { PAGE, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { escapeHtml, factList, htmlPage } from '../../../core/platform/html-page.js'
import { phrases } from '../../../core/platform/phrases.js'
import { metersOf, pickupOf } from '../../../music/song/song-time.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import { type OpenSong, SONG_FINGERING, SONG_SESSION, type SongFingering } from '../../player/tokens.js'
import { songText } from './tab-text.js'

const SENTENCES = phrases({
  noSong: 'No song is open. Open one first.',
  otherSong: 'Another song was opened before the tablature was ready. Try again.',
  looking: 'Finding the best fingering…',
  tuning: 'Tuning: {{notes}}',
  capo: 'Capo: fret {{fret}}',
  label: 'Tablature',
  tuningTerm: 'Tuning',
  capoTerm: 'Capo',
  capoAt: 'Fret {{fret}}',
  tempoTerm: 'Tempo',
  meterTerm: 'Time signature',
  missingTerm: 'Not shown',
  copied: 'Tablature copied.',
  tooLate: 'The tablature is ready, but the browser only allows copying right after a click. Copy it again.',
  outside: '{{count}} notes are out of range.',
})

export const TEXT_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'tablature.copy': async context => {
    const { text, waited } = await written(context)
    const refused = waited && SENTENCES.tooLate
    return copyText(context, text, { source: 'score', copied: SENTENCES.copied, refused })
  },
  'tablature.save-text': async context => {
    const { text, name } = await written(context)
    context.find(PAGE)?.saveFile(`${name}.txt`, text)
    return text
  },
  'tablature.save-page': async context => {
    const { html, name } = await written(context)
    context.find(PAGE)?.saveFile(`${name}.html`, html())
    return html()
  },
}

/** Waits for the computed fingering. The provisional lowest frets aren't useful. */
async function written(context: CommandContext) {
  const { get, signal, progress } = context
  const session = get(SONG_SESSION)
  const { song } = session.view.getState()
  if (!song) throw new FretworkError('no_song', SENTENCES.noSong)
  const fingering = get(SONG_FINGERING)
  const waited = fingering.view.getState().working
  if (waited) {
    progress(undefined, SENTENCES.looking)
    await solved(fingering, signal)
    if (session.view.getState().song?.key !== song.key)
      throw new FretworkError('song_changed', SENTENCES.otherSong)
  }
  const translator = get(TRANSLATOR)
  const say = (sentence: string, values?: Readonly<Record<string, string | number>>) =>
    translator.t('score', sentence, values)
  const view = get(NECK_VIEW).getState()
  const { tuning, capo } = view
  const { strings, outside, write } = songText(song, fingering, view)
  const about = [
    say(SENTENCES.tuning, { notes: strings }),
    ...(capo > 0 ? [say(SENTENCES.capo, { fret: capo })] : []),
    ...(outside > 0 ? [say(SENTENCES.outside, { count: outside })] : []),
  ]
  const { title } = song
  const { header } = song.song
  const facts = () => [
    [say(SENTENCES.tuningTerm), `${translator.t('core', tuning.name)}: ${strings}`] as const,
    ...(capo > 0 ? [[say(SENTENCES.capoTerm), say(SENTENCES.capoAt, { fret: capo })] as const] : []),
    ...header.tempos
      .slice(0, 1)
      .map(({ bpm }) => [say(SENTENCES.tempoTerm), `♩ = ${Math.round(bpm)}`] as const),
    ...firstMeter(header).map(meter => [say(SENTENCES.meterTerm), meter] as const),
    ...(outside > 0
      ? [[say(SENTENCES.missingTerm), say(SENTENCES.outside, { count: outside })] as const]
      : []),
  ]
  return {
    text: write([title, ...about]),
    html: () =>
      tabPage({
        title,
        facts: facts(),
        tab: write([]),
        label: say(SENTENCES.label),
        language: translator.language,
        foot: preparedBy(context),
      }),
    name: fileName(title),
    waited,
  }
}

function firstMeter(header: OpenSong['song']['header']): readonly string[] {
  if (header.timeSignatures.length === 0) return []
  const meter = pickupOf(header)?.meter ?? metersOf(header)[0]
  return meter ? [meter.timeSignature.join('/')] : []
}

function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return plain === '' ? 'tablature' : plain.slice(0, 80)
}

/** @throws the signal's abort reason */
async function solved({ view }: Pick<SongFingering, 'view'>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!view.getState().working) return
  await new Promise<void>(resolve => {
    const look = () => {
      if (view.getState().working && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = view.subscribe(look)
    signal.addEventListener('abort', look)
  })
  signal.throwIfAborted()
}

interface TabPageParts {
  readonly title: string
  readonly facts: Parameters<typeof factList>[0]
  /** Output of `tabText` without the heading. */
  readonly tab: string
  readonly label: string
  /** BCP 47 language tag. */
  readonly language: string
  readonly foot: string
}

const STYLE = `pre{font:14px/1.25 ui-monospace,Consolas,monospace;overflow-x:auto;margin:0}
pre+pre{margin-top:1rem}pre{break-inside:avoid}@media print{pre{font-size:9pt;overflow:visible}}`

export function tabPage({ title, facts, tab, label, language, foot }: TabPageParts): string {
  const rows = tab.trimEnd().split('\n\n')
  const body = `${factList(facts)}
<div role="region" tabindex="0" aria-label="${escapeHtml(label)}">
${rows.map(row => `<pre>${escapeHtml(row)}</pre>`).join('\n')}
</div>`
  return htmlPage({ title, language, style: STYLE, body, foot })
}
