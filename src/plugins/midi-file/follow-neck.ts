/** Keeps the places of the song up with the neck, and the neck's frets with the places. */
import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { CLOCK, EVENTS, PLUGINS, SETTINGS } from '../../core/kernel/services/tokens.js'
import { MAX_FRET } from '../../core/music/guitar/position.js'
import { STANDARD_TUNING } from '../../core/music/guitar/tunings.js'
import type { Disposable } from '../../core/platform/disposable.js'
import type { ReadonlyStore } from '../../core/platform/store.js'
import { FOLLOWED_FRETS, NECK_VIEW, type NeckView } from '../fretboard/tokens.js'
import { POSITIONS } from '../positions/tokens.js'
import { playSettings } from './practice-settings.js'
import { createSongPlaces, type PlacedNeck } from './song-places.js'
import type { SongPlacesKeeper } from './tokens/practice.js'
import { SONG_OPENED } from './tokens.js'

const ALL_FRETS = { fretMin: 0, fretMax: MAX_FRET }
/** Where there is no neck, a guitar's. */
const USUAL_NECK = { tuning: STANDARD_TUNING, capo: 0, ...ALL_FRETS }

export function placesOnTheNeck({ get, find, load, log }: PluginContext): SongPlacesKeeper & Disposable {
  const settings = get(SETTINGS).store(playSettings)
  return createSongPlaces({
    clock: get(CLOCK),
    log,
    neck: () => neckOf(find(NECK_VIEW)?.getState(), settings.getState().follow),
    // The specification of positions: where the plugin is off or not there, the lowest fret stays.
    positions: () => load(POSITIONS).catch(() => undefined),
  })
}

/** What decides the places: all frets where the neck follows, else those that are shown. */
function neckOf(view: NeckView | undefined, follow: boolean): PlacedNeck {
  const { tuning, capo, fretMin, fretMax } = view ?? USUAL_NECK
  return { tuning, capo, within: !follow, ...(follow ? ALL_FRETS : { fretMin, fretMax }) }
}

export function followNeck(context: PluginContext, places: SongPlacesKeeper): void {
  const { get, find, load, scope, log } = context
  const settings = get(SETTINGS).store(playSettings)
  const now = () => neckOf(find(NECK_VIEW)?.getState(), settings.getState().follow)

  let known = now()
  const look = () => {
    const neck = now()
    if (isSame(neck, known)) return
    known = neck
    places.outdated()
  }
  const showFrets = () => {
    const frets = settings.getState().follow ? places.view.getState().frets : undefined
    const followed = find(FOLLOWED_FRETS)
    const before = followed?.getState()
    if (before?.from !== frets?.from || before?.to !== frets?.to) followed?.setState(frets, true)
  }

  const watch = (view: ReadonlyStore<NeckView> | undefined) => {
    if (!view || scope.signal.aborted) return
    scope.onDispose(view.subscribe(look))
    look()
  }
  // A neck is only wanted by an open song: reading one must not start it.
  let wanted = false
  scope.add(
    get(EVENTS).on(SONG_OPENED, () => {
      if (wanted) return
      wanted = true
      load(NECK_VIEW).then(watch, thrown => log.info('There is no neck to show the song on', thrown))
    }),
  )
  scope.onDispose(
    settings.subscribe(() => {
      look()
      showFrets()
    }),
  )
  scope.onDispose(places.view.subscribe(showFrets))
  scope.onDispose(() => find(FOLLOWED_FRETS)?.setState(undefined, true))
  followService(context, places)
}

/** Whoever switches the plugin of positions off or on sees it at once. */
function followService({ get, scope }: PluginContext, places: SongPlacesKeeper): void {
  const host = get(PLUGINS)
  const isOff = () => host.state('positions')?.status === 'disabled'
  let wasOff = isOff()
  scope.onDispose(
    host.states.subscribe(() => {
      if (isOff() === wasOff) return
      wasOff = isOff()
      places.outdated()
    }),
  )
}

function isSame(a: PlacedNeck, b: PlacedNeck): boolean {
  return (
    a.tuning.strings === b.tuning.strings &&
    a.tuning.begins === b.tuning.begins &&
    a.capo === b.capo &&
    a.fretMin === b.fretMin &&
    a.fretMax === b.fretMax &&
    a.within === b.within
  )
}
