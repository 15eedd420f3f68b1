/** What held before the oldest message of a report: messages that have become too old are taken in here. */
import { type JournalEntry, KEPT_MS } from '../../../core/journal/journal.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { PortState } from '../../../core/music/midi/port-state.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'
import { ReferenceVoices } from '../checks/reference-voices.js'

/** As many as the journal keeps at most. */
const MOST_EVENTS = 60_000
/** What is too old is taken in when so much has come: few enough for no note to wait, enough not to move the list often. */
const PIECE = 256
const PEDALS = [64, 66]

export interface Held {
  readonly port: string
  readonly bytes: readonly number[]
  readonly string?: number
}

export class Edge {
  private ports = new Map<string, PortState>()
  private voices = new ReferenceVoices()
  private recent: { readonly entry: JournalEntry; readonly event: MidiEvent }[] = []

  add(entry: JournalEntry, event: MidiEvent): void {
    this.recent.push({ entry, event })
    if (this.recent.length % PIECE !== 0) return
    const oldest = entry.at - KEPT_MS
    const most = this.recent.length - MOST_EVENTS
    const count = this.recent.findIndex((each, index) => each.entry.at >= oldest && index >= most)
    const old = this.recent.splice(0, count < 0 ? this.recent.length : count)
    for (const { event } of old) take(this.ports, this.voices, event)
  }

  /** Messages that lead to what held before an entry with a message; after all of them unless given. */
  before(entry: JournalEntry | undefined): readonly Held[] {
    const ports = new Map([...this.ports].map(([id, state]) => [id, new PortState(state)]))
    const voices = new ReferenceVoices(this.voices)
    for (const each of this.recent) {
      if (each.entry === entry) break
      take(ports, voices, each.event)
    }
    const controllers = [...ports].flatMap(([port, state]) =>
      new PortState().messagesTo(state).map(bytes => ({ port, bytes })),
    )
    const isPedal = ({ bytes: [status = 0, controller = 0] }: Held) =>
      (status & 0xf0) === 0xb0 && PEDALS.includes(controller)
    return [...controllers.filter(message => !isPedal(message)), ...voices.messages()]
  }

  clear(): void {
    this.ports = new Map()
    this.voices = new ReferenceVoices()
    this.recent = []
  }
}

function take(ports: Map<string, PortState>, voices: ReferenceVoices, event: MidiEvent): void {
  getOrMake(ports, event.portId, () => new PortState()).applyEvent(event)
  voices.take(event.portId, event.raw, event.kind === 'note' ? event.string : undefined)
}
