import type { PluginContext } from '../../core/kernel/manifest/plugin.js'
import { COMMANDS, NOTICES } from '../../core/kernel/services/tokens.js'
import { phrases } from '../../core/platform/phrases.js'
import { SONG_LIBRARY, syncIdOf } from '../library/tokens.js'
import { PLAYBACK_SETTINGS, SONG_SESSION } from '../player/tokens.js'
import type { Setlist } from './setlists.js'

const { missing, over } = phrases({
  missing: '“{{title}}” is not among your songs.',
  over: 'That was the last song of “{{name}}”.',
})

export class PlayingSetlist {
  private at: { readonly list: Setlist; readonly place: number } | undefined

  constructor(private readonly context: Pick<PluginContext, 'get'>) {}

  async open(list: Setlist, place: number): Promise<void> {
    const { get } = this.context
    const entry = list.songs[place]
    if (!entry) return this.end(list)
    this.set({ list, place })
    const song = get(SONG_LIBRARY)
      .view.getState()
      .songs.find(each => syncIdOf(each) === entry.song)
    if (!song) {
      const values = { title: entry.title }
      get(NOTICES).post({ kind: 'warning', source: 'setlists', message: missing, values })
      return this.open(list, place + 1)
    }
    await get(COMMANDS).execute('library.open-song', { song: song.id })
    const session = get(SONG_SESSION)
    const open = session.view.getState().song
    if (!open) return
    const playback = get(PLAYBACK_SETTINGS)
    playback.setTempo(entry.tempo)
    const { from, to } = entry
    playback.setLoop(
      from === undefined && to === undefined ? undefined : { from: from ?? 1, to: to ?? open.bars },
    )
    playback.setLooping(false)
    if (from !== undefined) session.seek(open.barStart(from))
  }

  async step(by: 1 | -1): Promise<void> {
    if (this.at) await this.open(this.at.list, Math.max(0, this.at.place + by))
  }

  private end({ name }: Setlist): void {
    this.set(undefined)
    this.context.get(NOTICES).post({ kind: 'info', source: 'setlists', message: over, values: { name } })
  }

  private set(at: PlayingSetlist['at']): void {
    this.at = at
    this.context.get(COMMANDS).setContext('setlists.playing', at !== undefined)
  }
}
