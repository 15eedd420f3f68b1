import type { ArgumentChoice } from '../../core/commands/command.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provide,
  provideFactory,
} from '../../core/kernel/plugin.js'
import { COMMANDS, EVENTS, SETTINGS, TRANSLATOR } from '../../core/kernel/tokens.js'
import { phrases, SentenceError } from '../../core/platform/phrases.js'
import { createStore, DerivedStore } from '../../core/platform/store.js'
import {
  DRAGGED_FRETS,
  FRETBOARD_PANELS,
  type FretRange,
  NECK_LAYERS,
  NECK_VIEW,
  type NeckMark,
  SONG_LAYOUT,
  SONG_TUNING,
} from '../fretboard/tokens.js'
import {
  PLAYBACK_SETTINGS,
  type ReloadedSong,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_RELOADED,
  SONG_SESSION,
} from '../player/tokens.js'
import { viewChoices } from './notation/views.js'
import {
  notationSettings,
  SCALES,
  type StringArgs,
  TAB_VIEW,
  tablatureSettings,
  type ViewArgs,
  ZOOMS,
  type ZoneArgs,
} from './settings.js'
import { LAYERS, layersOf, noteLooks } from './tablature/layers.js'
import { tuningInUse } from './tablature/song-tuning.js'
import { TABLATURE, Tablature } from './tablature/tablature.js'
import { TEXT_COMMANDS } from './tablature/text-commands.js'
import { CHOSEN_NOTE, NOTE_LOOKS } from './tokens.js'

const SENTENCES = phrases({
  unpinned: '{{count}} notes unpinned.',
  moved: 'Other notes were moved as well to stay playable.',
  gone: '{{count}} pins were removed because their notes no longer exist.',
  undo: 'Undo',
  position: 'String {{string}}, fret {{fret}}',
  open: 'Open string {{string}}',
  positionNow: 'String {{string}}, fret {{fret}} (current)',
  noPosition:
    'String {{string}} can’t play this note, or another pinned note is on it. Choose another string.',
})

const run =
  (act: (tablature: Tablature) => void): CommandHandler =>
  ({ get }) =>
    act(get(TABLATURE))

/** Posts a notice if the action also moved other notes. */
const moving =
  (act: (tablature: Tablature) => void) =>
  ({ get }: Pick<PluginContext, 'get'>): void => {
    const tablature = get(TABLATURE)
    const fingering = get(SONG_FINGERING)
    const { notes } = fingering.view.getState()
    const { chosen } = tablature.view.getState()
    const before = notes.map((_, index) => fingering.positionOf(index)?.string)
    act(tablature)
    if (!fingering.view.getState().working) return
    const end = fingering.view.subscribe(now => {
      if (now.working) return
      end()
      const isMoved = (string: number | undefined, index: number) =>
        index !== chosen && string !== fingering.positionOf(index)?.string
      if (now.notes === notes && before.some(isMoved))
        get(SONG_NOTICES).post({
          kind: 'info',
          source: 'score',
          message: SENTENCES.moved,
          topic: 'tablature moved',
        })
    })
  }

/** Returns no message. The tablature announces the selected note. */
const stepping =
  (by: 1 | -1): CommandHandler =>
  ({ get }) => {
    get(TABLATURE).step(by)
    return ''
  }

const settingsOf = ({ get }: Pick<PluginContext, 'get'>) => get(SETTINGS).store(tablatureSettings)

/** Returns the next higher or lower level, or the current one if there is none. */
function levelAfter(now: number, by: 1 | -1, levels: readonly number[]): number {
  return (by === 1 ? levels.find(each => each > now) : levels.findLast(each => each < now)) ?? now
}

const zoom =
  (by: 1 | -1): CommandHandler =>
  context => {
    const settings = settingsOf(context)
    settings.change({ zoom: levelAfter(settings.getState().zoom, by, ZOOMS) })
  }

const scale =
  (by: 1 | -1): CommandHandler =>
  ({ get }) => {
    const settings = get(SETTINGS).store(notationSettings)
    settings.change({ scale: levelAfter(settings.getState().scale, by, SCALES) })
  }

