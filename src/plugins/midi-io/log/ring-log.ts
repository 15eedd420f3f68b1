import { CLOCK } from '../../../core/kernel/tokens.js'
import { inject, injectable } from '../../../core/platform/inject.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import { createStore, type Disposable, getOrMake } from '../../../core/platform/store.js'
import type { Token } from '../../../core/platform/token.js'
import { addToLogState, type LogState } from '../../../music/midi/log-file.js'
import { MALFORMED, type MidiEvent, type NoteEvent } from '../../../music/midi/midi-event.js'
import { type HeldNote, HeldNotes, PortState } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'
import { type LogView, MIDI_LOG, type MidiLog } from '../tokens.js'

const LOG_SIZE = 100 // maximum number of events (specification, section 9)

const FRAME_MS = 16
const REST_MS = 100 // after a pause of this length, the next event is shown immediately
const CALM_MS = 50 // time without an event after which the player counts as pausing
const LONGEST_MS = 1000 // maximum update delay of the view

const CLEARED_AT_MOST = 10

@injectable()
export class RingLog implements MidiLog, Disposable {
  readonly view = createStore<LogView>({ events: [], paused: false, total: 0 })
  private readonly ring: MidiEvent[] = []
  private oldest = 0 // index of the oldest event in the full ring
  private total = 0
  private before = new LoggedState()
  private cleared: readonly { readonly events: readonly MidiEvent[]; readonly before: LoggedState }[] = [] // newest last
  private telling: Disposable | undefined
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(@inject(CLOCK) private readonly clock: Pick<ClockPort, 'now' | 'after'>) {}

  append(event: MidiEvent): void {
    this.keep(event)
    this.total += 1
    this.telling ??= this.tellSoon()
  }

  setPaused(paused: boolean): void {
    if (paused === this.view.getState().paused) return
    if (paused) this.tell()
    this.view.setState({ paused })
    this.tell()
  }

  clear(): void {
    const events = this.inOrder()
    if (events.length === 0) return
    this.cleared = [...this.cleared, { events, before: this.before }].slice(-CLEARED_AT_MOST)
    this.before = new LoggedState(this.before)
    for (const event of events) this.before.apply(event)
    this.replace([])
  }

  forget(): void {
    this.telling?.dispose()
    this.telling = undefined
    this.cleared = []
    this.before = new LoggedState()
    this.total = 0
    this.view.setState({ paused: false })
    this.replace([])
  }

  restore(): void {
    const latest = this.cleared.at(-1)
    if (!latest) return
    const { events, before } = latest
    const since = this.inOrder()
    this.cleared = this.cleared.slice(0, -1)
    // The log is already full of newer events.
    if (since.length === LOG_SIZE) return
    this.before = before
    this.replace([])
    for (const event of [...events, ...since]) this.keep(event)
    this.show(this.inOrder())
  }

  snapshot(): ReturnType<MidiLog['snapshot']> {
    return { events: this.inOrder(), state: this.before.snapshot() }
  }

  dispose(): void {
    this.telling?.dispose()
    this.telling = undefined
  }

  /**
   * Shows the first event after a pause in the next frame, and other events when the player pauses.
   * Moving a hundred rows takes several times as long as drawing a frame of the neck.
   */
  private tellSoon(): Disposable {
    const asked = this.clock.now()
    const tell = () => {
      this.toldAt = this.clock.now()
      this.telling = undefined
      this.tell()
    }
    const whenCalm = (before: number): Disposable =>
      this.clock.after(CALM_MS, () => {
        if (this.total === before || this.clock.now() - asked >= LONGEST_MS) tell()
        else this.telling = whenCalm(this.total)
      })
    return asked - this.toldAt >= REST_MS ? this.clock.after(FRAME_MS, tell) : whenCalm(this.total)
  }

  private keep(event: MidiEvent): void {
    if (this.ring.length < LOG_SIZE) {
      this.ring.push(event)
      return
    }
    const gone = this.ring[this.oldest]
    if (gone) this.before.apply(gone)
    this.ring[this.oldest] = event
    this.oldest = (this.oldest + 1) % LOG_SIZE
  }

  private replace(events: readonly MidiEvent[]): void {
    this.ring.length = 0
    this.oldest = 0
    this.ring.push(...events)
    this.show(events)
  }

  private inOrder(): MidiEvent[] {
    return [...this.ring.slice(this.oldest), ...this.ring.slice(0, this.oldest)]
  }

  private tell(): void {
    const { paused, events } = this.view.getState()
    this.show(paused ? events : this.inOrder())
  }

  private show(events: readonly MidiEvent[]): void {
    this.view.setState({ events, total: this.total })
  }
}

interface LoggedNote extends HeldNote {
  readonly event: NoteEvent
}

interface LoggedPort {
  readonly state: PortState
  readonly held: Map<number, HeldNotes<LoggedNote>>
}

export class LoggedState {
  private readonly ports = new Map<string, LoggedPort>()

  constructor(from?: LoggedState) {
    for (const [id, { state, held }] of from?.ports ?? []) {
      const notes = [...held].map(([channel, its]) => [channel, new HeldNotes(undefined, its)] as const)
      this.ports.set(id, { state: new PortState(state), held: new Map(notes) })
    }
  }

  apply(event: MidiEvent): void {
    if (event.kind === 'other') {
      if (event.message === MALFORMED) return
      if (event.message === 'reset') {
        this.ports.delete(event.portId)
        return
      }
    }
    const port = getOrMake(this.ports, event.portId, () => ({ state: new PortState(), held: new Map() }))
    port.state.applyEvent(event)
    if (event.kind === 'note') {
      const notes = heldOn(port, event.channel)
      if (event.on) notes.begin(event.number, { event, down: true, caught: false })
      else notes.release(event.number)
    } else if (event.kind === 'controller') heldOn(port, event.channel).control(event.controller, event.value)
  }

  /** Returns controllers in an order that restores the device's state when replayed. */
  snapshot(): LogState {
    const log: LogState = { held: [], controllers: [], bends: [] }
    for (const [portId, { state, held }] of this.ports) {
      for (const bytes of messagesBetween(new PortState(), state)) addToLogState(log, portId, bytes)
      for (const notes of held.values()) {
        for (const { event, down } of notes.values()) if (down) log.held.push(event)
      }
    }
    return log
  }
}

function heldOn({ held }: LoggedPort, channel: number): HeldNotes<LoggedNote> {
  return getOrMake(held, channel, () => new HeldNotes<LoggedNote>())
}

export const RING_LOG = MIDI_LOG as Token<RingLog>
