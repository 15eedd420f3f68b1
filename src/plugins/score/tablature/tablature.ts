import type { Auth } from '../../../core/auth/auth.js'
import type { EventBus } from '../../../core/events/event-bus.js'
import type { NoticeBoard } from '../../../core/events/notices.js'
import { AUTH, EVENTS, NOTICES, SETTINGS } from '../../../core/kernel/tokens.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../../core/platform/store.js'
import { createToken } from '../../../core/platform/token.js'
import type { Settings, SettingsStore } from '../../../core/settings/settings.js'
import type { Position } from '../../../music/guitar/position.js'
import type { Song } from '../../../music/song/song.js'
import { NECK_VIEW } from '../../fretboard/tokens.js'
import {
  PLAYBACK_SETTINGS,
  type PlaybackSettings,
  type ReloadedSong,
  type ShownNote,
  SONG_CLOSED,
  SONG_FINGERING,
  SONG_OPENED,
  SONG_SESSION,
  type SongFingering,
  type SongPin,
  type SongSession,
  type SongZone,
} from '../../player/tokens.js'
import { readStoredSong, type TablatureSettings, tablatureSettings } from '../settings.js'
import {
  marksOf,
  nextPosition,
  type PinnedNeck,
  pinOf,
  pinsIn,
  positionsFor,
  withPin,
} from './pin-positions.js'
import { firstFrom, tabTime } from './tab-time.js'

interface TablatureView {
  /** Index in `SONG_FINGERING` of the selected note. */
  readonly chosen: number | undefined
}

const NOTHING_CHOSEN: TablatureView = { chosen: undefined }

export const TABLATURE = createToken<Tablature>('score.tablature')

@injectable()
export class Tablature implements Disposable {
  readonly view = createStore(NOTHING_CHOSEN)
  private storedJson = ''
  private ignoresWritten = false
  private readonly memory: SongMemory
  private readonly stops: readonly (() => void)[]

  constructor(
    @inject(SONG_SESSION) private readonly session: Pick<SongSession, 'view' | 'positionMs'>,
    @inject(SONG_FINGERING)
    private readonly fingering: Pick<
      SongFingering,
      'view' | 'positionOf' | 'setPins' | 'setZone' | 'takeWritten'
    >,
    @inject(NECK_VIEW) private readonly neck: ReadonlyStore<PinnedNeck>,
    @inject(SETTINGS) settings: Pick<Settings, 'store'>,
    @inject(AUTH) auth: Pick<Auth, 'state'>,
    @inject(EVENTS) events: Pick<EventBus, 'on'>,
    @inject(NOTICES) private readonly notices: Pick<NoticeBoard, 'keepsUndos' | 'forgetUndos'>,
    @inject(PLAYBACK_SETTINGS) private readonly playback: Pick<PlaybackSettings, 'view' | 'setOwnTuning'>,
  ) {
    this.memory = new SongMemory(
      settings.store(tablatureSettings),
      () => auth.state.getState().user?.id ?? '',
    )
    const opened = events.on(SONG_OPENED, () => this.begin())
    const closed = events.on(SONG_CLOSED, () => this.begin())
    const undos = notices.keepsUndos<SongPins>({
      ofSong: true,
      now: () => this.wishes,
      put: state => this.take(state),
    })
    this.stops = [
      () => undos.dispose(),
      () => opened.dispose(),
      () => closed.dispose(),
      this.memory.settings.subscribe(() => this.takeOver()),
      fingering.view.subscribe((now, before) => this.follow(now.notes, before.notes)),
    ]
    this.begin()
  }

  begin(): void {
    const song = this.songKey
    this.view.setState(NOTHING_CHOSEN)
    if (song !== undefined) this.put(this.read(song).kept)
  }

  choose(index: number | undefined): void {
    this.view.setState({ chosen: index !== undefined && this.notes[index] ? index : undefined })
  }

