/** Puts input, log, devices and output together, and ties them to settings, commands and the page. */

import { checkedExtensions } from '../../core/kernel/extensions/checked-extensions.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import { CLOCK, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/services/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { phrases } from '../../core/platform/phrases.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { createDeviceInputs } from './devices/device-inputs.js'
import { watchPorts } from './devices/seen-ports.js'
import { createVirtualInputs, withVirtualInputs } from './devices/virtual-inputs.js'
import { WebMidiAccess } from './devices/web-midi-access.js'
import { createDoor } from './door.js'
import { filterShape, outputShape } from './extension-shapes.js'
import { createBends } from './input/bends.js'
import { createComputerKeyboard } from './input/computer-keyboard.js'
import { watchSession } from './input/end-of-session.js'
import { createEventMaker } from './input/event-maker.js'
import { inputChoices, inputCommands } from './input/input-commands.js'
import { createMidiInput } from './input/midi-input.js'
import { watchNeck } from './input/neck-strings.js'
import { runSources } from './input/run-sources.js'
import { exportCommands } from './log/export-commands.js'
import { LOG_COMMANDS } from './log/log-commands.js'
import { logFilterChoices, logFilterCommands } from './log/log-filter-commands.js'
import { paced, RingLog } from './log/ring-log.js'
import { createMidiOutput } from './output/midi-output.js'
import { outputHandlers } from './output/output-handlers.js'
import { withPluginOutputs } from './output/plugin-outputs.js'
import { rememberOutput } from './output/remember-output.js'
import {
  deviceSettings,
  midiSettings,
  OCTAVES,
  type SelectOutputArgs,
  type SetChannelArgs,
  type SetVelocityArgs,
} from './settings.js'
import { runThru } from './thru/run-thru.js'
import {
  BEND_KEEPER,
  COMPUTER_KEYBOARD,
  DEVICE_INPUTS,
  LOG_FILTER,
  type LogFilter,
  MIDI_ACCESS,
  MIDI_BENDS,
  MIDI_DEVICES,
  MIDI_DOOR,
  MIDI_FILTERS,
  MIDI_INPUT,
  MIDI_INPUTS,
  MIDI_LOG,
  MIDI_OUTPUT,
  MIDI_OUTPUTS,
  MIDI_PAGE,
  MIDI_PANIC,
  MIDI_SENT,
  OUTPUT_PATH,
  OWN_LOG,
  PAGE_HIDDEN,
  PLUGIN_OUTPUTS,
  SEEN_PORTS,
  VIRTUAL_INPUTS,
} from './tokens.js'

const SENTENCES = phrases({
  cleared: 'The MIDI log was cleared.',
  empty: 'The MIDI log is empty already.',
  undo: 'Undo',
})

const settingsOf = ({ get }: PluginContext) => get(SETTINGS).store(midiSettings)

const moveOctave =
  (octaves: number): CommandHandler =>
  context => {
    const settings = settingsOf(context)
    const moved = settings.getState().midiOctaveOffset + octaves
    settings.change({ midiOctaveOffset: Math.max(-OCTAVES, Math.min(OCTAVES, moved)) })
  }

