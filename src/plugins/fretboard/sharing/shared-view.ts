import type { PluginContext } from '../../../core/kernel/plugin.js'
import { COMMANDS, SETTINGS } from '../../../core/kernel/tokens.js'
import { createStore, type ReadonlyStore, type Store } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import { hasSameStrings, MAX_FRET } from '../../../music/guitar/position.js'
import type { CodedTuning } from '../../../music/guitar/tuning-code.js'
import { type FretboardSettings, fretboardSettings, panelSettings } from '../settings.js'
import { type Ignored, SONG_SCALE, SONG_TUNING, TUNING_LIST } from '../tokens.js'

export interface SharedView {
  readonly settings: Partial<FretboardSettings>
  readonly tuning?: CodedTuning
  readonly ignored: readonly Ignored[]
}

export const SHARED_TUNING_ID = 'link:tuning'

export const SHARED_VIEW = createToken<Store<SharedView | undefined>>('fretboard.guest')
/**
 * Whether an open song hides the user's scale position. The position
 * returns when the song closes or the user picks another one.
 */
export const SONG_WHOLE_NECK = createToken<Store<boolean>>('fretboard.song-whole-neck')

export function effectiveSettings({ get, scope }: PluginContext): ReadonlyStore<FretboardSettings> {
  const own = get(SETTINGS).store(fretboardSettings)
  const shared = get(SHARED_VIEW)
  const now = () => ({ ...own.getState(), ...shared.getState()?.settings })
  const store = createStore<FretboardSettings>(now())
  const update = () => store.setState(now(), true)
  scope.onDispose(
    own.subscribe((after, before) => {
      removeSettings(shared, name => after[name] !== before[name])
      update()
    }),
  )
  scope.onDispose(shared.subscribe(update))
  return store
}

/** Replaces the user's scale, position, tuning and capo with those of the song's visible track. */
export function withSong({ get }: Pick<PluginContext, 'get'>, mine: FretboardSettings): FretboardSettings {
  const own = get(SONG_WHOLE_NECK).getState() ? { ...mine, positions: 'none' as const } : mine
  const scale = get(SONG_SCALE).getState()?.scale ?? own.scale
  const song = get(SONG_TUNING).getState()
  if (!song?.used) return { ...own, scale }
  const same = get(TUNING_LIST)
    .getState()
    .filter(tuning => hasSameStrings(tuning, song))
  const { id: tuningId } = same.find(({ id }) => id === own.tuningId) ?? same[0] ?? { id: own.tuningId }
  const [fretMin, fretMax] = [own.fretMin, own.fretMax].map(fret => Math.min(fret, MAX_FRET - song.capo))
  return { ...own, scale, tuningId, capo: song.capo, fretMin: fretMin ?? 0, fretMax: fretMax ?? MAX_FRET }
}

export function changeSettings({ get }: Pick<PluginContext, 'get'>, change: Partial<FretboardSettings>) {
  get(SETTINGS).store(fretboardSettings).change(change)
  if ('scale' in change) get(SONG_SCALE).getState()?.keepOwn()
  if ('positions' in change || 'position' in change) get(SONG_WHOLE_NECK).setState(false, true)
  if ('tuningId' in change || 'capo' in change) get(SONG_TUNING).getState()?.keepOwn()
  removeSettings(get(SHARED_VIEW), name => name in change)
  if (SHOWN.some(name => name in change)) showHiddenNeck({ get })
}

const SHOWN = ['scale', 'chord', 'position', 'tuningId', 'capo'] as const

export function showHiddenNeck({ get }: Pick<PluginContext, 'get'>): void {
  const panels = get(SETTINGS).store(panelSettings)
  const isHidden = get(COMMANDS).holds('player.song') && panels.getState().layout === 'score'
  if (isHidden) panels.change({ layout: 'both' })
}

function removeSettings(
  shared: Store<SharedView | undefined>,
  isChanged: (name: keyof FretboardSettings) => boolean,
): void {
  const view = shared.getState()
  if (!view) return
  const all = Object.entries(view.settings)
  const kept = all.filter(([name]) => !isChanged(name as keyof FretboardSettings))
  if (kept.length < all.length) shared.setState({ ...view, settings: Object.fromEntries(kept) }, true)
}
