/** The commands that say which part of the log is shown, and that bring the drawer with it into sight. */
import type { ArgumentChoice } from '../../../core/commands/command.js'
import { SHOW_DRAWER } from '../../../core/events/app-events.js'
import type { CommandHandler, PluginContext } from '../../../core/kernel/manifest/plugin.js'
import { EVENTS } from '../../../core/kernel/services/tokens.js'
import { portNames } from '../devices/port-name.js'
import type { FilterChannelArgs, FilterKindArgs, FilterLogArgs, FilterPortArgs } from '../settings.js'
import { LOG_FILTER, LOG_KINDS, type LogChoice, MIDI_LOG, SEEN_PORTS } from '../tokens.js'
import { KIND_TITLES } from './log-kinds.js'

const DRAWER = 'midi-io.devices'

const show = ({ get }: PluginContext) => get(EVENTS).emit(SHOW_DRAWER, { drawer: DRAWER })

const choose = (context: PluginContext, choice: LogChoice) => {
  const filter = context.get(LOG_FILTER)
  filter.setState({ choice: { ...filter.getState().choice, ...choice } })
  show(context)
}

export const logFilterCommands = {
  'midi-io.show-devices': show,
  'midi-io.filter-log': (context, { text }: FilterLogArgs) => {
    context.get(LOG_FILTER).setState({ text })
    show(context)
  },
  'midi-io.filter-log-by-port': (context, { port }: FilterPortArgs) => choose(context, { portId: port }),
  'midi-io.filter-log-by-channel': (context, { channel }: FilterChannelArgs) => choose(context, { channel }),
  'midi-io.filter-log-by-kind': (context, { kind }: FilterKindArgs) => choose(context, { kind }),
  'midi-io.show-whole-log': context => {
    context.get(LOG_FILTER).setState({ text: '', choice: {} })
    show(context)
  },
} satisfies Record<string, CommandHandler>

/** The ports that have played something, and those that could. */
const port = (context: PluginContext): readonly ArgumentChoice[] => {
  const { get } = context
  const nameOf = portNames(context)
  const ids = [
    ...get(SEEN_PORTS)
      .getState()
      .map(({ id }) => id),
    ...get(MIDI_LOG)
      .snapshot()
      .events.map(({ portId }) => portId),
  ]
  return [...new Set(ids)].map(id => ({ value: id, label: nameOf(id) }))
}

export const logFilterChoices = {
  'midi-io.filter-log-by-port': { port },
  'midi-io.filter-log-by-kind': {
    kind: () => LOG_KINDS.map(kind => ({ value: kind, label: KIND_TITLES[kind] })),
  },
}
