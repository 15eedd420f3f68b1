import type { ArgumentChoice } from '../../../core/commands/command.js'
import { SHOW_DRAWER } from '../../../core/events/app-events.js'
import { copyText } from '../../../core/kernel/exported-text.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/plugin.js'
import { EVENTS, NOTICES, TRANSLATOR } from '../../../core/kernel/tokens.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { phrases } from '../../../core/platform/phrases.js'
import { INPUT_PORTS, portNameOf } from '../devices/ports.js'
import { type Args, LOG_KINDS } from '../settings.js'
import { MIDI_LOG } from '../tokens.js'
import { KIND_TITLES, LOG_FILTER, type LogChoice, logLine } from './log-filter.js'

const SENTENCES = phrases({
  cleared: 'MIDI log cleared.',
  undo: 'Undo',
  empty: 'No MIDI events yet.',
  copied: 'Line copied.',
})

const source = 'midi-io'
const DRAWER = 'midi-io.log'

export function portNames({ get }: PluginContext): (id: string) => string {
  const translator = get(TRANSLATOR)
  return id => portNameOf(id, get(INPUT_PORTS).seen.getState(), text => translator.t('midi-io', text))
}

const show = ({ get }: PluginContext) => get(EVENTS).emit(SHOW_DRAWER, { drawer: DRAWER })

const choose = (context: PluginContext, choice: LogChoice) => {
  const filter = context.get(LOG_FILTER)
  filter.setState({ choice: { ...filter.getState().choice, ...choice } })
  show(context)
}

const newestLine = (context: PluginContext): string => {
  const log = context.get(MIDI_LOG)
  const { paused, events } = log.view.getState()
  const newest = (paused ? events : log.snapshot().events).at(-1)
  if (!newest) throw new FretworkError('log_empty', SENTENCES.empty, { idle: true })
  return logLine(newest, portNames(context))
}

export const logCommands = {
  'midi-io.clear-log': ({ get }) => {
    const log = get(MIDI_LOG)
    if (log.snapshot().events.length === 0) return
    log.clear()
    const action = { label: SENTENCES.undo, run: () => log.restore() }
    get(NOTICES).post({ kind: 'info', message: SENTENCES.cleared, source, action })
  },
  'midi-io.pause-log': ({ get }) => {
    const log = get(MIDI_LOG)
    log.setPaused(!log.view.getState().paused)
  },
  'midi-io.copy-line': (context, { line = newestLine(context) }: Args['line']) =>
    copyText(context, line, { source, copied: SENTENCES.copied }),
  'midi-io.show-devices': show,
  'midi-io.filter-log': (context, { text }: Args['text']) => {
    context.get(LOG_FILTER).setState({ text })
    show(context)
  },
  'midi-io.filter-log-by-port': (context, { port }: Args['port']) => choose(context, { portId: port }),
  'midi-io.filter-log-by-channel': (context, { channel }: Args['channel']) => choose(context, { channel }),
  'midi-io.filter-log-by-kind': (context, { kind }: Args['kind']) => choose(context, { kind }),
  'midi-io.show-whole-log': context => {
    context.get(LOG_FILTER).setState({ text: '', choice: {} })
    show(context)
  },
} satisfies Record<string, CommandHandler>

const port = (context: PluginContext): readonly ArgumentChoice[] => {
  const { get } = context
  const portName = portNames(context)
  const ids = [
    ...get(INPUT_PORTS)
      .seen.getState()
      .map(({ id }) => id),
    ...get(MIDI_LOG)
      .snapshot()
      .events.map(({ portId }) => portId),
  ]
  return [...new Set(ids)].map(id => ({ value: id, label: portName(id) }))
}

export const logChoices = {
  'midi-io.filter-log-by-port': { port },
  'midi-io.filter-log-by-kind': {
    kind: () => LOG_KINDS.map(kind => ({ value: kind, label: KIND_TITLES[kind] })),
  },
}
