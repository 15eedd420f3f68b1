import type { ArgumentChoice } from '../../core/commands/command.js'
import { publishCondition } from '../../core/commands/command-registry.js'
import { optionChoices, optionHandlers } from '../../core/commands/option.js'
import { PALETTE_PROVIDERS } from '../../core/commands/palette-provider.js'
import {
  type CommandContext,
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provide,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { COMMANDS, EVENTS, NOTICES, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { FretworkError } from '../../core/platform/fretwork-error.js'
import { phrases, SentenceError } from '../../core/platform/phrases.js'
import { createStore, DerivedStore } from '../../core/platform/store.js'
import { withSigns } from '../../music/guitar/note-names.js'
import { readShapeCode } from '../../music/guitar/shape.js'
import { readTuningCode } from '../../music/guitar/tuning-code.js'
import { readChord } from '../../music/theory/chord-tones.js'
import type { ScalePlace } from '../../music/theory/scale-positions.js'
import { BEND_RANGE_CHANGED, MIDI_BENDS, MIDI_INPUT, NECK_TUNING } from '../midi-io/tokens.js'
import { chordChoices, chordProvider, chordsOfKeys } from './choices/chord-choices.js'
import { SCALE_CHOICES } from './choices/scale-choices.js'
import { CHORD_FINDER, ChordFinder } from './chords/chord-finder.js'
import { watchChordMarks } from './chords/chord-marks.js'
import { CUSTOM_SHAPES, CUSTOM_TUNINGS, CustomList } from './custom/custom-list.js'
import { SHAPE_COMMANDS } from './custom/shape-commands.js'
import { TUNING_COMMANDS } from './custom/tuning-commands.js'
import { commandName, SONG_TUNING_ID, tuningWords, watchTunings } from './custom/tuning-list.js'
import { NECK_EXTENSIONS, neckExtensions } from './neck/neck-extensions.js'
import { SONG_LAYOUTS } from './neck/neck-looks.js'
import { LiveNeckModel } from './neck/neck-model.js'
import { summaryOfNow } from './neck/neck-summary.js'
import { fretsOf, SELECTION_FRETS, watchView } from './neck/neck-view.js'
import { LiveNeckPlayer } from './playing/neck-player.js'
import { watchNow } from './playing/now.js'
import { followPlayedPositions, loadSolver } from './playing/played-positions.js'
import { NeckSelection } from './playing/selection.js'
import {
  type Args,
  type FretboardSettings,
  firstStepsSettings,
  fretboardSettings,
  NECK_OPTIONS,
  type NeckOptions,
  PANEL_OPTIONS,
  panelSettings,
  pressField,
} from './settings.js'
import { EXPORT_COMMANDS } from './sharing/export-commands.js'
import {
  changeSettings,
  SHARED_VIEW,
  type SharedView,
  SONG_WHOLE_NECK,
  showHiddenNeck,
} from './sharing/shared-view.js'
import { VIEW_LINK_COMMANDS } from './sharing/view-link-commands.js'
import {
  type AvailableTuning,
  BARE_NECK,
  type BareNeck,
  DRAGGED_FRETS,
  type DraggedFrets,
  type FretRange,
  NECK,
  NECK_LAYERS,
  NECK_PICTURES,
  NECK_PLAYER,
  NECK_VIEW,
  type NeckView,
  NOW,
  POSITIONS,
  SELECTION,
  SONG_FRETS,
  SONG_LAYOUT,
  SONG_SCALE,
  SONG_TUNING,
  type SongScale,
  type SongTuning,
  TUNING_LIST,
  WHOLE_NECK,
} from './tokens.js'

const SENTENCES = phrases({
  none: 'This chord has no playable voicing in this tuning.',
  filtered: 'No voicings match these filters.',
  position: 'Scale position {{name}}, frets {{from}} to {{to}}.',
})

/** Duration of an open string, long enough to turn a tuning peg. */
const OPEN_STRING_MS = 1500

const stepPosition =
  (by: number): CommandHandler =>
  context => {
    const { index = 0, places = [] } = context.get(NECK_VIEW).getState().position ?? {}
    const next = places.findIndex(place => place.index === index) + by
    const place = places[(next + places.length) % places.length]
    if (!place) return
    changeSettings(context, { position: place.index })
    const { name, from, to } = place
    return context.get(TRANSLATOR).t('fretboard', SENTENCES.position, { name: withSigns(name), from, to })
  }

function showPositions(context: PluginContext, scale?: string): NeckView['position'] {
  const view = context.get(NECK_VIEW)
  const isShown = view.getState().position !== undefined
  const { positions } = context.get(SETTINGS).store(fretboardSettings).getState()
  const shown = positions === 'none' ? 'boxes' : positions
  changeSettings(context, { ...(scale && { scale }), ...(!isShown && { positions: shown }) })
  return view.getState().position
}

/** @throws SentenceError `chord_unknown`, or `chord_none` for N.C. */
function writtenChord({ get }: Pick<CommandContext, 'get'>, chord: string) {
  const reading = readChord(chord, get(NECK_VIEW).getState().noteNames)
  if ('chord' in reading) return reading.chord
  const { code, sentence, values } = reading.problem
  throw new SentenceError(code, sentence, values, { source: 'fretboard' })
}

function findChord(context: CommandContext, { chord, ...filter }: Args<'findChord'>) {
  context.get(SETTINGS).store(panelSettings).change({ chordFinder: true })
  const found = context.get(CHORD_FINDER).find(writtenChord(context, chord), filter)
  if (found.total === 0) throw new FretworkError('chord_unplayable', SENTENCES.none)
  if (found.voicings.length === 0) throw new FretworkError('voicings_filtered', SENTENCES.filtered)
}

const THEORY_COMMANDS: Readonly<Record<string, CommandHandler>> = {
  'fretboard.show-chord': (context, { chord }: Args<'chord'>) =>
    changeSettings(context, { chord: writtenChord(context, chord).symbol }),
  'fretboard.hide-chord': context => changeSettings(context, { chord: '' }),
  'fretboard.set-positions': (context, { positions }: Pick<NeckOptions, 'positions'>) =>
    changeSettings(context, { positions, position: 0 }),
  'fretboard.show-position': (context, { position }: Args<'showPosition'>) => {
    showPositions(context)
    changeSettings(context, { position: position - 1 })
  },
  'fretboard.set-scale-at': (context, { tonic, scale, position }: Args<'setScaleAt'>) => {
    showPositions(context, `${tonic} ${scale}`)
    changeSettings(context, { position: position - 1 })
  },
  'fretboard.show-position-at': (context, { fret }: Args<'showPositionAt'>) => {
    const away = ({ from }: ScalePlace) => Math.abs(from - fret)
    const [nearest] = showPositions(context)?.places.toSorted((a, b) => away(a) - away(b)) ?? []
    if (nearest) changeSettings(context, { position: nearest.index })
  },
  'fretboard.next-position': stepPosition(1),
  'fretboard.previous-position': stepPosition(-1),
  'fretboard.find-chord': findChord,
  'fretboard.find-chord-of-key': (context, { chord }: Args<'chord'>) =>
    findChord(context, { chord: chord.replace(/ in .*/, '') }),
  'fretboard.next-voicing': ({ get }) => get(CHORD_FINDER).step(1),
  'fretboard.previous-voicing': ({ get }) => get(CHORD_FINDER).step(-1),
}

const changePanel = ({ get }: PluginContext, name: string, value: unknown) =>
  get(SETTINGS)
    .store(panelSettings)
    .change({ [name]: value })
const panelNow = ({ get }: PluginContext, name: string) =>
  get(SETTINGS).store(panelSettings).getState()[name as keyof typeof PANEL_OPTIONS]

const changeOption = (context: PluginContext, name: string, value: unknown) =>
  changeSettings(context, { [name]: value })
const optionNow = ({ get }: PluginContext, name: string) =>
  get(NECK_VIEW).getState()[name as keyof typeof NECK_OPTIONS]

export default defineRuntime({
  providers: [
    provideFactory(
      CUSTOM_TUNINGS,
      context => new CustomList(context, 'tuning', code => readTuningCode(code).tuning),
    ),
    provideFactory(
      CUSTOM_SHAPES,
      context => new CustomList(context, 'shape', code => readShapeCode(code).shape),
    ),
    provideFactory(SHARED_VIEW, () => createStore<SharedView | undefined>(undefined)),
    provideFactory(SELECTION_FRETS, () => createStore<FretRange | undefined>(undefined)),
    provideFactory(SONG_FRETS, () => createStore<FretRange | undefined>(undefined)),
    provideFactory(SONG_WHOLE_NECK, ({ get, scope }) => {
      const commands = get(COMMANDS)
      const whole = createStore(commands.holds('player.song'))
      scope.add(get(EVENTS).on(WHOLE_NECK, () => whole.setState(true, true)))
      scope.onDispose(
        commands.conditions.subscribe((after, before) => {
          if (!after['player.song'] && before['player.song']) whole.setState(false, true)
        }),
      )
      return whole
    }),
    provideFactory(SONG_SCALE, () => createStore<SongScale | undefined>(undefined)),
    provideFactory(SONG_TUNING, () => createStore<SongTuning | undefined>(undefined)),
    provideFactory(NECK_EXTENSIONS, neckExtensions),
    provideFactory(SONG_LAYOUT, ({ get, scope }) => {
      const settings = get(SETTINGS).store(panelSettings)
      const panels = get(NECK_EXTENSIONS).panels.items
      const hasMusic = () => panels.getState().some(({ isMusic }) => isMusic)
      const layout = new DerivedStore(() => (hasMusic() ? settings.getState().layout : 'neck'))
      for (const store of [settings, panels]) scope.onDispose(store.subscribe(() => layout.outdated()))
      return layout
    }),
    provideFactory(DRAGGED_FRETS, () => createStore<DraggedFrets | undefined>(undefined)),
    provideFactory(BARE_NECK, () => createStore<BareNeck | undefined>(undefined)),
    provideFactory(TUNING_LIST, watchTunings),
    provideFactory(NECK_VIEW, watchView),
    provideFactory(NECK, context => {
      const { get, scope } = context
      const view = get(NECK_VIEW)
      const range = () => {
        const { tuning, capo, fretMin, fretMax } = view.getState()
        return { strings: tuning.strings, begins: tuning.begins, capo, fretMin, fretMax }
      }
      const neck = new LiveNeckModel(range(), get(MIDI_BENDS))
      scope.onDispose(view.subscribe(() => neck.setRange(range())))
      scope.add(get(EVENTS).on(BEND_RANGE_CHANGED, portId => neck.refreshBends(portId)))
      followPlayedPositions(context, view, neck)
      return neck
    }),
    provide(SELECTION, NeckSelection),
    provide(CHORD_FINDER, ChordFinder),
    provide(NECK_PLAYER, LiveNeckPlayer),
    provideFactory(NECK_PICTURES, context => ({
      draw: async sounding => (await import('./neck/neck-picture.js')).soundingPicture(context, sounding),
    })),
    provideFactory(NOW, watchNow),
    provideFactory(POSITIONS, () => ({ load: loadSolver })),
  ],
  commands: {
    ...optionHandlers(NECK_OPTIONS, optionNow, changeOption),
    ...optionHandlers(PANEL_OPTIONS, panelNow, changePanel),
    'fretboard.set-scale': (context, { tonic, scale }: Args<'setScale'>) =>
      changeSettings(context, { scale: `${tonic} ${scale}` }),
    'fretboard.set-tuning': (context, args: Args<'setTuning'>) => {
      const tuning = context
        .get(TUNING_LIST)
        .getState()
        .find(each => commandName(each) === args.tuning)
      if (!tuning) {
        throw new FretworkError(
          'tuning_unknown',
          `Unknown tuning "${args.tuning}". Choose one from the list.`,
        )
      }
      if (tuning.id !== SONG_TUNING_ID) changeSettings(context, { tuningId: tuning.id })
    },
    'fretboard.set-frets': (context, { from, to }: Args<'setFrets'>) =>
      changeSettings(context, { fretMin: Math.min(from, to), fretMax: Math.max(from, to) }),
    'fretboard.play-open-strings': ({ get }) => {
      const { strings } = get(NECK_VIEW).getState().tuning
      const open = strings.map((_, index) => ({ string: index + 1, fret: 0 }))
      get(NECK_PLAYER).strum(open, OPEN_STRING_MS)
    },
    'fretboard.set-capo': (context, { fret }: Args<'setCapo'>) => {
      const song = context.get(SONG_TUNING).getState()
      if (!song?.used) return changeSettings(context, { capo: fret })
      song.setCapo(fret)
      showHiddenNeck(context)
    },
    'fretboard.toggle-octaves': context => {
      const showOctaves = !context.get(NECK_VIEW).getState().showOctaves
      if (!context.get(COMMANDS).holds('player.song')) changeSettings(context, { showOctaves })
      else context.get(SETTINGS).store(panelSettings).change({ songOctaves: showOctaves })
      return showOctaves
    },
    'fretboard.toggle-select-mode': context => {
      const selectMode = !context.get(NECK_VIEW).getState().selectMode
      changeSettings(context, { [pressField()]: selectMode })
      return selectMode
    },
    'fretboard.toggle-left-handed': context => {
      const leftHanded = !context.get(NECK_VIEW).getState().leftHanded
      changeSettings(context, { leftHanded, nutRight: leftHanded })
      return leftHanded
    },
    'fretboard.say-notes': ({ get }) => {
      const { noteNames } = get(NECK_VIEW).getState()
      const say = (sentence: string, values = {}) => get(TRANSLATOR).t('fretboard', sentence, values)
      return summaryOfNow(get(NOW).getState(), { say, noteNames })
    },
    ...Object.fromEntries(
      SONG_LAYOUTS.map(layout => [
        `fretboard.layout-${layout}`,
        ({ get }: CommandContext) => get(SETTINGS).store(panelSettings).change({ layout }),
      ]),
    ),
    'fretboard.play-selection': ({ get }) => get(NECK_PLAYER).strum(get(SELECTION).positions.getState()),
    'fretboard.clear-selection': ({ get }) => get(SELECTION).clear(),
    'fretboard.show-first-steps': ({ get }) => get(SETTINGS).store(firstStepsSettings).change({ done: 0 }),
    ...TUNING_COMMANDS,
    ...EXPORT_COMMANDS,
    ...VIEW_LINK_COMMANDS,
    ...THEORY_COMMANDS,
    ...SHAPE_COMMANDS,
  },
  choices: {
    ...optionChoices(NECK_OPTIONS),
    'fretboard.set-scale': SCALE_CHOICES,
    'fretboard.set-scale-at': SCALE_CHOICES,
    'fretboard.show-chord': { chord: chordChoices },
    'fretboard.find-chord': { chord: chordChoices },
    'fretboard.find-chord-of-key': { chord: chordsOfKeys },
    'fretboard.set-tuning': { tuning: context => tuningChoices(context, commandName) },
    'fretboard.edit-tuning': { kept: ({ get }) => get(CUSTOM_TUNINGS).choices() },
    'fretboard.remove-tuning': { kept: ({ get }) => get(CUSTOM_TUNINGS).choices() },
    'fretboard.show-shape': { kept: ({ get }) => get(CUSTOM_SHAPES).choices() },
    'fretboard.remove-shape': { kept: ({ get }) => get(CUSTOM_SHAPES).choices() },
    // The settings form changes this field without a command.
    'fretboard.settings': { tuningId: context => tuningChoices(context, ({ id }) => id) },
  },
  screens: {
    FretboardPage: () => import('./ui/fretboard-page.js'),
    DemoPage: async () => ({ default: (await import('./ui/fretboard-page.js')).DemoPage }),
    BareNeck: () => import('./ui/neck/neck.js'),
  },
  activate: context => {
    const { get, scope, extend } = context
    const neck = get(NECK)
    // Bypasses the event bus to avoid waiting for other listeners.
    scope.add(get(MIDI_INPUT).onEvent(neck.apply.bind(neck)))
    extend(NECK_LAYERS, { id: 'fretboard.chord', order: -2, marks: watchChordMarks(context) })
    extend(NECK_LAYERS, { id: 'fretboard.fingers', order: -1, marks: get(CHORD_FINDER).marks })
    extend(PALETTE_PROVIDERS, chordProvider(context))
    publishConditions(context)
    publishTuning(context)
    const own = get(SETTINGS).store(fretboardSettings)
    scope.add(
      get(NOTICES).keepsUndos<Pick<FretboardSettings, 'tuningId' | 'capo'>>({
        ofSong: false,
        now: () => {
          const { tuningId, capo } = own.getState()
          return { tuningId, capo }
        },
        put: ({ tuningId, capo }) => own.change({ tuningId, capo }),
      }),
    )
  },
})

function publishConditions(context: PluginContext): void {
  const { get, scope } = context
  const { positions } = get(SELECTION)
  const { found } = get(CHORD_FINDER)
  publishCondition(context, 'fretboard.selected', positions, selected => selected.length > 0)
  publishCondition(context, 'fretboard.voicings', found, now => (now?.voicings.length ?? 0) > 0)
  publishCondition(context, 'fretboard.positions', get(NECK_VIEW), view => view.position !== undefined)
  publishCondition(context, 'fretboard.link', get(SHARED_VIEW), shared => shared !== undefined)

  const needed = get(SELECTION_FRETS)
  scope.onDispose(
    positions.subscribe(selected => {
      const now = fretsOf(selected)
      const before = needed.getState()
      if (now) showHiddenNeck(context)
      if (before?.from !== now?.from || before?.to !== now?.to) needed.setState(now, true)
    }),
  )
}

function publishTuning({ get, scope }: PluginContext): void {
  const view = get(NECK_VIEW)
  const published = get(NECK_TUNING)
  const publish = () => {
    const { tuning, capo, noteNames } = view.getState()
    const { name, strings } = tuning
    const now = { name, strings, capo, noteNames }
    if (JSON.stringify(published.getState()) !== JSON.stringify(now)) published.setState(now, true)
  }
  publish()
  scope.onDispose(view.subscribe(publish))
  scope.onDispose(() => published.setState(undefined, true))
}

function tuningChoices(
  { get }: PluginContext,
  toValue: (tuning: AvailableTuning) => ArgumentChoice['value'],
): readonly ArgumentChoice[] {
  return get(TUNING_LIST)
    .getState()
    .map(tuning => ({ value: toValue(tuning), label: tuning.name, words: tuningWords(tuning) }))
}
