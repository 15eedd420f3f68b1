/** Tracks the MIDI state before a report, from messages that are too old to be included. */
import { type JournalEntry, KEPT_MS } from '../../../core/events/journal.js'
import { getOrMake } from '../../../core/platform/store.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { type HeldNote, HeldNotes, PortState } from '../../../music/midi/port-state.js'
import { messagesBetween } from '../../../music/midi/state-messages.js'

const MOST_EVENTS = 60_000
/** Number of old messages per batch. Limits the time per call and how often the list is shifted. */
const PIECE = 256
const SUSTAIN = 64
const SOSTENUTO = 66
const SYSTEM_RESET = 0xff

export interface Held {
  readonly port: string
  readonly bytes: readonly number[]
  readonly string?: number
}

interface EdgeNote extends HeldNote {
  /** Ascending event key. */
  readonly key: number
  readonly pitch: number
  readonly velocity: number
  readonly string: number | undefined
}

export class Edge {
  private ports = new Map<string, EdgePort>()
  private recent: { readonly entry: JournalEntry; readonly event: MidiEvent }[] = []

  add(entry: JournalEntry, event: MidiEvent): void {
    this.recent.push({ entry, event })
    if (this.recent.length % PIECE !== 0) return
    const oldest = entry.at - KEPT_MS
    const most = this.recent.length - MOST_EVENTS
    const count = this.recent.findIndex((each, index) => each.entry.at >= oldest && index >= most)
    const old = this.recent.splice(0, count < 0 ? this.recent.length : count)
    for (const { event } of old) take(this.ports, event)
  }

  /** Returns messages that recreate the state before an entry, or the latest state if omitted. */
  before(entry: JournalEntry | undefined): readonly Held[] {
    const ports = new Map([...this.ports].map(([id, port]) => [id, new EdgePort(port)]))
    for (const each of this.recent) {
      if (each.entry === entry) break
      take(ports, each.event)
    }
    const notes = [...ports].flatMap(([port, state]) => state.sounding(port))
    notes.sort((a, b) => a.note.key - b.note.key)
    const pedals = (controller: number) =>
      [...ports].flatMap(([port, state]) => state.pedals(port, controller))
    // Order matters: the sostenuto pedal only sustains notes that are held when it is pressed.
    return [
      ...[...ports].flatMap(([port, state]) => state.others(port)),
      ...notes.filter(({ note }) => note.caught).map(each => noteMessage(each, true)),
      ...pedals(SOSTENUTO),
      ...notes.filter(({ note }) => !note.caught).map(each => noteMessage(each, true)),
      ...pedals(SUSTAIN),
      ...notes.filter(({ note }) => !note.down).map(each => noteMessage(each, false)),
    ]
  }

  clear(): void {
    this.ports = new Map()
    this.recent = []
  }
}

function take(ports: Map<string, EdgePort>, event: MidiEvent): void {
  getOrMake(ports, event.portId, () => new EdgePort()).take(event)
}

class EdgePort {
  private readonly state: PortState
  private readonly notes: Map<number, HeldNotes<EdgeNote>>

  constructor(from?: EdgePort) {
    this.state = new PortState(from?.state)
    this.notes = new Map([...(from?.notes ?? [])].map(([at, held]) => [at, new HeldNotes(undefined, held)]))
  }

  take(event: MidiEvent): void {
    this.state.applyEvent(event)
    const [status = 0] = event.raw
    if (status === SYSTEM_RESET) this.notes.clear()
    if (event.kind !== 'note' && event.kind !== 'controller') return
    const held = getOrMake(this.notes, event.channel - 1, () => new HeldNotes<EdgeNote>())
    if (event.kind === 'controller') held.control(event.controller, event.value)
    else if (event.on) {
      const [, pitch = 0, velocity = 0] = event.raw
      const { string } = event
      held.begin(keyOf(pitch, string), { key: event.key, pitch, velocity, string, down: true, caught: false })
    } else {
      // A note-off without a string ends the note on all strings.
      for (const { pitch, string } of [...held.values()])
        if (pitch === event.number && (event.string === undefined || event.string === string))
          held.release(keyOf(pitch, string))
    }
  }

  sounding(port: string): Sounding[] {
    return [...this.notes].flatMap(([channel, held]) =>
      [...held.values()].map(note => ({ port, channel, note })),
    )
  }

  pedals(port: string, controller: number): Held[] {
    return [...this.state.used()]
      .filter(([, channel]) => channel.sent(controller) >= 64)
      .map(([channel]) => ({ port, bytes: [0xb0 | channel, controller, 127] }))
  }

  others(port: string): Held[] {
    const isPedal = ([status = 0, controller = 0]: readonly number[]) =>
      (status & 0xf0) === 0xb0 && (controller === SUSTAIN || controller === SOSTENUTO)
    const messages = messagesBetween(new PortState(), this.state)
    return messages.filter(bytes => !isPedal(bytes)).map(bytes => ({ port, bytes }))
  }
}

interface Sounding {
  readonly port: string
  readonly channel: number
  readonly note: EdgeNote
}

function noteMessage({ port, channel, note }: Sounding, on: boolean): Held {
  const { pitch, velocity, string } = note
  return {
    ...{ port, bytes: [(on ? 0x90 : 0x80) | channel, pitch, on ? velocity : 0] },
    ...(string !== undefined && { string }),
  }
}

/** String numbers are 1–16, so 32 slots per pitch suffice. */
const keyOf = (pitch: number, string: number | undefined) => pitch * 32 + (string ?? 0)
