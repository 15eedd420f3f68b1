import { type HeldNote, HeldNotes } from '../../../core/music/midi/held-notes.js'
import { addToLogState, type LogState } from '../../../core/music/midi/log-file.js'
import { MALFORMED, type MidiEvent, type NoteEvent } from '../../../core/music/midi/midi-event.js'
import { PortState } from '../../../core/music/midi/port-state.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'

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

  /** Controllers are in an order that brings a device to the same state. */
  snapshot(): LogState {
    const log: LogState = { held: [], controllers: [], bends: [] }
    for (const [portId, { state, held }] of this.ports) {
      for (const bytes of new PortState().messagesTo(state)) addToLogState(log, portId, bytes)
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
