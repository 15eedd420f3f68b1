/** Puts the neck together: settings to view, MIDI events to what sounds, commands to settings. */
import { type CommandHandler, defineRuntime, provideFactory } from '../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, EVENTS, SETTINGS } from '../../core/kernel/tokens.js'
import { TUNINGS } from '../../core/music/tunings.js'
import { createStore } from '../../core/platform/store.js'
import { MIDI_EVENT, MIDI_INPUT, MIDI_OUTPUT } from '../midi-io/tokens.js'
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
import { NECK, NECK_PLAYER, NECK_VIEW, NOW, SELECTION } from './tokens.js'
import { neckView } from './view.js'

const toggle =
  (name: NeckSwitch): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(fretboardSettings)
    settings.change({ [name]: !settings.getState()[name] })
  }

export default defineRuntime({
  providers: [
    provideFactory(NECK_VIEW, ({ get, scope }) => {
      const settings = get(SETTINGS).store(fretboardSettings)
      const view = createStore(neckView(settings.getState()))
      scope.onDispose(settings.subscribe(state => view.setState(neckView(state), true)))
      return view
    }),
    provideFactory(NECK, ({ get, scope }) => {
      const view = get(NECK_VIEW)
      const range = () => {
        const { tuning, capo, fretMin, fretMax } = view.getState()
        return { strings: tuning.strings, capo, fretMin, fretMax }
      }
      const neck = new LiveNeckModel(range())
      scope.onDispose(view.subscribe(() => neck.setRange(range())))
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
      const tuning = TUNINGS.find(({ name }) => name === args.tuning)
      if (tuning) get(SETTINGS).store(fretboardSettings).change({ tuningId: tuning.id })
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
