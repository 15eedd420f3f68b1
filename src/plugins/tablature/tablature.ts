/** Selects notes and pins them to strings, with undo, and stores the pins with the song. */
import type { ClockPort } from '../../core/platform/ports.js'
import { createStore, type ReadonlyStore } from '../../core/platform/store.js'
import type { ShownNote, SongFingering, SongPin, SongSession } from '../player/tokens.js'
import { nextPosition, type PinnedNeck, pinOf, positionsFor, withPin } from './pin-positions.js'
import type { SongMemory, SongPins } from './song-memory.js'
import { firstFrom, tabTime } from './tab-time.js'
import type { Tablature, TablatureView } from './tokens.js'

const MOST_STEPS = 200

/** Undo and redo of states. */
class History<T> {
  private past: T[] = []
  private future: T[] = []

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  /** @param before state to restore when this change is undone */
  changed(before: T): void {
    this.past = [...this.past, before].slice(-MOST_STEPS)
    this.future = []
  }

  /** @param now state to restore on redo @returns the previous state; `undefined` if nothing was changed */
  undo(now: T): T | undefined {
    const before = this.past.pop()
    if (before !== undefined) this.future.push(now)
    return before
  }

  redo(now: T): T | undefined {
    const after = this.future.pop()
    if (after !== undefined) this.past.push(now)
    return after
  }

  clear(): void {
    this.past = []
    this.future = []
  }
}

export interface TablatureParts {
  readonly session: Pick<SongSession, 'view' | 'positionMs'>
  readonly fingering: Pick<SongFingering, 'view' | 'positionOf' | 'setPins' | 'setZone'>
  readonly neck: ReadonlyStore<PinnedNeck>
  readonly memory: SongMemory
  readonly clock: Pick<ClockPort, 'now'>
}

/** Zones that follow one another within this time are one change: keys move a slider by one fret for each press. */
const ONE_CHANGE_MS = 700

export interface OpenTablature extends Tablature {
  /** Called when another song is opened or the song is closed; restores what is stored for it. */
  begin(): void
  dispose(): void
}

export function createTablature({ session, fingering, neck, memory, clock }: TablatureParts): OpenTablature {
  const view = createStore<TablatureView>({ chosen: undefined, canUndo: false, canRedo: false })
  const history = new History<SongPins>()
  const notes = () => fingering.view.getState().notes
  const songKey = () => session.view.getState().song?.key

  const wishes = (): SongPins => {
    const { pins, zone } = fingering.view.getState()
    return { pins, zone }
  }
  const tell = () => view.setState({ canUndo: history.canUndo, canRedo: history.canRedo })
  const put = ({ pins, zone }: SongPins) => {
    const now = wishes()
    if (pins !== now.pins) fingering.setPins(pins)
    if (zone !== now.zone) fingering.setZone(zone)
  }
  /** When the last change was a zone; of any other change there is nothing to go on with. */
  let zoneAt = Number.NEGATIVE_INFINITY
  /** JSON of what was stored for the open song when last read. */
  let known = ''
  const look = (song: string) => {
    const kept = memory.of(song)
    const before = known
    known = JSON.stringify(kept)
    return { kept, changed: known !== before }
  }
  const take = (next: SongPins) => {
    zoneAt = Number.NEGATIVE_INFINITY
    const song = songKey()
    put(next)
    if (song !== undefined) {
      known = ''
      memory.keep(song, next)
      look(song)
    }
    tell()
  }
  // The same song in another window: apply its pins here as one more change that can be undone. Otherwise
  // each would lose what the other pinned.
  const stopListening = memory.subscribe(() => {
    const song = songKey()
    if (song === undefined || known === '') return
    const { kept, changed } = look(song)
    if (!changed) return
    zoneAt = Number.NEGATIVE_INFINITY
    history.changed(wishes())
    put(kept)
    tell()
  })
  const change = (next: Partial<SongPins>) => {
    const before = wishes()
    history.changed(before)
    take({ ...before, ...next })
  }

  const candidates = (index: number) =>
    positionsFor(notes(), index, fingering.view.getState().pins, neck.getState())

  const pin = (index: number, string: number) => {
    const note = notes()[index]
    const { pins } = fingering.view.getState()
    if (!note || pinOf(pins, note) === string) return
    if (candidates(index).some(position => position.string === string))
      change({ pins: withPin(pins, note, string) })
  }

  /** Keeps the selected note if it is still among the notes shown. */
  const follow = ({ notes: now }: { notes: readonly ShownNote[] }, before: typeof now) => {
    const { chosen } = view.getState()
    if (now === before || chosen === undefined) return
    const was = before[chosen]
    const found = now.findIndex(note => note.track === was?.track && note.note === was.note)
    view.setState({ chosen: found < 0 ? undefined : found })
  }
  const stopFollowing = fingering.view.subscribe((now, before) => follow(now, before.notes))

  const here = () => {
    const { song } = session.view.getState()
    return song ? firstFrom(notes(), tabTime(song).quarterAt(session.positionMs())) : 0
  }

  return {
    view,
    choose(index) {
      const there = index !== undefined && notes()[index] !== undefined
      view.setState({ chosen: there ? index : undefined })
    },
    step(by) {
      const last = notes().length - 1
      if (last < 0) return
      const { chosen } = view.getState()
      view.setState({ chosen: Math.min(last, Math.max(0, chosen === undefined ? here() : chosen + by)) })
    },
    positionsFor: candidates,
    move(by) {
      const { chosen } = view.getState()
      if (chosen === undefined) return
      const next = nextPosition(candidates(chosen), fingering.positionOf(chosen)?.string, by)
      if (next) pin(chosen, next.string)
    },
    pin,
    unpin() {
      const { chosen } = view.getState()
      const note = chosen === undefined ? undefined : notes()[chosen]
      const { pins } = fingering.view.getState()
      if (note && pinOf(pins, note) !== undefined) change({ pins: withPin(pins, note, undefined) })
    },
    unpinAll() {
      const { pins: freed } = fingering.view.getState()
      const song = songKey()
      const user = memory.user()
      if (freed.length > 0) change({ pins: [] })
      return {
        count: freed.length,
        restore() {
          if (freed.length === 0 || song === undefined || memory.user() !== user) return
          const pinsWith = (since: readonly SongPin[]) =>
            since.reduce((pins, pin) => withPin(pins, pin, pin.string), freed)
          if (songKey() === song) return change({ pins: pinsWith(fingering.view.getState().pins) })
          const { pins: since, zone } = memory.of(song)
          memory.keep(song, { pins: pinsWith(since), zone })
        },
      }
    },
    setZone(zone) {
      const before = wishes()
      if (zone?.from === before.zone?.from && zone?.to === before.zone?.to) return
      const now = clock.now()
      if (zone && now - zoneAt < ONE_CHANGE_MS) take({ ...before, zone })
      else change({ zone })
      if (zone) zoneAt = now
    },
    undo() {
      const before = history.undo(wishes())
      if (before) take(before)
    },
    redo() {
      const after = history.redo(wishes())
      if (after) take(after)
    },
    begin() {
      const song = songKey()
      zoneAt = Number.NEGATIVE_INFINITY
      history.clear()
      view.setState({ chosen: undefined, canUndo: false, canRedo: false })
      if (song !== undefined) put(look(song).kept)
    },
    dispose() {
      stopFollowing()
      stopListening()
      // Disabling the plugin shows the song without pins.
      const { pins, zone } = wishes()
      if (pins.length > 0) fingering.setPins([])
      if (zone) fingering.setZone(undefined)
    },
  }
}
