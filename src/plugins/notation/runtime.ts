import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { SETTINGS } from '../../core/kernel/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { createStore } from '../../core/platform/store.js'
import type { DrawnStaves } from '../score-files/tokens.js'
import { TABLATURE_VIEWS } from '../tablature/tokens.js'
import { SHOWN_STAVES } from './internal-tokens.js'
import { notationSettings, SCALES } from './notation-settings.js'
import { printSong } from './print-command.js'

const SENTENCES = phrases({ tablature: 'Tablature', notation: 'Notation', both: 'Both' })

const STAVES = ['tablature', 'notation', 'both'] as const

const screenOf = (staves: DrawnStaves) => async () => {
  const { ScoreView } = await import('./ui/notation-view.js')
  return { default: () => ScoreView({ staves }) }
}

const zoom =
  (by: 1 | -1): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(notationSettings)
    const { scale: now } = settings.getState()
    const next = by === 1 ? SCALES.find(each => each > now) : SCALES.findLast(each => each < now)
    if (next !== undefined) settings.change({ scale: next })
  }

export default defineRuntime({
  providers: [provideFactory(SHOWN_STAVES, () => createStore<DrawnStaves>('tablature'))],
  commands: { 'notation.zoom-in': zoom(1), 'notation.zoom-out': zoom(-1), 'notation.print': printSong },
  screens: Object.fromEntries(STAVES.map(staves => [staves, screenOf(staves)])),
  activate({ extend }) {
    for (const id of STAVES)
      extend(TABLATURE_VIEWS, { id, title: SENTENCES[id], plugin: 'notation', screen: id })
  },
})
