import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { CLOCK, COMMANDS, SETTINGS } from '../../core/kernel/services/tokens.js'
import { type SongKey, songKeys, transposedKey } from '../../core/music/song/song-keys.js'
import { tempoMap } from '../../core/music/song/tempo-map.js'
import type { Disposable } from '../../core/platform/disposable.js'
import { phrases } from '../../core/platform/phrases.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
import { type OpenSong, PLAYBACK_SETTINGS, SONG_SESSION } from '../player/tokens.js'
import { tell } from './commands.js'
import { playingSettings } from './settings.js'

const SENTENCES = phrases({ followed: 'Showing the scale of the song’s key.', undo: 'Undo' })

const LOOK_EVERY_MS = 250
const SCALES = { major: 'Major', minor: 'Minor' } as const

type TimedKey = SongKey & { readonly ms: number }

export function followKey({ get, find, scope, log }: PluginContext): void {
  const session = get(SONG_SESSION)
  const playback = get(PLAYBACK_SETTINGS).view
  const settings = get(SETTINGS).store(playingSettings)
  const commands = get(COMMANDS)
  let song: OpenSong | undefined
  let keys: readonly TimedKey[] = []
  let before: string | undefined
  let chosen: string | undefined
  let isOverridden = false
  let ticking: Disposable | undefined

  const scaleNow = () => find(NECK_VIEW)?.getState().scale.name

  const choose = async (name: string) => {
    const [tonic = '', ...words] = name.split(' ')
    const { ok } = await commands.execute('fretboard.set-scale', { tonic, scale: words.join(' ') })
    return ok
  }

  const putBack = async () => {
    const [own, ours] = [before, chosen]
    before = undefined
    chosen = undefined
    if (own !== undefined && ours !== own && scaleNow() === ours) await choose(own)
  }

  const wantedNow = () => {
    if (!settings.getState().followKey || isOverridden) return undefined
    const at = session.positionMs()
    const key = keys.findLast(({ ms }) => ms <= at) ?? keys[0]
    if (!key) return undefined
    const { tonic, mode } = transposedKey(key, playback.getState().transpose)
    return `${tonic} ${SCALES[mode]}`
  }

  const undo = () => {
    isOverridden = true
    look()
  }

  const follow = async () => {
    const now = session.view.getState().song
    if (now !== song) {
      song = now
      keys = now && settings.getState().followKey ? timedKeys(now) : []
      isOverridden = false
    } else if (now && keys.length === 0 && settings.getState().followKey) keys = timedKeys(now)
    const wanted = wantedNow()
    const shown = scaleNow()
    if (wanted === undefined || shown === undefined) return putBack()
    if (chosen !== undefined && shown !== chosen) {
      isOverridden = true
      before = undefined
      chosen = undefined
      return
    }
    if (shown === wanted) return
    const isFirst = chosen === undefined
    before ??= shown
    chosen = wanted
    if (!(await choose(wanted))) {
      before = undefined
      chosen = undefined
    } else if (isFirst) {
      const action = { label: SENTENCES.undo, run: undo }
      tell({ get }, { message: SENTENCES.followed, action })
    }
  }

  // One after another: the neck shows a scale a moment after the command.
  let last: Promise<unknown> = Promise.resolve()
  const look = () => {
    last = last.then(follow).catch(thrown => log.warn('The scale could not follow the song', thrown))
  }

  const tick = () => {
    ticking?.dispose()
    const { playing } = session.view.getState()
    ticking = playing && keys.length > 1 ? get(CLOCK).every(LOOK_EVERY_MS, look) : undefined
  }

  look()
  for (const store of [settings, playback]) scope.onDispose(store.subscribe(look))
  scope.onDispose(
    session.view.subscribe((now, was) => {
      look()
      if (now.playing !== was.playing || now.song !== was.song) tick()
    }),
  )
  scope.onDispose(() => ticking?.dispose())
}

function timedKeys({ song }: OpenSong): readonly TimedKey[] {
  const { secondsAt } = tempoMap(song.header.tempos, song.header.ppq)
  return songKeys(song).map(key => ({ ...key, ms: secondsAt(key.ticks) * 1000 }))
}
