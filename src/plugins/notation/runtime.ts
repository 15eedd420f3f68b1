import { type CommandHandler, defineRuntime } from '../../core/kernel/manifest/plugin.js'
import { SETTINGS } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { TABLATURE_VIEWS } from '../tablature/tokens.js'
import { notationSettings, SCALES } from './notation-settings.js'

const SENTENCES = phrases({ notation: 'Notation' })

const zoom =
  (by: 1 | -1): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(notationSettings)
    const { scale: now } = settings.getState()
    const next = by === 1 ? SCALES.find(each => each > now) : SCALES.findLast(each => each < now)
    if (next !== undefined) settings.change({ scale: next })
  }

export default defineRuntime({
  commands: { 'notation.zoom-in': zoom(1), 'notation.zoom-out': zoom(-1) },
  screens: { NotationView: () => import('./ui/notation-view.js') },
  activate: ({ extend }) =>
    extend(TABLATURE_VIEWS, {
      ...{ id: 'notation', title: SENTENCES.notation },
      ...{ plugin: 'notation', screen: 'NotationView' },
    }),
})