export default defineRuntime({
  // Undone from the last to the first: what sounds is silenced while the ports are still open.
  providers: [
    provideFactory(
      MIDI_PAGE,
      () => async () => (await inPage(() => import('./ui/browser-page.js')))?.browserPage(),
    ),
    provideFactory(MIDI_DOOR, () => createDoor()),
    provideFactory(OWN_LOG, ({ get }) => new RingLog(paced(get(CLOCK)))),
    provideFactory(MIDI_LOG, ({ get }) => get(OWN_LOG)),
    provideFactory(LOG_FILTER, () => createStore<LogFilter>({ text: '', choice: {} })),
    provideFactory(BEND_KEEPER, ({ get }) => createBends(get(EVENTS))),
    provideFactory(MIDI_BENDS, ({ get }) => get(BEND_KEEPER)),
    provideFactory(MIDI_INPUT, context => {
      const { get, scope } = context
      const settings = settingsOf(context)
      const maker = createEventMaker(settings.getState().midiOctaveOffset)
      scope.onDispose(settings.subscribe(({ midiOctaveOffset }) => maker.setOctaveOffset(midiOctaveOffset)))
      const filters = checkedExtensions(context, MIDI_FILTERS, filterShape)
      return createMidiInput({
        clock: get(CLOCK),
        events: get(EVENTS),
        maker,
        log: get(MIDI_LOG),
        bends: get(BEND_KEEPER),
        filters: filters.items.getState,
        onFilterFailed: filters.takeOut,
        console: context.log,
        door: get(MIDI_DOOR),
      })
    }),
    provideFactory(DEVICE_INPUTS, context => {
      const { get, scope } = context
      const inputs = createDeviceInputs({
        input: get(MIDI_INPUT),
        settings: get(SETTINGS).store(deviceSettings),
        bends: get(BEND_KEEPER),
        neck: watchNeck(context),
        notices: get(NOTICES),
      })
      scope.add(get(EVENTS).on(MIDI_PANIC, () => inputs.forgetNotes()))
      return inputs
    }),
    provideFactory(VIRTUAL_INPUTS, ({ get }) =>
      createVirtualInputs({ devices: get(DEVICE_INPUTS), start: () => void get(MIDI_DEVICES) }),
    ),
    provideFactory(MIDI_INPUTS, ({ get }) => get(DEVICE_INPUTS)),
    provideFactory(MIDI_DEVICES, context => {
      const { get, log, scope } = context
      const access = new WebMidiAccess({
        clock: get(CLOCK),
        events: get(EVENTS),
        notices: get(NOTICES),
        log,
        input: get(DEVICE_INPUTS),
        chosenOutput: () => settingsOf(context).getState().outputPort,
      })
      const inputs = withVirtualInputs(access.view, get(VIRTUAL_INPUTS).view)
      scope.add(inputs)
      get(DEVICE_INPUTS).follow(inputs)
      const devices = get(SETTINGS).store(deviceSettings)
      scope.add(rememberOutput({ access: access.view, chosen: settingsOf(context), devices }))
      // Not awaited: the user may take their time to answer the browser.
      get(MIDI_PAGE)()
        .then(page => access.start(page))
        .catch(error => log.error(`MIDI devices cannot be reached: ${messageOf(error)}`, error))
      return access
    }),
    provideFactory(MIDI_ACCESS, ({ get }) => get(MIDI_DEVICES)),
    provideFactory(SEEN_PORTS, ({ get, scope }) => {
      const inputs = withVirtualInputs(get(MIDI_ACCESS).view, get(VIRTUAL_INPUTS).view)
      const { view, stop } = watchPorts(inputs)
      scope.onDispose(stop)
      scope.add(inputs)
      return view
    }),
    provideFactory(PLUGIN_OUTPUTS, context => checkedExtensions(context, MIDI_OUTPUTS, outputShape).items),
    provideFactory(OUTPUT_PATH, context => {
      const events = context.get(EVENTS)
      return createMidiOutput({
        clock: context.get(CLOCK),
        log: context.log,
        settings: settingsOf(context),
        targets: withPluginOutputs(context.get(MIDI_DEVICES), context.get(PLUGIN_OUTPUTS)),
        door: context.get(MIDI_DOOR),
        onSent: (portId, bytes, at) => events.emit(MIDI_SENT, { portId, bytes, at }),
      })
    }),
    provideFactory(MIDI_OUTPUT, ({ get }) => get(OUTPUT_PATH)),
    provideFactory(COMPUTER_KEYBOARD, context =>
      createComputerKeyboard({
        input: context.get(MIDI_INPUT),
        velocity: () => settingsOf(context).getState().velocity,
      }),
    ),
  ],
  commands: {
    'midi-io.panic': ({ get }) => {
      get(MIDI_OUTPUT).panic()
      // Through the ordinary way in, so that the neck goes dark and the log tells why.
      get(MIDI_INPUT).release()
      get(EVENTS).emit(MIDI_PANIC, undefined)
    },
    'midi-io.clear-log': ({ get }) => {
      const log = get(MIDI_LOG)
      if (log.snapshot().events.length === 0) {
        get(NOTICES).post({ kind: 'info', message: SENTENCES.empty, source: 'midi-io' })
        return
      }
      log.clear()
      get(NOTICES).post({
        kind: 'info',
        message: SENTENCES.cleared,
        source: 'midi-io',
        action: { label: SENTENCES.undo, run: () => log.restore() },
      })
    },
    'midi-io.pause-log': ({ get }) => {
      const log = get(MIDI_LOG)
      log.setPaused(!log.view.getState().paused)
    },
    ...exportCommands,
    ...LOG_COMMANDS,
    ...logFilterCommands,
    'midi-io.raise-octave': moveOctave(1),
    'midi-io.lower-octave': moveOctave(-1),
    ...inputCommands,
    'midi-io.select-output': (context, { port }: SelectOutputArgs) =>
      settingsOf(context).change({ outputPort: port }),
    'midi-io.set-channel': (context, { channel }: SetChannelArgs) =>
      settingsOf(context).change({ outputChannel: channel }),
    'midi-io.set-velocity': (context, { velocity }: SetVelocityArgs) =>
      settingsOf(context).change({ velocity }),
    'midi-io.toggle-keyboard': ({ get }) => get(COMPUTER_KEYBOARD).toggle(),
    'midi-io.request-access': ({ get }) => get(MIDI_ACCESS).request(),
    'midi-io.request-without-sysex': ({ get }) => get(MIDI_ACCESS).request({ sysex: false }),
    ...outputHandlers,
  },
  choices: {
    ...inputChoices,
    ...logFilterChoices,
    'midi-io.select-output': {
      port: ({ get }) =>
        [...get(MIDI_ACCESS).view.getState().outputs, ...get(PLUGIN_OUTPUTS).getState()].map(
          ({ id, name }) => ({ value: id, label: name }),
        ),
    },
    'midi-io.toggle-thru-input': {
      port: ({ get }) =>
        get(MIDI_ACCESS)
          .view.getState()
          .inputs.map(({ id, name }) => ({ value: id, label: name })),
    },
  },
  screens: {
    DeviceStatus: () => import('./ui/device-status.js'),
    MidiSettings: () => import('./ui/midi-settings.js'),
  },
  activate: async context => {
    const { get, scope } = context
    runSources(context, get(MIDI_INPUT))
    // From the beginning: a port that has gone before anybody asks for its name has had one.
    get(SEEN_PORTS)
    runThru(context)
    watchSession(context)
    const page = await get(MIDI_PAGE)()
    if (!page) return
    scope.add(page.onKeys(get(COMPUTER_KEYBOARD).keys))
    const hide = () => {
      get(MIDI_OUTPUT).silence()
      get(EVENTS).emit(PAGE_HIDDEN, undefined)
    }
    scope.add(page.onHide(hide))
  },
})
