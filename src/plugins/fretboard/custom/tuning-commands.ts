import { CommandError } from '../../../core/commands/command-notice.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import {
  type CodedTuning,
  readTuningCode,
  stringsCode,
  tuningCode,
} from '../../../music/guitar/tuning-code.js'
import { type Args, fretboardSettings } from '../settings.js'
import { codeIn, copyLink, linkTo } from '../sharing/link.js'
import { changeSettings, SHARED_TUNING_ID, SHARED_VIEW } from '../sharing/shared-view.js'
import { NECK_VIEW, SONG_TUNING } from '../tokens.js'
import { CUSTOM_TUNINGS } from './custom-list.js'
import { CUSTOM } from './tuning-list.js'

const SENTENCES = phrases({
  strings: 'Enter 3 to 10 notes with octaves, low to high: E2 A2 D3 G3 B3 E4.',
  link: 'This link doesn’t contain a valid tuning.',
  shared: 'Shared tuning',
})

/** Saving a shared tuning requires the same plan as creating one. */
const SAVES_TUNINGS = 'fretboard.make-tuning'

export const TUNING_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.make-tuning': (context, { strings, name }: Args<'makeTuning'>) =>
    keep(context, { ...readStrings(context, strings), name }),
  'fretboard.edit-tuning': (context, { kept, strings, name }: Args<'editTuning'>) =>
    context.get(CUSTOM_TUNINGS).change(kept, name, stringsCode(readStrings(context, strings))),
  'fretboard.remove-tuning': ({ get }, { kept }: Args<'custom'>) => get(CUSTOM_TUNINGS).remove(kept),
  'fretboard.copy-tuning-link': context => {
    const { tuning } = context.get(NECK_VIEW).getState()
    return copyLink(context, linkTo('tuning', tuningCode(tuning)), 'tuning')
  },
  'fretboard.open-tuning-link': ({ get }, { link }: Args<'link'>) => {
    const { tuning, ignored } = readTuningCode(codeIn('tuning', link))
    if (!tuning) throw new FretworkError('link_invalid', SENTENCES.link)
    const translator = get(TRANSLATOR)
    const name = tuning.name || translator.t('fretboard', SENTENCES.shared)
    const settings = { tuningId: SHARED_TUNING_ID }
    get(SHARED_VIEW).setState({ settings, tuning: { ...tuning, name }, ignored }, true)
    get(SONG_TUNING).getState()?.keepOwn()
  },
  'fretboard.keep-link': context => {
    const { get } = context
    const view = get(SHARED_VIEW).getState()
    if (!view) return
    const { tuningId, ...settings } = view.settings
    get(SETTINGS).store(fretboardSettings).change(settings)
    const plan = get(COMMANDS).planNeededBy(SAVES_TUNINGS)
    if (tuningId === SHARED_TUNING_ID && plan) {
      get(SHARED_VIEW).setState({ ...view, settings: { tuningId } }, true)
      throw new CommandError('plan_needed', {
        command: 'Create custom tuning',
        plan,
        feature: 'tunings',
      })
    }
    if (tuningId === SHARED_TUNING_ID && view.tuning) keep(context, view.tuning)
    else if (tuningId !== undefined) get(SETTINGS).store(fretboardSettings).change({ tuningId })
    get(SHARED_VIEW).setState(undefined, true)
  },
  'fretboard.leave-link': ({ get }) => get(SHARED_VIEW).setState(undefined, true),
}

function readStrings({ get }: PluginContext, strings: string): CodedTuning {
  const { noteNames } = get(NECK_VIEW).getState()
  const { tuning, ignored } = readTuningCode(strings.replaceAll('_', ' '), noteNames)
  if (!tuning || ignored.length > 0) throw new FretworkError('tuning_invalid', SENTENCES.strings)
  return tuning
}

function keep(context: PluginContext, tuning: CodedTuning): void {
  const { id } = context.get(CUSTOM_TUNINGS).add(tuning.name, stringsCode(tuning))
  changeSettings(context, { tuningId: `${CUSTOM}:${id}` })
}
