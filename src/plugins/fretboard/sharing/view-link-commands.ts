import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { readShapeCode, shapeCode } from '../../../music/guitar/shape.js'
import { selectedPositions, selectedShape, showShape } from '../custom/shape-commands.js'
import { type Args, type FretboardSettings, fretboardSettings } from '../settings.js'
import { NECK_VIEW } from '../tokens.js'
import { copyLink, parametersOf, siteAddress } from './link.js'
import { SHARED_VIEW, SONG_WHOLE_NECK, showHiddenNeck, withSong } from './shared-view.js'
import { isLink, type LinkState, linkParameters, readLink } from './view-link.js'

const SENTENCES = phrases({
  link: 'This link doesn’t contain anything to show on the neck.',
  shared: 'Shared tuning',
})

export const VIEW_LINK_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.copy-link': context =>
    copyLink(context, `${siteAddress()}/fretboard?${linkParameters(linkState(context))}`, 'view'),
  'fretboard.open-link': (context, { link }: Args<'link'>) => {
    const parameters = parametersOf(link)
    if (!isLink(parameters)) throw new FretworkError('link_invalid', SENTENCES.link)
    openLink(context, parameters)
  },
}

/** @param ofSong whether the open song's scale and tuning take precedence over the user's */
export function linkState({ get }: Pick<PluginContext, 'get'>, ofSong = true): LinkState {
  const own = get(SETTINGS).store(fretboardSettings).getState()
  const view = get(NECK_VIEW).getState()
  const settings = { ...own, ...get(SHARED_VIEW).getState()?.settings }
  const isSelected = selectedPositions({ get }).length > 0
  return {
    settings: ofSong ? withSong({ get }, settings) : settings,
    tuning: (!ofSong && view.own?.tuning) || view.tuning,
    shape: isSelected ? shapeCode(selectedShape({ get })) : '',
  }
}

function openLink(context: PluginContext, parameters: URLSearchParams): void {
  const { get } = context
  const { settings, tuning, ignored } = readLink(parameters)
  const own = get(SETTINGS).store(fretboardSettings).getState()
  const differs = Object.entries(settings).filter(
    ([name, value]) => own[name as keyof FretboardSettings] !== value,
  )
  const code = parameters.get('shape')
  const { shape, ignored: ofShape } = code === null ? { shape: undefined, ignored: [] } : readShapeCode(code)
  const problems = shape ? ignored : [...ignored, ...ofShape]
  const translator = get(TRANSLATOR)
  const name = tuning?.name || translator.t('fretboard', SENTENCES.shared)
  const view = {
    settings: Object.fromEntries(differs),
    ignored: problems,
    ...(tuning && { tuning: { ...tuning, name } }),
  }
  showHiddenNeck(context)
  if (settings.positions) get(SONG_WHOLE_NECK).setState(false, true)
  get(SHARED_VIEW).setState(differs.length + problems.length > 0 ? view : undefined, true)
  if (shape) showShape(context, shape, ofShape)
}
