/** Commands for custom tunings: create, edit, delete and share. */
import { CommandError } from '../../../core/commands/command-error.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { COMMANDS, SETTINGS, TRANSLATOR } from '../../../core/kernel/services/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { customItem, removeCustom } from '../custom/custom-lists.js'
import { CUSTOM_TUNINGS, SHARED_VIEW } from '../internal-tokens.js'
import {
  type CustomArgs,
  type EditTuningArgs,
  fretboardSettings,
  type LinkArgs,
  type MakeTuningArgs,
} from '../settings.js'
import { codeIn, copyText, linkTo } from '../sharing/link.js'
import { SHARED_TUNING_ID } from '../sharing/shared-view.js'
import { NECK_VIEW } from '../tokens.js'
import { type CodedTuning, readTuningCode, stringsCode, tuningCode } from './tuning-code.js'
import { CUSTOM } from './tuning-list.js'

const SENTENCES = phrases({
  strings: 'Enter 3 to 10 notes with octaves, low to high: E2 A2 D3 G3 B3 E4.',
  name: 'Enter a name with at least one visible character.',
  link: 'This link doesn’t contain a valid tuning.',
  gone: 'This custom tuning no longer exists.',
  removed: 'Tuning “{{name}}” deleted.',
  shared: 'Shared tuning',
})

const OF_TUNINGS = { code: 'tuning_unknown', gone: SENTENCES.gone, removed: SENTENCES.removed }

/** Keeping the tuning of a link needs the same plan as creating one. */
const SAVES_TUNINGS = 'fretboard.make-tuning'

export const TUNING_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.make-tuning': (context, { strings, name }: MakeTuningArgs) => {
    const { tuning, ignored } = readTuningCode(strings.replaceAll('_', ' '))
    if (!tuning || ignored.length > 0) throw new FretworkError('tuning_invalid', SENTENCES.strings)
    keep(context, { ...tuning, name })
  },
  'fretboard.edit-tuning': ({ get }, { kept, strings, name }: EditTuningArgs) => {
    const { tuning, ignored } = readTuningCode(strings.replaceAll('_', ' '))
    if (!tuning || ignored.length > 0) throw new FretworkError('tuning_invalid', SENTENCES.strings)
    const own = get(CUSTOM_TUNINGS)
    customItem(own, kept, OF_TUNINGS)
    if (!own.change(kept, name, stringsCode(tuning))) throw new FretworkError('name_invalid', SENTENCES.name)
  },
  'fretboard.remove-tuning': (context, { kept }: CustomArgs) =>
    removeCustom(context, context.get(CUSTOM_TUNINGS), kept, OF_TUNINGS),
  'fretboard.copy-tuning-link': context => {
    const { tuning } = context.get(NECK_VIEW).getState()
    return copyText(context, linkTo('tuning', tuningCode(tuning)), 'tuning')
  },
  'fretboard.open-tuning-link': ({ get }, { link }: LinkArgs) => {
    const { tuning, ignored } = readTuningCode(codeIn('tuning', link))
    if (!tuning) throw new FretworkError('link_invalid', SENTENCES.link)
    const translator = get(TRANSLATOR)
    const name = tuning.name === '' ? translator.t('fretboard', SENTENCES.shared) : tuning.name
    get(SHARED_VIEW).setState(
      { settings: { tuningId: SHARED_TUNING_ID }, tuning: { ...tuning, name }, ignored },
      true,
    )
  },
  'fretboard.keep-link': context => {
    const { get } = context
    const guest = get(SHARED_VIEW).getState()
    if (!guest) return
    const { tuningId, ...settings } = guest.settings
    get(SETTINGS).store(fretboardSettings).change(settings)
    const plan = get(COMMANDS).planNeededBy(SAVES_TUNINGS)
    if (tuningId === SHARED_TUNING_ID && plan) {
      // Everything else is kept; the tuning stays part of the shared view.
      get(SHARED_VIEW).setState({ ...guest, settings: { tuningId } }, true)
      throw new CommandError('plan_needed', {
        command: 'Create custom tuning',
        plan,
        feature: 'tunings',
      })
    }
    if (tuningId === SHARED_TUNING_ID && guest.tuning) keep(context, guest.tuning)
    else if (tuningId !== undefined) get(SETTINGS).store(fretboardSettings).change({ tuningId })
    get(SHARED_VIEW).setState(undefined, true)
  },
  'fretboard.leave-link': ({ get }) => get(SHARED_VIEW).setState(undefined, true),
}

/** Saves a tuning and shows it. */
function keep({ get }: PluginContext, tuning: CodedTuning): void {
  const kept = get(CUSTOM_TUNINGS).add(tuning.name, stringsCode(tuning))
  if (!kept) throw new FretworkError('name_invalid', SENTENCES.name)
  get(SETTINGS)
    .store(fretboardSettings)
    .change({ tuningId: `${CUSTOM}:${kept.id}` })
}

/** Custom tunings as argument choices. */
export const customTuningChoices = ({ get }: PluginContext) =>
  get(CUSTOM_TUNINGS)
    .items.getState()
    .map(({ id, name }) => ({ value: id, label: name }))