  step(by: number): void {
    const last = this.notes.length - 1
    if (last < 0) return
    const { chosen } = this.view.getState()
    const wanted = chosen === undefined ? this.noteNow : chosen + by
    this.view.setState({ chosen: Math.min(last, Math.max(0, wanted)) })
  }

  positionsFor(index: number): readonly Position[] {
    return positionsFor(this.notes, index, this.wishes.pins, this.neck.getState())
  }

  move(by: 1 | -1): void {
    const { chosen } = this.view.getState()
    if (chosen === undefined) return
    const next = nextPosition(this.positionsFor(chosen), this.fingering.positionOf(chosen)?.string, by)
    if (next) this.pin(chosen, next.string)
  }

  /** Does nothing if the string doesn't have the note. @param string string number, from 1 */
  pin(index: number, string: number): void {
    const note = this.notes[index]
    const { pins } = this.wishes
    if (!note || pinOf(pins, note) === string) return
    if (this.positionsFor(index).some(position => position.string === string))
      this.change({ pins: withPin(pins, note, string) })
  }

  unpin(): void {
    const { chosen } = this.view.getState()
    const note = chosen === undefined ? undefined : this.notes[chosen]
    const { pins } = this.wishes
    if (note && pinOf(pins, note) !== undefined) this.change({ pins: withPin(pins, note, undefined) })
  }

  /** `restore` keeps pins added since. It works after another song is opened, but not for another user. */
  unpinAll(): { readonly count: number; restore(): void } {
    const { pins: freed } = this.wishes
    const song = this.songKey
    const { memory } = this
    const user = memory.user()
    if (freed.length > 0) this.change({ pins: [] })
    return {
      count: freed.length,
      restore: () => {
        if (freed.length === 0 || song === undefined || memory.user() !== user) return
        const pinsWith = (since: readonly SongPin[]) =>
          since.reduce((pins, pin) => withPin(pins, pin, pin.string), freed)
        if (this.songKey === song) this.change({ pins: pinsWith(this.wishes.pins) })
        else {
          const kept = memory.of(song)
          memory.keep(song, { ...kept, pins: pinsWith(kept.pins) })
        }
      },
    }
  }

  setZone(zone: SongZone | undefined): void {
    const before = this.wishes.zone
    if (zone?.from !== before?.from || zone?.to !== before?.to) this.change({ zone })
  }

  findOthers(found: boolean): void {
    if (found !== this.ignoresWritten) this.change({ ignoresWritten: found })
  }

  /** @param found whether to also find new positions */
  keepTuning(ownTuning: boolean, found = this.ignoresWritten): void {
    this.change({ ownTuning, ignoresWritten: found })
  }

  dispose(): void {
    for (const stop of this.stops) stop()
    const { pins } = this.wishes
    this.put({ pins: pins.length > 0 ? [] : pins, zone: undefined, ignoresWritten: false })
  }

  private get notes(): readonly ShownNote[] {
    return this.fingering.view.getState().notes
  }

  private get wishes(): SongPins {
    const { pins, zone } = this.fingering.view.getState()
    return { pins, zone, ignoresWritten: this.ignoresWritten }
  }

  private get songKey(): string | undefined {
    return this.session.view.getState().song?.key
  }

  /**
   * Carries pins over to the reloaded song.
   * @returns number of pins whose notes no longer exist
   */
  reloaded({ key, before, after }: ReloadedSong): number {
    const kept = this.memory.of(key, before)
    this.memory.keep(key, kept, { song: before })
    return kept.pins.length - this.memory.of(key, after).pins.length
  }

  private get noteNow(): number {
    const { song } = this.session.view.getState()
    return song ? firstFrom(this.notes, tabTime(song).quarterAt(this.session.positionMs())) : 0
  }

  private read(song: string) {
    const kept = this.memory.of(song, this.session.view.getState().song?.song)
    const before = this.storedJson
    this.storedJson = JSON.stringify(kept)
    return { kept, changed: this.storedJson !== before }
  }

