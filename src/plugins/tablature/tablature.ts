import type { Auth } from '../../core/auth/auth.js'
import type { EventBus } from '../../core/events/event-bus.js'
import type { NoticeBoard } from '../../core/events/notices.js'
import { AUTH, CLOCK, EVENTS, NOTICES, SETTINGS } from '../../core/kernel/services/tokens.js'
import type { Position } from '../../core/music/guitar/position.js'
import type { Song } from '../../core/music/song/song.js'
import type { ClockPort } from '../../core/platform/ports.js'
import { inject, injectable } from '../../core/platform/services/inject.js'
import { createStore, type Disposable, type ReadonlyStore } from '../../core/platform/store.js'
import type { Settings, SettingsStore } from '../../core/settings/settings.js'
import { NECK_VIEW } from '../fretboard/tokens.js'
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
} from '../player/tokens.js'
import {
  marksOf,
  nextPosition,
  type PinnedNeck,
  pinOf,
  pinsIn,
  positionsFor,
  withPin,
} from './pin-positions.js'
import { readStoredSong, type TablatureSettings, tablatureSettings } from './settings.js'
import { firstFrom, tabTime } from './tab-time.js'

const MOST_STEPS = 200
/** A held key moves the hand position by one fret each time. */
const ONE_CHANGE_MS = 700

interface TablatureView {
  /** Index in `SONG_FINGERING`. */
  readonly chosen: number | undefined
  readonly canUndo: boolean
  readonly canRedo: boolean
}

const NOTHING_CHOSEN: TablatureView = { chosen: undefined, canUndo: false, canRedo: false }

@injectable()
export class Tablature implements Disposable {
  readonly view = createStore(NOTHING_CHOSEN)
  private past: readonly SongPins[] = []
  private future: readonly SongPins[] = []
  private zoneAt = Number.NEGATIVE_INFINITY
  /** JSON last read for the open song. */
  private known = ''
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
    @inject(CLOCK) private readonly clock: Pick<ClockPort, 'now'>,
    @inject(SETTINGS) settings: Pick<Settings, 'store'>,
    @inject(AUTH) auth: Pick<Auth, 'state'>,
    @inject(EVENTS) events: Pick<EventBus, 'on'>,
    @inject(NOTICES) private readonly notices: Pick<NoticeBoard, 'forgetUndos'>,
    @inject(PLAYBACK_SETTINGS) private readonly playback: Pick<PlaybackSettings, 'view' | 'setOwnTuning'>,
  ) {
    this.memory = new SongMemory(
      settings.store(tablatureSettings),
      () => auth.state.getState().user?.id ?? '',
    )
    const opened = events.on(SONG_OPENED, () => this.begin())
    const closed = events.on(SONG_CLOSED, () => this.begin())
    this.stops = [
      () => opened.dispose(),
      () => closed.dispose(),
      this.memory.settings.subscribe(() => this.takeOver()),
      fingering.view.subscribe((now, before) => this.follow(now.notes, before.notes)),
    ]
    this.begin()
  }

  begin(): void {
    const song = this.songKey
    this.zoneAt = Number.NEGATIVE_INFINITY
    this.past = []
    this.future = []
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

  /** Ignores strings that don't have the note. @param string from 1 */
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

  /** `restore` also works once another song is open, and keeps later pins, but does nothing for another user. */
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
    const before = this.wishes
    if (zone?.from === before.zone?.from && zone?.to === before.zone?.to) return
    const now = this.clock.now()
    if (zone && now - this.zoneAt < ONE_CHANGE_MS) this.take({ ...before, zone })
    else this.change({ zone })
    if (zone) this.zoneAt = now
  }

  findOthers(found: boolean): void {
    if (found !== this.ignoresWritten) this.change({ ignoresWritten: found })
  }

  /** @param found whether to find other positions, too */
  keepTuning(ownTuning: boolean, found = this.ignoresWritten): void {
    this.change({ ownTuning, ignoresWritten: found })
  }

  undo(): void {
    const before = this.past.at(-1)
    if (!before) return
    this.past = this.past.slice(0, -1)
    this.future = [...this.future, this.wishesLike(before)]
    this.take(before)
  }

  redo(): void {
    const after = this.future.at(-1)
    if (!after) return
    this.future = this.future.slice(0, -1)
    this.past = [...this.past, this.wishesLike(after)]
    this.take(after)
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

  /** Marks the pins, to find their notes in the reloaded song. @returns number of pins whose notes are gone */
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
    const before = this.known
    this.known = JSON.stringify(kept)
    return { kept, changed: this.known !== before }
  }

  private change(next: Partial<SongPins>): void {
    const before = this.wishes
    this.remember(next)
    this.take({ ...before, ...next })
  }

  private wishesLike({ ownTuning }: Partial<SongPins>): SongPins {
    const now = this.playback.view.getState()
    return { ...this.wishes, ...(ownTuning !== undefined && { ownTuning: now.ownTuning }) }
  }

  private remember(next: Partial<SongPins> = {}): void {
    // The latest change is undone first.
    this.notices.forgetUndos()
    this.past = [...this.past, this.wishesLike(next)].slice(-MOST_STEPS)
    this.future = []
  }

  private take(next: SongPins): void {
    this.zoneAt = Number.NEGATIVE_INFINITY
    const song = this.songKey
    this.put(next)
    if (song !== undefined) {
      this.known = ''
      this.memory.keep(song, next, this.session.view.getState().song)
      this.read(song)
    }
    this.showHistory()
  }

  private put({ pins, zone, ignoresWritten, ownTuning }: SongPins): void {
    if (ownTuning !== undefined) this.playback.setOwnTuning(ownTuning)
    const now = this.wishes
    this.ignoresWritten = ignoresWritten
    this.fingering.takeWritten(!ignoresWritten)
    if (pins !== now.pins) this.fingering.setPins(pins)
    if (zone !== now.zone) this.fingering.setZone(zone)
  }

  private showHistory(): void {
    this.view.setState({ canUndo: this.past.length > 0, canRedo: this.future.length > 0 })
  }

  /** Takes pins of another window as a change to undo, or each window would lose what the other pinned. */
  private takeOver(): void {
    const song = this.songKey
    if (song === undefined || this.known === '') return
    const { kept, changed } = this.read(song)
    if (!changed) return
    this.zoneAt = Number.NEGATIVE_INFINITY
    this.remember()
    this.put(kept)
    this.showHistory()
  }

  /** Keeps the selection where its note is still shown. */
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
  /** Only in changes of it; stored by the player. */
  readonly ownTuning?: boolean
}

const MOST_SONGS = 100
/** Per song, for the size limit of local storage. */
const MOST_PINS = 5000

class SongMemory {
  /** @param settings also change in other windows */
  constructor(
    readonly settings: SettingsStore<TablatureSettings>,
    readonly user: () => string,
  ) {}

  /** @param reading to find the pinned notes in */
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

  /** @param open without a title, it stays as before */
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
