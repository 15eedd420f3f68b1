import { GO_TO } from '../../../core/events/app-events.js'
import type { Notice } from '../../../core/events/notices.js'
import type { Translator } from '../../../core/i18n/translator.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { type Args, type Binding, learnSettings } from '../settings.js'
import { bindableCommands } from './bindable.js'
import { bindingKey } from './bindings.js'
import { controlWords } from './control.js'
import { MIDI_LEARN } from './midi-learn.js'

const SENTENCES = phrases({
  removed: '{{control}} is no longer mapped.',
  boundAgain: '{{control}} has been remapped in the meantime and wasn’t changed.',
  manyBoundAgain: '{{count}} controls have been remapped in the meantime and weren’t changed.',
  allRemoved: 'All MIDI mappings removed.',
  on: 'MIDI mappings are on.',
  off: 'MIDI mappings are off.',
  undo: 'Undo',
  noCommand: 'Unknown command. Choose one from the list.',
  noControl: 'This control isn’t mapped.',
})

const PAGE = '/midi-controls'
const source = 'midi-io'

export const learnCommands: Readonly<Record<string, CommandHandler>> = {
  'midi-learn.learn': ({ get }, { command }: Args['command']) => {
    if (!get(COMMANDS).find(command)) {
      throw new FretworkError('command_unknown', SENTENCES.noCommand)
    }
    get(MIDI_LEARN).want(command)
    get(EVENTS).emit(GO_TO, { path: PAGE })
  },
  'midi-learn.remove': (context, { control }: Args['control']) => {
    const { get } = context
    const found = get(MIDI_LEARN)
      .bindings.getState()
      .find(binding => bindingKey(binding) === control)
    if (!found) throw new FretworkError('control_unknown', SENTENCES.noControl)
    remove(context, [found], { message: SENTENCES.removed, ...namingControl(found) })
  },
  'midi-learn.remove-all': context =>
    remove(context, context.get(MIDI_LEARN).bindings.getState(), { message: SENTENCES.allRemoved }),
  'midi-learn.toggle': ({ get }) => {
    const settings = get(SETTINGS).store(learnSettings)
    const on = !settings.getState().on
    settings.change({ on })
    // On the MIDI Learn page, the switch already shows the change.
    if (get(COMMANDS).conditions.getState().route !== PAGE)
      get(NOTICES).post({ kind: 'success', source, message: on ? SENTENCES.on : SENTENCES.off })
  },
}

export const learnChoices = {
  'midi-learn.learn': {
    command: ({ get }: PluginContext) => {
      const translator = get(TRANSLATOR)
      return bindableCommands(get(COMMANDS)).map(({ id, source: plugin, title }) => ({
        value: id,
        label: translator.t(plugin, title),
      }))
    },
  },
  'midi-learn.remove': {
    control: ({ get }: PluginContext) =>
      get(MIDI_LEARN)
        .bindings.getState()
        .map(binding => ({ value: bindingKey(binding), label: inWords(get(TRANSLATOR), binding) })),
  },
}

function inWords(translator: Translator, binding: Binding): string {
  const { message, values } = controlWords(binding)
  return translator.t(source, message, values)
}

function namingControl(binding: Binding): Pick<Notice, 'values' | 'texts'> {
  const { message, values } = controlWords(binding)
  return { values: { control: '' }, texts: { control: { source, message, values } } }
}

function remove(
  { get }: PluginContext,
  bindings: readonly Binding[],
  words: Pick<Notice, 'message' | 'values' | 'texts'>,
): void {
  const notices = get(NOTICES)
  const bringBack = get(MIDI_LEARN).remove(bindings)
  const undo = () => {
    const left = bringBack()
    const [first] = left
    if (!first) return
    notices.post({
      kind: 'info',
      source,
      code: 'control_bound_anew',
      ...(left.length === 1
        ? { message: SENTENCES.boundAgain, ...namingControl(first) }
        : { message: SENTENCES.manyBoundAgain, values: { count: left.length } }),
    })
  }
  notices.post({ kind: 'info', source, ...words, action: { label: SENTENCES.undo, run: undo } })
}