export default defineRuntime({
  providers: [
    provide(TABLATURE, Tablature),
    provideFactory(LAYERS, layersOf),
    provideFactory(NOTE_LOOKS, noteLooks),
    provideFactory(CHOSEN_NOTE, ({ get }) => ({
      view: get(TABLATURE).view,
      choose: index => get(TABLATURE).choose(index),
      remarksOn: index =>
        get(LAYERS)
          .items.getState()
          .flatMap(({ words }) => words?.(index) ?? []),
    })),
  ],
  commands: {
    'tablature.toggle': context => {
      const settings = settingsOf(context)
      settings.change({ shown: !settings.getState().shown })
    },
    'tablature.next-note': stepping(1),
    'tablature.previous-note': stepping(-1),
    'tablature.higher-string': moving(tablature => tablature.move(1)),
    'tablature.lower-string': moving(tablature => tablature.move(-1)),
    'tablature.put-on': (context, { string }: StringArgs) => {
      const tablature = context.get(TABLATURE)
      const { chosen } = tablature.view.getState()
      if (chosen === undefined) return
      if (!tablature.positionsFor(chosen).some(position => position.string === string))
        throw new SentenceError('string_without_note', SENTENCES.noPosition, { string })
      return moving(() => tablature.pin(chosen, string))(context)
    },
    'tablature.pin-here': ({ get }) => {
      const tablature = get(TABLATURE)
      const { chosen } = tablature.view.getState()
      const position = chosen === undefined ? undefined : get(SONG_FINGERING).positionOf(chosen)
      if (chosen !== undefined && position) tablature.pin(chosen, position.string)
    },
    'tablature.free-note': run(tablature => tablature.unpin()),
    'tablature.free-all': ({ get }) => {
      const { count, restore } = get(TABLATURE).unpinAll()
      if (count === 0) return
      // Withdrawn at the end of the session. The next user must not restore these pins.
      get(SONG_NOTICES).post({
        kind: 'info',
        source: 'score',
        message: SENTENCES.unpinned,
        values: { count },
        action: { label: SENTENCES.undo, run: restore },
      })
    },
    'tablature.find-others': run(tablature => tablature.findOthers(true)),
    'tablature.use-written': run(tablature => tablature.findOthers(false)),
    'tablature.use-tuning': run(tablature => tablature.keepTuning(false, false)),
    'tablature.keep-tuning': run(tablature => tablature.keepTuning(true)),
    'tablature.find-for-mine': run(tablature => tablature.keepTuning(true, true)),
    'tablature.set-zone': ({ get }, { from, to }: ZoneArgs) =>
      get(TABLATURE).setZone({ from: Math.min(from, to), to: Math.max(from, to) }),
    'tablature.clear-zone': run(tablature => tablature.setZone(undefined)),
    'tablature.show-view': (context, { view }: ViewArgs) =>
      settingsOf(context).change({ shown: true, view: view === TAB_VIEW ? '' : view }),
    'tablature.zoom-in': zoom(1),
    'tablature.zoom-out': zoom(-1),
    ...TEXT_COMMANDS,
    'notation.zoom-in': scale(1),
    'notation.zoom-out': scale(-1),
    'notation.print': async context => (await import('./notation/print-command.js')).printSong(context),
  },
  choices: { 'tablature.put-on': { string: stringChoices }, 'tablature.show-view': { view: viewChoices } },
  screens: {
    TablaturePanel: () => import('./ui/tablature-panel.js'),
    NotationView: () => import('./ui/notation-view.js'),
  },
  activate: context => {
    const { get, extend, scope } = context
    const tablature = get(TABLATURE)
    const reloaded = (song: ReloadedSong) => {
      const count = tablature.reloaded(song)
      const gone = { kind: 'info', source: 'score', message: SENTENCES.gone } as const
      if (count > 0) get(SONG_NOTICES).post({ ...gone, values: { count } })
    }
    scope.add(get(EVENTS).on(SONG_RELOADED, reloaded))
    const settings = settingsOf(context)
    const on = new DerivedStore(() => settings.getState().shown)
    scope.onDispose(settings.subscribe(() => on.outdated()))
    extend(FRETBOARD_PANELS, {
      id: 'tablature.lane',
      order: 5,
      plugin: 'score',
      screen: 'TablaturePanel',
      isMusic: true,
      toggle: { command: 'tablature.toggle', on },
    })
    showChosen(context)
    offerZone(context)
    publishConditions(context)
  },
})

