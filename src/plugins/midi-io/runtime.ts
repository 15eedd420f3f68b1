import { onSessionEnd } from '../../core/auth/session.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { guardedExtensions } from '../../core/kernel/guarded-extensions.js'
import { defineRuntime, type PluginContext, provide, provideFactory } from '../../core/kernel/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/tokens.js'
import { messageOf } from '../../core/platform/fretwork-error.js'
import { inPage } from '../../core/platform/ports.js'
import { createStore } from '../../core/platform/store.js'
import { createToken } from '../../core/platform/token.js'
import { createEventMaker } from '../../music/midi/midi-event.js'
import { DEVICE_INPUTS, DeviceInputs } from './devices/device-inputs.js'
import { INPUT_PORTS, InputPorts, isMidi } from './devices/ports.js'
import { PluginInputs } from './devices/virtual-inputs.js'
import { WebMidiAccess } from './devices/web-midi-access.js'
import { COMPUTER_KEYBOARD, ComputerKeyboard } from './input/computer-keyboard.js'
import { LIVE_INPUT, LiveMidiInput } from './input/midi-input.js'
import { learnChoices, learnCommands } from './learn/learn-commands.js'
import { MIDI_LEARN, startMidiLearn } from './learn/midi-learn.js'
import { logChoices, logCommands } from './log/log-commands.js'
import { LOG_FILTER, type LogFilter } from './log/log-filter.js'
import { RING_LOG, RingLog } from './log/ring-log.js'
import { createMidiOutput } from './output/midi-output.js'
import { inputChoices, inputCommands, outputChoices, outputCommands } from './output/output-commands.js'
import { PLUGIN_OUTPUTS, rememberOutput, withPluginOutputs } from './output/output-targets.js'
import { deviceSettings, midiSettings } from './settings.js'
import { runThru } from './thru/thru.js'
import {
  MIDI_ACCESS,
  MIDI_BENDS,
  MIDI_FILTERS,
  MIDI_INPUT,
  MIDI_OUTPUT,
  MIDI_OUTPUTS,
  MIDI_PAGE,
  MIDI_PANIC,
  MIDI_SENT,
  NECK_TUNING,
  type NeckTuning,
  PAGE_HIDDEN,
  VIRTUAL_INPUTS,
} from './tokens.js'

const exportCommands = async () => (await import('./log/log-export.js')).exportCommands

const settingsOf = ({ get }: PluginContext) => get(SETTINGS).store(midiSettings)

/** Closed between logout and the next login to block all MIDI data. */
class SessionGate {
  /** Open by default. The CLI has no login, and elsewhere only logged-in users can start this plugin. */
  open = true
}

const SESSION_GATE = createToken<SessionGate>('midi-io.session-gate')

