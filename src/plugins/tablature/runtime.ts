/** Ties tablature to the open song, the neck and its settings. */
import type { ArgumentChoice } from '../../core/commands/command.js'
import {
  type CommandHandler,
  defineRuntime,
  type PluginContext,
  provideFactory,
} from '../../core/kernel/manifest/plugin.js'
import { AUTH, CLOCK, COMMANDS, EVENTS, SETTINGS, TRANSLATOR } from '../../core/kernel/services/tokens.js'
import type { Position } from '../../core/music/guitar/position.js'
import { phrases } from '../../core/platform/phrases.js'
import { SentenceError } from '../../core/platform/sentence-error.js'
import { createStore } from '../../core/platform/store.js'
import {
  DRAGGED_FRETS,
  FRETBOARD_PANELS,
  NECK_LAYERS,
  NECK_VIEW,
  type NeckMark,
} from '../fretboard/tokens.js'
import {
  SONG_CLOSED,
  SONG_FINGERING,
  SONG_NOTICES,
  SONG_OPENED,
  SONG_SESSION,
  type SongZone,
} from '../player/tokens.js'
import { type StringArgs, tablatureSettings, ZOOMS, type ZoneArgs } from './settings.js'
import { songMemory } from './song-memory.js'
import { createTablature } from './tablature.js'
import { TEXT_COMMANDS } from './text-commands.js'
import { TABLATURE, type Tablature } from './tokens.js'

const SENTENCES = phrases({
  freedOne: 'Note unpinned.',
  freed: '{{notes}} notes unpinned.',
  undo: 'Undo',
  position: 'String {{string}}, fret {{fret}}',
  placeNow: 'String {{string}}, fret {{fret}} (current)',
  noPlace:
    'String {{string}} doesn’t have this note, or another pinned note is on it. Choose another string.',
})

const run =
  (deed: (tablature: Tablature) => void): CommandHandler =>
  ({ get }) =>
    deed(get(TABLATURE))

const settingsOf = ({ get }: Pick<PluginContext, 'get'>) => get(SETTINGS).store(tablatureSettings)

const zoom =
  (by: 1 | -1): CommandHandler =>
  context => {
    const settings = settingsOf(context)
    const { zoom: now } = settings.getState()
    const next = by === 1 ? ZOOMS.find(each => each > now) : ZOOMS.findLast(each => each < now)
    if (next !== undefined) settings.change({ zoom: next })
  }

export default defineRuntime({
  providers: [
    provideFactory(TABLATURE, context => {
      const { get, scope } = context
      const tablature = createTablature({
        session: get(SONG_SESSION),
        fingering: get(SONG_FINGERING),
        neck: get(NECK_VIEW),
        clock: get(CLOCK),
        memory: songMemory(settingsOf(context), () => get(AUTH).state.getState().user?.id ?? ''),
      })
      scope.onDispose(() => tablature.dispose())
      scope.add(get(EVENTS).on(SONG_OPENED, () => tablature.begin()))
      scope.add(get(EVENTS).on(SONG_CLOSED, () => tablature.begin()))
      tablature.begin()
      return tablature
    }),
  ],
  commands: {
    'tablature.toggle': context => {
      const settings = settingsOf(context)
      settings.change({ shown: !settings.getState().shown })
    },
    'tablature.next-note': run(tablature => tablature.step(1)),
    'tablature.previous-note': run(tablature => tablature.step(-1)),
    'tablature.higher-string': run(tablature => tablature.move(1)),
    'tablature.lower-string': run(tablature => tablature.move(-1)),
    'tablature.put-on': ({ get }, { string }: StringArgs) => {
      const tablature = get(TABLATURE)
      const { chosen } = tablature.view.getState()
      if (chosen === undefined) return
      if (!tablature.positionsFor(chosen).some(position => position.string === string))
        throw new SentenceError('string_without_note', SENTENCES.noPlace, { string })
      tablature.pin(chosen, string)
    },
    'tablature.pin-here': ({ get }) => {
      const tablature = get(TABLATURE)
      const { chosen } = tablature.view.getState()
      const position = chosen === undefined ? undefined : get(SONG_FINGERING).positionOf(chosen)
      if (chosen !== undefined && position) tablature.pin(chosen, position.string)
    },
    'tablature.free-note': run(tablature => tablature.unpin()),
    'tablature.free-all': ({ get }) => {
      const { count: notes, restore: bringBack } = get(TABLATURE).unpinAll()
      if (notes === 0) return
      // Removed with the session, so that the next user can't restore someone else's pins.
      get(SONG_NOTICES).post({
        kind: 'info',
        source: 'tablature',
        message: notes === 1 ? SENTENCES.freedOne : SENTENCES.freed,
        values: { notes },
        action: { label: SENTENCES.undo, run: bringBack },
      })
    },
    'tablature.undo': run(tablature => tablature.undo()),
    'tablature.redo': run(tablature => tablature.redo()),
    'tablature.set-zone': ({ get }, { from, to }: ZoneArgs) =>
      get(TABLATURE).setZone({ from: Math.min(from, to), to: Math.max(from, to) }),
    'tablature.clear-zone': run(tablature => tablature.setZone(undefined)),
    'tablature.zoom-in': zoom(1),
    'tablature.zoom-out': zoom(-1),
    ...TEXT_COMMANDS,
  },
  choices: { 'tablature.put-on': { string: fingering } },
  screens: { TablaturePanel: () => import('./ui/tablature-panel.js') },
  activate: context => {
    const { get, extend } = context
    get(TABLATURE)
    // Nearer to the neck than the song panel.
    extend(FRETBOARD_PANELS, {
      id: 'tablature.lane',
      order: 5,
      plugin: 'tablature',
      screen: 'TablaturePanel',
    })
    const marks = createStore<readonly NeckMark[]>([])
    extend(NECK_LAYERS, { id: 'tablature.chosen', order: 5, marks })
    showChosen(context, next => marks.setState(next, true))
    offerZone(context)
    tellConditions(context)
  },
})