function stringChoices({ get }: PluginContext): readonly ArgumentChoice[] {
  const tablature = get(TABLATURE)
  const { chosen } = tablature.view.getState()
  if (chosen === undefined) return []
  const translator = get(TRANSLATOR)
  const now = get(SONG_FINGERING).positionOf(chosen)
  const away = (fret: number) => Math.abs(fret - (now?.fret ?? 0))
  return tablature
    .positionsFor(chosen)
    .toSorted((a, b) => away(a.fret) - away(b.fret))
    .map(({ string, fret }) => {
      const { open, position, positionNow } = SENTENCES
      const sentence = string === now?.string ? positionNow : fret === 0 ? open : position
      return { value: string, number: string, label: translator.t('score', sentence, { string, fret }) }
    })
}

const NONE: readonly NeckMark[] = []

function showChosen({ get, scope, extend }: PluginContext): void {
  const tablature = get(TABLATURE)
  const fingering = get(SONG_FINGERING)
  const session = get(SONG_SESSION)
  const marks = createStore(NONE)
  extend(NECK_LAYERS, { id: 'tablature.chosen', order: 5, marks })
  const look = () => {
    const { chosen } = tablature.view.getState()
    if (chosen === undefined || session.view.getState().playing) return marks.setState(NONE, true)
    const own = fingering.positionOf(chosen)
    const others = tablature.positionsFor(chosen).filter(({ string }) => string !== own?.string)
    marks.setState(
      [
        ...(own ? [{ ...own, look: 'pin' as const }] : []),
        ...others.map(position => ({ ...position, look: 'outline' as const })),
      ],
      true,
    )
  }
  for (const store of [tablature.view, fingering.view, session.view, get(NECK_VIEW)])
    scope.onDispose(store.subscribe(look))
  // Remarks must not stay below unrelated bars.
  scope.onDispose(
    session.view.subscribe((now, before) => now.fromMs !== before.fromMs && tablature.choose(undefined)),
  )
  scope.onDispose(
    get(PLAYBACK_SETTINGS).view.subscribe(
      (now, before) => now.loop !== before.loop && tablature.choose(undefined),
    ),
  )
}

function offerZone({ get, scope }: PluginContext): void {
  const commands = get(COMMANDS)
  const fingering = get(SONG_FINGERING)
  const session = get(SONG_SESSION)
  const dragged = get(DRAGGED_FRETS)
  const look = () => {
    const { zone } = fingering.view.getState()
    const open = session.view.getState().song !== undefined
    const now = dragged.getState()
    // Redraw only after a change: this runs on every beat.
    if (open === (now !== undefined) && now?.range === zone) return
    const choose = (range: FretRange | undefined) =>
      void (range ? commands.execute('tablature.set-zone', range) : commands.execute('tablature.clear-zone'))
    dragged.setState(open ? { range: zone, choose } : undefined, true)
  }
  look()
  for (const store of [fingering.view, session.view]) scope.onDispose(store.subscribe(look))
  scope.onDispose(() => dragged.setState(undefined, true))
}

function publishConditions(context: PluginContext): void {
  const { get, scope } = context
  const commands = get(COMMANDS)
  const settings = settingsOf(context)
  const { view } = get(TABLATURE)
  const fingering = get(SONG_FINGERING)
  const neck = get(NECK_VIEW)
  const layout = get(SONG_LAYOUT)
  const publish = (isActive: boolean) => {
    const { view: viewShown } = settings.getState()
    const conditions = {
      chosen: view.getState().chosen !== undefined,
      ...{
        written: fingering.view.getState().written,
        tuning: tuningInUse(get(SONG_TUNING).getState(), neck.getState()),
        strip: layout.getState() === 'neck' && viewShown === '',
      },
    }
    for (const [name, value] of Object.entries(conditions))
      commands.setContext(`tablature.${name}`, isActive ? value : undefined)
  }
  publish(true)
  for (const store of [view, settings, fingering.view, get(SONG_TUNING), neck, layout]) {
    scope.onDispose(store.subscribe(() => publish(true)))
  }
  scope.onDispose(() => publish(false))
}
