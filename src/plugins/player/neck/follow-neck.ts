import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, EVENTS, NOTICES } from '../../../core/kernel/tokens.js'
import type { Disposable, ReadonlyStore } from '../../../core/platform/store.js'
import { MAX_FRET } from '../../../music/guitar/position.js'
import { STANDARD_TUNING } from '../../../music/guitar/tunings.js'
import { NECK_VIEW, type NeckView, SONG_FRETS, SONG_TUNING, WHOLE_NECK } from '../../fretboard/tokens.js'
import type { SessionFingering } from '../internal-tokens.js'
import { shownTuning } from '../session/shown-tracks.js'
import { PLAYBACK_SETTINGS, SONG_OPENED, SONG_SESSION } from '../tokens.js'
import { createFingering, type PlacedNeck } from './fingering.js'

const ALL_FRETS = { fretMin: 0, fretMax: MAX_FRET }
export const USUAL_NECK = { tuning: STANDARD_TUNING, capo: 0, ...ALL_FRETS }

export function fingeringOnTheNeck({ get, find, log }: PluginContext): SessionFingering & Disposable {
  const { options } = get(PLAYBACK_SETTINGS)
  return createFingering({
    clock: get(CLOCK),
    log,
    neck: () => neckOf(find(NECK_VIEW)?.getState(), options.getState().followFrets),
    solver: async () => (await import('../../../music/fingering/solver.js')).solver,
  })
}

function neckOf(view: NeckView | undefined, follow: boolean): PlacedNeck {
  const { tuning, capo, fretMin, fretMax } = view ?? USUAL_NECK
  return { tuning, capo, within: !follow, ...(follow ? ALL_FRETS : { fretMin, fretMax }) }
}

export function followNeck(context: PluginContext, fingering: SessionFingering): void {
  const { get, find, load, scope, log } = context
  const { options, view: playback, setOwnTuning } = get(PLAYBACK_SETTINGS)
  const session = get(SONG_SESSION).view
  const now = () => neckOf(find(NECK_VIEW)?.getState(), options.getState().followFrets)

  let known = now()
  const look = () => {
    const neck = now()
    if (isSame(neck, known)) return
    known = neck
    fingering.outdated()
  }
  const showFrets = () => {
    const frets = options.getState().followFrets ? fingering.view.getState().frets : undefined
    const followed = find(SONG_FRETS)
    const before = followed?.getState()
    if (before?.from !== frets?.from || before?.to !== frets?.to) followed?.setState(frets, true)
  }

  let chosen: { readonly strings: readonly number[]; readonly capo: number } | undefined
  const showTuning = () => {
    const { song, shown } = session.getState()
    const own = song && shownTuning(song, shown)
    const tuning = own?.strings === chosen?.strings ? chosen : own
    const used = !playback.getState().ownTuning
    const store = find(SONG_TUNING)
    const before = store?.getState()
    const isSame =
      before?.strings === tuning?.strings &&
      before?.capo === tuning?.capo &&
      before?.used === (tuning && used)
    if (isSame) return
    const setCapo = (capo: number) => {
      chosen = tuning && { ...tuning, capo }
      showTuning()
    }
    store?.setState(tuning && { ...tuning, used, setCapo, keepOwn: () => setOwnTuning(true) }, true)
  }

  scope.add(
    get(NOTICES).keepsUndos<typeof chosen>({
      ofSong: true,
      now: () => chosen,
      put(before) {
        chosen = before
        showTuning()
      },
    }),
  )

  const watch = (view: ReadonlyStore<NeckView> | undefined) => {
    if (!view || scope.signal.aborted) return
    scope.onDispose(view.subscribe(look))
    showTuning()
    look()
  }
  // The neck plugin is loaded only once a song is open.
  let wanted = false
  scope.add(
    get(EVENTS).on(SONG_OPENED, () => {
      get(EVENTS).emit(WHOLE_NECK, undefined)
      if (wanted) return
      wanted = true
      load(NECK_VIEW).then(watch, thrown => log.info('There is no neck to show the song on', thrown))
    }),
  )
  scope.onDispose(
    options.subscribe(() => {
      look()
      showFrets()
    }),
  )
  for (const store of [session, playback]) scope.onDispose(store.subscribe(showTuning))
  scope.onDispose(fingering.view.subscribe(showFrets))
  scope.onDispose(() => find(SONG_TUNING)?.setState(undefined, true))
  scope.onDispose(() => find(SONG_FRETS)?.setState(undefined, true))
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