export default defineRuntime({
  // Disposed in reverse order, so that ports are still open when notes are silenced.
  providers: [
    provideFactory(
      MIDI_PAGE,
      () => async () => (await inPage(() => import('./ui/browser-page.js')))?.browserPage(),
    ),
    provide(SESSION_GATE, SessionGate),
    provide(RING_LOG, RingLog),
    provideFactory(LOG_FILTER, () => createStore<LogFilter>({ text: '', choice: {} })),
    provideFactory(NECK_TUNING, () => createStore<NeckTuning | undefined>(undefined)),
    provideFactory(LIVE_INPUT, context => {
      const { get, log, scope } = context
      const settings = settingsOf(context)
      const maker = createEventMaker(settings.getState().midiOctaveOffset)
      scope.onDispose(settings.subscribe(({ midiOctaveOffset }) => maker.setOctaveOffset(midiOctaveOffset)))
      const filters = guardedExtensions(context, MIDI_FILTERS)
      const input = new LiveMidiInput({
        ...{ clock: get(CLOCK), events: get(EVENTS), log: get(RING_LOG), gate: get(SESSION_GATE), maker },
        onFilterFailed: filters.takeOut,
        console: log,
      })
      input.setFilters(filters.items.getState())
      scope.onDispose(filters.items.subscribe(items => input.setFilters(items)))
      return input
    }),
    provideFactory(MIDI_BENDS, ({ get }) => get(LIVE_INPUT)),
    provide(DEVICE_INPUTS, DeviceInputs),
    provide(VIRTUAL_INPUTS, PluginInputs),
    provideFactory(MIDI_ACCESS, context => {
      const { get, log, scope } = context
      const chosen = settingsOf(context)
      const access = new WebMidiAccess({
        ...{ clock: get(CLOCK), events: get(EVENTS), notices: get(NOTICES), log, input: get(DEVICE_INPUTS) },
        chosenOutput: () => chosen.getState().outputPort,
      })
      const isGuest = get(COMMANDS).conditions.getState().guest === true
      scope.add(rememberOutput({ access: access.view, chosen, devices: get(SETTINGS).store(deviceSettings) }))
      // Not awaited: the user may take a while to answer the browser's prompt.
      get(MIDI_PAGE)()
        .then(page => access.start(page && isGuest ? { ...page, requestAccess: undefined } : page))
        .catch(error => log.error(`Couldn’t access MIDI devices: ${messageOf(error)}`, error))
      return access
    }),
    provide(INPUT_PORTS, InputPorts),
    provideFactory(PLUGIN_OUTPUTS, context => guardedExtensions(context, MIDI_OUTPUTS).items),
    provideFactory(MIDI_OUTPUT, context => {
      const { get, log } = context
      return createMidiOutput({
        ...{ clock: get(CLOCK), log, settings: settingsOf(context), gate: get(SESSION_GATE) },
        targets: withPluginOutputs(get(MIDI_ACCESS), get(PLUGIN_OUTPUTS)),
        onSent: (portId, bytes, at, techniques) =>
          get(EVENTS).emit(MIDI_SENT, { portId, bytes, at, techniques }),
      })
    }),
    provide(COMPUTER_KEYBOARD, ComputerKeyboard),
    provideFactory(MIDI_LEARN, startMidiLearn),
  ],
  commands: {
    'midi-io.panic': ({ get }) => {
      get(MIDI_OUTPUT).panic()
      // Release notes through the input to update the neck and the log too.
      get(MIDI_INPUT).release()
      get(EVENTS).emit(MIDI_PANIC, undefined)
    },
    'midi-io.toggle-keyboard': ({ get }) => get(COMPUTER_KEYBOARD).toggle(),
    'midi-io.request-access': ({ get }) => get(MIDI_ACCESS).request(),
    'midi-io.request-without-sysex': ({ get }) => get(MIDI_ACCESS).request({ sysex: false }),
    'midi-io.export-log': async context => (await exportCommands())['midi-io.export-log'](context),
    'midi-io.export-log-as-midi': async context =>
      (await exportCommands())['midi-io.export-log-as-midi'](context),
    ...logCommands,
    ...inputCommands,
    ...outputCommands,
    ...learnCommands,
  },
  choices: { ...inputChoices, ...logChoices, ...outputChoices, ...learnChoices },
  screens: {
    DeviceStatus: () => import('./ui/device-status.js'),
    PlayAndPractice: () => import('./ui/play-and-practice.js'),
    MidiSettings: () => import('./ui/midi-settings.js'),
    MidiLog: () => import('./ui/log-section.js'),
    ControlsPage: () => import('./ui/controls-page.js'),
  },
  activate: async context => {
    const { get, scope } = context
    // Runs from startup to learn the names of ports that are later unplugged.
    get(DEVICE_INPUTS).follow(get(INPUT_PORTS).connected)
    publishCondition(context, 'midi-io.inputs', get(INPUT_PORTS).connected, ({ inputs }) =>
      inputs.some(isMidi),
    )
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

/** MIDI data belongs to the user who played it. Between sessions, nothing is received, sent or stored. */
function watchSession({ get, scope }: PluginContext): void {
  const session = get(AUTH).state
  // Runs before the gate closes, so that sounding notes can still be silenced.
  const ending = onSessionEnd(session, () => {
    const keyboard = get(COMPUTER_KEYBOARD)
    if (keyboard.enabled.getState()) keyboard.toggle()
    get(MIDI_INPUT).release()
    get(MIDI_OUTPUT).silence()
    get(EVENTS).emit(MIDI_PANIC, undefined)
    get(RING_LOG).forget()
    get(LOG_FILTER).setState({ text: '', choice: {} })
  })
  scope.add(ending)
  scope.onDispose(
    session.subscribe((now, before) => {
      if (now.status !== before.status) get(SESSION_GATE).open = now.status === 'loggedIn'
    }),
  )
}