  private change(next: Partial<SongPins>): void {
    this.take({ ...this.wishes, ...next })
  }

  private take(next: SongPins): void {
    const song = this.songKey
    this.put(next)
    if (song === undefined) return
    this.storedJson = ''
    this.memory.keep(song, next, this.session.view.getState().song)
    this.read(song)
  }

  private put({ pins, zone, ignoresWritten, ownTuning }: SongPins): void {
    if (ownTuning !== undefined) this.playback.setOwnTuning(ownTuning)
    const now = this.wishes
    this.ignoresWritten = ignoresWritten
    this.fingering.takeWritten(!ignoresWritten)
    if (pins !== now.pins) this.fingering.setPins(pins)
    if (zone !== now.zone) this.fingering.setZone(zone)
  }

  /** Adopts pins changed in another window. Clears the undo history: undoing would discard those pins. */
  private takeOver(): void {
    const song = this.songKey
    if (song === undefined || this.storedJson === '') return
    const { kept, changed } = this.read(song)
    if (!changed) return
    this.notices.forgetUndos(({ ofSong }) => ofSong)
    this.put(kept)
  }

  /** Keeps the selection if its note is still visible. */
  private follow(now: readonly ShownNote[], before: readonly ShownNote[]): void {
    const { chosen } = this.view.getState()
    if (now === before || chosen === undefined) return
    const was = before[chosen]
    const found = now.findIndex(note => note.track === was?.track && note.note === was.note)
    this.view.setState({ chosen: found < 0 ? undefined : found })
  }
}

interface SongPins {
  readonly pins: readonly SongPin[]
  readonly zone: SongZone | undefined
  readonly ignoresWritten: boolean
  /** Only passed when it changes; stored by the player. */
  readonly ownTuning?: boolean
}

const MOST_SONGS = 100
/** Maximum number of pins per song. Local storage is limited. */
const MOST_PINS = 5000

class SongMemory {
  /** @param settings may also be changed by other windows */
  constructor(
    readonly settings: SettingsStore<TablatureSettings>,
    readonly user: () => string,
  ) {}

  /** @param reading song in which to find the pinned notes */
  of(song: string, reading?: Song): SongPins {
    const kept = this.settings
      .getState()
      .songs.map(readStoredSong)
      .find(stored => stored?.user === this.user() && stored.song === song)
    const stored = (kept?.pins ?? []).map(([track, note, string]) => ({ track, note, string }))
    const pins = reading && kept?.marks ? pinsIn(reading, stored, kept.marks) : stored
    const [from, to] = kept?.zone ?? []
    const zone = from === undefined || to === undefined ? undefined : { from, to }
    return { pins, zone, ignoresWritten: kept?.ignoresWritten ?? false }
  }

  /** @param open if it has no title, the stored one is kept */
  keep(
    song: string,
    { pins, zone, ignoresWritten }: SongPins,
    open?: { readonly title?: string; readonly song: Song },
  ): void {
    const { songs } = this.settings.getState()
    const user = this.user()
    const isOther = (stored: unknown) => {
      const read = readStoredSong(stored)
      return read?.user !== user || read.song !== song
    }
    const others = songs.filter(isOther)
    const name = open?.title ?? songs.map(readStoredSong).find(stored => !isOther(stored))?.name
    const last = pins.slice(-MOST_PINS)
    const kept = {
      user,
      song,
      ...(name !== undefined && { name }),
      pins: last.map(({ track, note, string }) => [track, note, string]),
      ...(open && last.length > 0 && { marks: marksOf(last, open.song) }),
      ...(zone && { zone: [zone.from, zone.to] }),
      ...(ignoresWritten && { ignoresWritten }),
    }
    const isEmpty = pins.length === 0 && zone === undefined && !ignoresWritten
    if (isEmpty && others.length === songs.length) return
    this.settings.change({ songs: isEmpty ? others : [kept, ...others].slice(0, MOST_SONGS) })
  }
}
