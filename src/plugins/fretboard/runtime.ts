/** Puts the neck together: settings to view, MIDI events to what sounds, commands to settings. */
import type { ArgumentChoice } from '../../core/commands/command.js'
import { checkedExtensions } from '../../core/kernel/checked-extensions.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, EVENTS, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { BEND_RANGE_CHANGED, MIDI_BENDS, MIDI_EVENT, MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
import { layerShape, panelShape } from './extension-shapes.js'
import { LiveNeckModel } from './neck-model.js'
import { createNeckPlayer } from './neck-player.js'
import { watchNow } from './now.js'
import { createSelection } from './selection.js'
import {
  fretboardSettings,
  type NeckSwitch,
  type SetCapoArgs,
  type SetFretsArgs,
  type SetScaleArgs,
  type SetTuningArgs,
} from './settings.js'
import {
  FRETBOARD_PANELS,
  NECK,
  NECK_EXTENSIONS,
  NECK_LAYERS,
  NECK_PLAYER,
  NECK_VIEW,
  NOW,
  SELECTION,
  TUNING_LIST,
  type TuningToChoose,
} from './tokens.js'
import { commandName, watchTunings } from './tuning-list.js'
import { watchView } from './watch-view.js'

const toggle =
  (name: NeckSwitch): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(fretboardSettings)
    settings.change({ [name]: !settings.getState()[name] })
  }

export default defineRuntime({
  providers: [
    provideFactory(TUNING_LIST, watchTunings),
    provideFactory(NECK_EXTENSIONS, context => ({
      layers: checkedExtensions(context, NECK_LAYERS, layerShape),
      panels: checkedExtensions(context, FRETBOARD_PANELS, panelShape),
    })),
    provideFactory(NECK_VIEW, watchView),
    provideFactory(NECK, ({ get, scope }) => {
      const view = get(NECK_VIEW)
      const range = () => {
        const { tuning, capo, fretMin, fretMax } = view.getState()
        return { strings: tuning.strings, capo, fretMin, fretMax }
      }
      const neck = new LiveNeckModel(range(), get(MIDI_BENDS))
      scope.onDispose(view.subscribe(() => neck.setRange(range())))
      scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, portId => neck.bendAnew(portId)))
      return neck
    }),
    provideFactory(SELECTION, ({ get }) => createSelection(get(EVENTS))),
    provideFactory(NECK_PLAYER, ({ get }) =>
      createNeckPlayer({
        clock: get(CLOCK),
        input: get(MIDI_INPUT),
        output: get(MIDI_OUTPUT),
        view: get(NECK_VIEW).getState,
      }),
    ),
    provideFactory(NOW, ({ get }) =>
      watchNow({
        neck: get(NECK),
        selection: get(SELECTION),
        view: get(NECK_VIEW),
        clock: get(CLOCK),
      }),
    ),
  ],
  commands: {
    'fretboard.set-scale': ({ get }, { tonic, scale }: SetScaleArgs) =>
      get(SETTINGS)
        .store(fretboardSettings)
        .change({ scale: `${tonic} ${scale}` }),
    'fretboard.set-tuning': ({ get }, args: SetTuningArgs) => {
      const tuning = get(TUNING_LIST)
        .getState()
        .find(each => commandName(each) === args.tuning)
      if (!tuning) {
        throw new FretworkError(
          'tuning_unknown',
          `There is no tuning "${args.tuning}"; choose one from the list.`,
        )
      }
      get(SETTINGS).store(fretboardSettings).change({ tuningId: tuning.id })
    },
    'fretboard.set-frets': ({ get }, { from, to }: SetFretsArgs) =>
      get(SETTINGS)
        .store(fretboardSettings)
        .change({ fretMin: Math.min(from, to), fretMax: Math.max(from, to) }),
    'fretboard.set-capo': ({ get }, { fret }: SetCapoArgs) =>
      get(SETTINGS).store(fretboardSettings).change({ capo: fret }),
    'fretboard.toggle-all-notes': toggle('showAllNotes'),
    'fretboard.toggle-octaves': toggle('showOctaves'),
    'fretboard.toggle-degrees': toggle('showDegrees'),
    'fretboard.toggle-select-mode': toggle('selectMode'),
    'fretboard.toggle-left-handed': toggle('leftHanded'),
    'fretboard.toggle-nut-side': toggle('nutRight'),
    'fretboard.play-selection': ({ get }) => get(NECK_PLAYER).strum(get(SELECTION).places.getState()),
    'fretboard.clear-selection': ({ get }) => get(SELECTION).clear(),
  },
  choices: {
    'fretboard.set-tuning': { tuning: context => tuningChoices(context, commandName) },
    // For the form of the settings, which changes the field itself.
    'fretboard.settings': { tuningId: context => tuningChoices(context, ({ id }) => id) },
  },
  screens: { FretboardPage: () => import('./ui/fretboard-page.js') },
  activate: ({ get, scope }) => {
    const neck = get(NECK)
    scope.add(get(EVENTS).on(MIDI_EVENT, event => neck.apply(event)))
    const { places } = get(SELECTION)
    const commands = get(COMMANDS)
    scope.onDispose(
      places.subscribe(selected => commands.setContext('fretboard.selected', selected.length > 0)),
    )
    scope.onDispose(() => commands.setContext('fretboard.selected', undefined))
  },
})

/** Names that a plugin adds are given as they are shown: only its own words translate them. */
function tuningChoices(
  { get }: PluginContext,
  toValue: (tuning: TuningToChoose) => ArgumentChoice['value'],
): readonly ArgumentChoice[] {
  const translator = get(TRANSLATOR)
  return get(TUNING_LIST)
    .getState()
    .map(tuning => ({
      value: toValue(tuning),
      label: tuning.plugin === undefined ? tuning.name : translator.t(tuning.plugin, tuning.name),
    }))
}