/** Positions for the selected note: the current one first, then the closest. */
function fingering({ get }: PluginContext): readonly ArgumentChoice[] {
  const { positionsFor: placesFor, view } = get(TABLATURE)
  const { chosen } = view.getState()
  if (chosen === undefined) return []
  const translator = get(TRANSLATOR)
  const now = get(SONG_FINGERING).positionOf(chosen)
  const away = (fret: number) => Math.abs(fret - (now?.fret ?? 0))
  return placesFor(chosen)
    .toSorted((a, b) => away(a.fret) - away(b.fret))
    .map(({ string, fret }) => {
      const sentence = string === now?.string ? SENTENCES.placeNow : SENTENCES.position
      return { value: string, number: string, label: translator.t('tablature', sentence, { string, fret }) }
    })
}

const NONE: readonly NeckMark[] = []

/** While the song plays its own outlines say enough. */
function showChosen({ get, scope }: PluginContext, show: (marks: readonly NeckMark[]) => void): void {
  const tablature = get(TABLATURE)
  const fingering = get(SONG_FINGERING)
  const session = get(SONG_SESSION)
  const look = () => {
    const { chosen } = tablature.view.getState()
    const seen = chosen !== undefined && !session.view.getState().playing
    show(seen ? chosenMarks(fingering.positionOf(chosen), tablature.positionsFor(chosen)) : NONE)
  }
  for (const store of [tablature.view, fingering.view, session.view, get(NECK_VIEW)])
    scope.onDispose(store.subscribe(look))
}

/** With a song open, the zone of the hand is dragged along the fret numbers of the neck. */
function offerZone({ get, scope }: PluginContext): void {
  const tablature = get(TABLATURE)
  const fingering = get(SONG_FINGERING)
  const session = get(SONG_SESSION)
  const dragged = get(DRAGGED_FRETS)
  const choose = (range: SongZone | undefined) => tablature.setZone(range)
  const look = () => {
    const { zone } = fingering.view.getState()
    const open = session.view.getState().song !== undefined
    const now = dragged.getState()
    // Called at each beat of the song; redraw the neck only for another zone.
    if (open === (now !== undefined) && now?.range === zone) return
    dragged.setState(open ? { range: zone, choose } : undefined, true)
  }
  look()
  for (const store of [fingering.view, session.view]) scope.onDispose(store.subscribe(look))
  scope.onDispose(() => dragged.setState(undefined, true))
}

function tellConditions(context: PluginContext): void {
  const { get, scope } = context
  const commands = get(COMMANDS)
  const settings = settingsOf(context)
  const { view } = get(TABLATURE)
  const look = () => {
    const { chosen, canUndo, canRedo } = view.getState()
    commands.setContext('tablature.chosen', chosen !== undefined)
    // Don't undo what isn't visible.
    const { shown } = settings.getState()
    commands.setContext('tablature.undo', canUndo && shown)
    commands.setContext('tablature.redo', canRedo && shown)
  }
  look()
  scope.onDispose(view.subscribe(look))
  scope.onDispose(settings.subscribe(look))
  scope.onDispose(() => {
    for (const name of ['chosen', 'undo', 'redo']) commands.setContext(`tablature.${name}`, undefined)
  })
}

/** Marks for the selected note: a pin at its position, outlines at its alternatives. @param all its positions */
function chosenMarks(own: Position | undefined, all: readonly Position[]): readonly NeckMark[] {
  const others = all.filter(position => position.string !== own?.string)
  return [
    ...(own ? [{ ...own, look: 'pin' as const }] : []),
    ...others.map(position => ({ ...position, look: 'outline' as const })),
  ]
}
