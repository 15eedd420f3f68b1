import type { PluginContext } from '../../../core/kernel/plugin.js'
import { CLOCK, COMMANDS, EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { phrases } from '../../../core/platform/phrases.js'
import { createStore, type Disposable } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import {
  PLAYBACK_SETTINGS,
  SONG_CLOSED,
  SONG_OPENED,
  SONG_PLAYING,
  SONG_SESSION,
} from '../../player/tokens.js'
import { TAB_MEMORY, type TabMemory } from '../import/open-song.js'
import { setlistSettings } from '../settings.js'
import { SONG_LIBRARY, syncIdOf } from '../tokens.js'
import { SETLISTS, type Setlist, type SetlistEntry } from './setlists.js'

const { missing, over, last } = phrases({
  missing: 'Couldn’t open “{{title}}”: it isn’t in your library.',
  over: 'End of “{{name}}”.',
  last: 'This is the last song in “{{name}}”.',
})

export interface SetlistPlace {
  readonly list: Setlist
  readonly place: number
  /** Whether the open song waits for *Next* to start. */
  readonly waiting: boolean
}

const TICK_MS = 50
/** Song position after which *Previous* restarts the song instead of opening the previous one, ms. */
const BEGINNING_MS = 3000

export class PlayingSetlist {
  readonly view = createStore<{ readonly at: SetlistPlace | undefined }>({ at: undefined })
  private opening = 0
  private reachedMs = 0
  private ticking: Disposable | undefined
  private memory: TabMemory | undefined
  private readonly remembering: Promise<void>
  private readonly listening: readonly Disposable[]

  constructor(private readonly context: Pick<PluginContext, 'get'>) {
    const { get } = context
    const left = () => this.opening === 0 && this.set(undefined)
    let isFirst = true
    this.remembering = get(TAB_MEMORY)('Setlist').then(tab => {
      this.memory = tab
      if (this.view.getState().at) this.keep()
    })
    this.listening = [
      get(EVENTS).on(SONG_OPENED, () => {
        if (isFirst) void this.resume()
        else left()
        isFirst = false
      }),
      get(EVENTS).on(SONG_CLOSED, left),
      get(EVENTS).on(SONG_PLAYING, playing => (playing ? this.begun() : this.stopped())),
    ]
  }

  /**
   * @param plays whether to start playing; defaults to true unless the setlist waits between songs
   * @param by direction in which missing songs are skipped
   */
  async open(list: Setlist, place: number, plays: boolean = this.continues, by = 1): Promise<void> {
    const { get } = this.context
    const entry = list.songs[place]
    if (!entry) return this.end(list)
    const session = get(SONG_SESSION)
    this.opening += 1
    try {
      session.stop()
      this.set({ list, place, waiting: !plays })
      const id = await this.idOf(entry)
      if (id === undefined) {
        const values = { title: entry.title }
        get(NOTICES).post({ kind: 'warning', source: 'library', message: missing, values })
        return await this.open(list, Math.max(0, place + by), plays, place + by < 0 ? 1 : by)
      }
      await get(COMMANDS).execute('library.open-song', { song: id })
    } finally {
      this.opening -= 1
      this.keep()
    }
    const open = session.view.getState().song
    const { at } = this.view.getState()
    if (!open || at?.list !== list || at.place !== place) return
    const playback = get(PLAYBACK_SETTINGS)
    playback.setTempo(entry.tempo)
    const { from, to } = entry
    playback.setLoop(
      from === undefined && to === undefined
        ? undefined
        : { from: from ?? open.firstBar, to: to ?? open.bars },
    )
    playback.setLooping(false)
    session.seek(open.barStart(from ?? open.firstBar))
    if (plays) session.play()
  }

  async next(): Promise<void> {
    const { at } = this.view.getState()
    if (!at) return
    if (at.waiting) this.context.get(SONG_SESSION).play()
    else if (at.place + 1 < at.list.songs.length) await this.open(at.list, at.place + 1)
    else this.tell(at.list, last)
  }

  async previous(): Promise<void> {
    const { at } = this.view.getState()
    if (!at) return
    const session = this.context.get(SONG_SESSION)
    const { song } = session.view.getState()
    const start = song?.barStart(at.list.songs[at.place]?.from ?? song.firstBar) ?? 0
    if (session.positionMs() - start > BEGINNING_MS) {
      this.reachedMs = 0
      session.seek(start)
    } else await this.open(at.list, Math.max(0, at.place - 1), this.continues, -1)
  }

  leave(): void {
    this.set(undefined)
  }

  dispose(): void {
    this.context.get(COMMANDS).setContext('setlists.playing', undefined)
    this.ticking?.dispose()
    for (const each of this.listening) each.dispose()
  }

  private get continues(): boolean {
    return this.context.get(SETTINGS).store(setlistSettings).getState().continues
  }

  /** Returns a song's local ID. Included songs have the same ID everywhere. */
  private async idOf({ song }: SetlistEntry): Promise<string | undefined> {
    const { get } = this.context
    const kept = get(SONG_LIBRARY)
      .view.getState()
      .songs.find(each => syncIdOf(each) === song)
    if (kept) return kept.id
    const known = await get(COMMANDS).choicesFor('library.open-song', 'song')
    return known?.some(({ value }) => value === song) ? song : undefined
  }

  private begun(): void {
    const { at } = this.view.getState()
    if (!at) return
    if (at.waiting) this.set({ ...at, waiting: false })
    this.reachedMs = 0
    this.ticking?.dispose()
    this.ticking = this.context.get(CLOCK).every(TICK_MS, () => this.tick(at))
  }

  private tick({ list, place }: SetlistPlace): void {
    const session = this.context.get(SONG_SESSION)
    this.reachedMs = session.positionMs()
    const { song } = session.view.getState()
    const to = list.songs[place]?.to
    if (!song || to === undefined || this.reachedMs < song.barStart(to + 1) - TICK_MS / 2) return
    void this.open(list, place + 1)
  }

  private stopped(): void {
    this.ticking?.dispose()
    const { at } = this.view.getState()
    // A finished song returns to its start; a paused song keeps its position.
    const isOver = this.reachedMs > 0 && this.context.get(SONG_SESSION).view.getState().fromMs === 0
    if (at && isOver && this.opening === 0) void this.open(at.list, at.place + 1)
  }

  /** Restores the position in the setlist after a reload if its song has been reopened. */
  private async resume(): Promise<void> {
    await this.remembering
    const { song } = this.context.get(SONG_SESSION).view.getState()
    const [id, place, waiting, ...key] = this.memory?.before?.split(' ') ?? []
    const list = this.context
      .get(SETLISTS)
      .lists.getState()
      .find(each => each.id === id)
    if (this.view.getState().at) return
    const isSame = key.join(' ') === song?.key && list?.songs[Number(place)]
    this.set(isSame ? { list, place: Number(place), waiting: waiting === 'true' } : undefined)
  }

  private keep(): void {
    const { at } = this.view.getState()
    const key = this.context.get(SONG_SESSION).view.getState().song?.key
    if (this.opening === 0) this.memory?.write(at && [at.list.id, at.place, at.waiting, key].join(' '))
  }

  private end(list: Setlist): void {
    this.set(undefined)
    this.tell(list, over)
  }

  private tell({ name }: Setlist, message: string): void {
    this.context.get(NOTICES).post({ kind: 'info', source: 'library', message, values: { name } })
  }

  private set(at: SetlistPlace | undefined): void {
    this.view.setState({ at })
    this.context.get(COMMANDS).setContext('setlists.playing', at !== undefined)
    this.keep()
  }
}

export const PLAYING_SETLIST = createToken<PlayingSetlist>('library.playing-setlist')
