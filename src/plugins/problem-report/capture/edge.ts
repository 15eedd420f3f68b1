/** What held before the oldest message that is kept: messages that have become too old are taken in here. */
import type { JournalEntry } from '../../../core/journal/journal.js'
import { KEPT_MS } from '../../../core/journal/journal.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { PortState } from '../../../core/music/midi/port-state.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'

/** As many as the journal keeps at most. */
const MOST_EVENTS = 60_000
/** What is too old is taken in when so much has come: one by one would move the list each time. */
const PIECE = 4096

interface PortEdge {
  readonly state: PortState
  /** Note-ons without their note-off, by note. */
  readonly held: Map<string, MidiEvent>
}

export interface Held {
  readonly port: string
  readonly bytes: readonly number[]
}

export class Edge {
  private readonly ports = new Map<string, PortEdge>()
  private recent: { readonly entry: JournalEntry; readonly event: MidiEvent }[] = []

  add(entry: JournalEntry, event: MidiEvent): void {
    this.recent.push({ entry, event })
    if (this.recent.length % PIECE !== 0) return
    const oldest = entry.at - KEPT_MS
    const most = this.recent.length - MOST_EVENTS
    const count = this.recent.findIndex((each, index) => each.entry.at >= oldest && index >= most)
    for (const { event } of this.recent.splice(0, count < 0 ? this.recent.length : count))
      take(this.ports, event)
  }

  /** Messages that lead to what held before an entry: controllers, bends, then notes. */
  before(entry: JournalEntry | undefined): readonly Held[] {
    const ports = new Map(
      [...this.ports].map(([id, { state, held }]) => [
        id,
        { state: new PortState(state), held: new Map(held) },
      ]),
    )
    for (const { entry: each, event } of this.recent) {
      if (entry && each.at >= entry.at) break
      take(ports, event)
    }
    return [...ports].flatMap(([port, { state, held }]) => [
      ...new PortState().messagesTo(state).map(bytes => ({ port, bytes })),
      ...[...held.values()].map(({ raw }) => ({ port, bytes: raw })),
    ])
  }

  clear(): void {
    this.ports.clear()
    this.recent = []
  }
}

function take(ports: Map<string, PortEdge>, event: MidiEvent): void {
  const { state, held } = getOrMake(ports, event.portId, () => ({ state: new PortState(), held: new Map() }))
  state.applyEvent(event)
  if (event.kind !== 'note') return
  if (event.on) held.set(event.note, event)
  else held.delete(event.note)
}
