import type { PluginContext } from '../../core/kernel/plugin.js'
import { CLOCK, SETTINGS } from '../../core/kernel/tokens.js'
import type { Disposable } from '../../core/platform/store.js'
import { type SongKey, songKeys, transposedKey } from '../../music/song/song-keys.js'
import { tempoMap } from '../../music/song/song-time.js'
import { SONG_SCALE } from '../fretboard/tokens.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../player/tokens.js'
import { playingSettings } from './settings.js'

const LOOK_EVERY_MS = 250
const SCALES = { major: 'Major', minor: 'Minor' } as const

type TimedKey = SongKey & { readonly ms: number }

export function followKey({ get, find, follow, scope }: PluginContext): void {
  const session = get(SONG_SESSION)
  const playback = get(PLAYBACK_SETTINGS).view
  const settings = get(SETTINGS).store(playingSettings)
  let song: OpenSong | undefined
  let keys: readonly TimedKey[] | undefined
  let isOverridden = false
  let ticking: Disposable | undefined

  const wantedNow = () => {
    if (!song) return undefined
    keys ??= timedKeys(song)
    const at = session.positionMs()
    const key = keys.findLast(({ ms }) => ms <= at) ?? keys[0]
    return key && transposedKey(key, playback.getState().transpose)
  }

  const keepOwn = () => {
    isOverridden = true
    look()
  }

  const look = () => {
    const key = wantedNow()
    const isFollowed = settings.getState().followKey && !isOverridden
    const scale = key && isFollowed ? `${key.tonic} ${SCALES[key.mode]}` : undefined
    const shown = find(SONG_SCALE)
    const before = shown?.getState()
    if (before?.scale !== scale || before?.key.tonic !== key?.tonic || before?.key.mode !== key?.mode)
      shown?.setState(key && { key, scale, keepOwn }, true)
    const isChanging = session.view.getState().playing && (keys?.length ?? 0) > 1
    if (isChanging) ticking ??= get(CLOCK).every(LOOK_EVERY_MS, look)
    else {
      ticking?.dispose()
      ticking = undefined
    }
  }

  const followSong = () => {
    const now = session.view.getState().song
    if (now !== song) {
      song = now
      keys = undefined
      isOverridden = false
    }
    look()
  }

  followSong()
  follow(SONG_SCALE, () => void look())
  scope.onDispose(session.view.subscribe(followSong))
  scope.onDispose(playback.subscribe(look))
  scope.onDispose(
    settings.subscribe((now, before) => {
      if (now.followKey !== before.followKey) isOverridden = false
      look()
    }),
  )
  scope.onDispose(() => {
    ticking?.dispose()
    find(SONG_SCALE)?.setState(undefined, true)
  })
}

function timedKeys({ song }: OpenSong): readonly TimedKey[] {
  const { secondsAt } = tempoMap(song.header.tempos, song.header.ppq)
  return songKeys(song).map(key => ({ ...key, ms: secondsAt(key.ticks) * 1000 }))
}
