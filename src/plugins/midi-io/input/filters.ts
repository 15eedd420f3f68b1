/** Runs MIDI filters. A note-off ends the notes that its note-on was changed to. */

import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { isNoteOff, parseMidiMessage } from '../../../music/midi/midi-message.js'
import {
  BEND_CENTER,
  CONTROLLER,
  endsAllNotes,
  leavesSounding,
  PortState,
} from '../../../music/midi/port-state.js'
import type { ChangedMessage, MidiFilter, ReceiveOptions } from '../tokens.js'

const SYSTEM_RESET = 0xff
const DEFAULT_RELEASE = 64

type Bytes = ArrayLike<number>
/** Maps the key (`keyOf`) of a held message to the keys of the messages it was changed to. */
type Held = Map<number, readonly number[]>

/** Port state that includes the filtered messages of held notes and controllers. */
export class FilteredPort extends PortState {
  readonly held: Held = new Map()
}

interface FilterParts {
  readonly onFilterFailed: (filter: MidiFilter, thrown: unknown) => void
  readonly port: (portId: string) => FilteredPort
  readonly take: (bytes: Bytes, options: ReceiveOptions) => MidiEvent | undefined
}

export class Filters {
  list: readonly MidiFilter[] = []

  constructor(private readonly parts: FilterParts) {}

  changes(): boolean {
    return this.list.some(({ change }) => change !== undefined)
  }

  accepts(bytes: Bytes, portId: string): boolean {
    for (const filter of this.list) if (!this.isAccepted(filter, bytes, portId)) return false
    return true
  }

  /**
   * Runs the filters on a message. Also ends notes, pedals, modulation, aftertouch and bends
   * that earlier messages were changed to, unless this message ends them.
   *
   * @returns the event of the first resulting message
   */
  receive(bytes: Bytes, options: ReceiveOptions): MidiEvent | undefined {
    const { portId } = options
    const { held } = this.parts.port(portId)
    const key = keyOf(bytes)
    const messages = this.pass(bytes, options)
    const over = heldBefore(held, bytes)
    const before = new Set(over.flatMap(each => held.get(each) ?? [each]))
    for (const each of over) held.delete(each)
    if (leavesSounding(bytes)) held.set(key, messages.filter(leavesSounding).map(keyOf))

    const { string: _, ...withoutString } = options
    const take = (message: Bytes) =>
      this.parts.take(message, keyOf(message) === key ? options : withoutString)
    const events = messages.map(take)
    const velocity = isNoteOff(bytes) ? releaseOf(bytes) : DEFAULT_RELEASE
    for (const each of before) {
      const end = endOf(each, velocity)
      const isHeld = [...held.values()].some(keys => keys.includes(each))
      if (!isHeld && this.parts.port(portId).ends(end)) events.push(take(end))
    }
    return events.find(event => event !== undefined)
  }

  private pass(bytes: Bytes, options: ReceiveOptions): readonly Bytes[] {
    if (isNoteOff(bytes)) {
      // Filters see the note-off, but only its note-on determines what it ends.
      this.accepts(bytes, options.portId)
      return []
    }
    let messages: readonly Bytes[] = [bytes]
    // Iterate over a copy. A filter that throws is removed from the list.
    for (const filter of [...this.list]) {
      messages = messages.flatMap(message =>
        this.isAccepted(filter, message, options.portId) ? this.changed(filter, message, options) : [],
      )
    }
    return messages
  }

  private isAccepted(filter: MidiFilter, bytes: Bytes, portId: string): boolean {
    try {
      // A filter that let a note through can't drop its end.
      return filter.accepts?.(bytes, portId) !== false || this.parts.port(portId).ends(bytes)
    } catch (error) {
      this.parts.onFilterFailed(filter, error)
      return true
    }
  }

  private changed(filter: MidiFilter, bytes: Bytes, { portId, string }: ReceiveOptions): readonly Bytes[] {
    if (!filter.change) return [bytes]
    try {
      const changed = filter.change(bytes, { portId, ...(string !== undefined && { string }) })
      // A note-off created by a filter could end a note held by another key.
      return messagesOf(changed, filter)?.filter(each => !isNoteOff(each)) ?? [bytes]
    } catch (error) {
      this.parts.onFilterFailed(filter, error)
      return [bytes]
    }
  }
}

/** Returns status × 128 + number for a note, a controller, or a channel's aftertouch or bend. */
function keyOf(bytes: Bytes): number {
  const [status = 0, first = 0] = [bytes[0], bytes[1]]
  const kind = status >> 4
  if (kind === 0x8 || kind === 0x9) return ((0x90 | (status & 15)) << 7) | first
  return (status << 7) | (kind === 0xb ? first : 0)
}

function endOf(key: number, velocity: number): number[] {
  const status = key >> 7
  switch (status >> 4) {
    case 0x9:
      return [0x80 | (status & 15), key & 127, velocity]
    case 0xd:
      return [status, 0]
    case 0xe:
      return [status, BEND_CENTER & 127, BEND_CENTER >> 7]
    default:
      return [status, key & 127, 0]
  }
}

/** Returns the keys of the messages that a message ends, including all notes it silences. */
function heldBefore(held: Held, bytes: Bytes): readonly number[] {
  const [status = 0, controller = 0] = [bytes[0], bytes[1]]
  const notes = [...held.keys()].filter(key => key >> 11 === 0x9)
  if (status === SYSTEM_RESET) return notes
  const silences = controller === CONTROLLER.allSoundOff || endsAllNotes(controller)
  if (status >> 4 === 0xb && silences) return notes.filter(key => ((key >> 7) & 15) === (status & 15))
  return [keyOf(bytes)]
}

function releaseOf(bytes: Bytes): number {
  // A note-on with velocity 0 has no release velocity.
  return (bytes[0] ?? 0) >> 4 === 0x8 ? (bytes[2] ?? DEFAULT_RELEASE) : DEFAULT_RELEASE
}

/** @throws FretworkError `midi_filter_message` */
function messagesOf(changed: ChangedMessage, filter: MidiFilter): readonly Bytes[] | undefined {
  if (changed === undefined || changed === null) return undefined
  const messages = isList(changed) ? changed : [changed]
  for (const bytes of messages) checkMessage(bytes, filter)
  // Copy the bytes. A filter may reuse its array.
  return messages.map(bytes => Array.from(bytes))
}

function isList(changed: Bytes | readonly Bytes[]): changed is readonly Bytes[] {
  return Array.isArray(changed) && typeof changed[0] !== 'number'
}

const SHOWN = 20 // maximum number of bytes shown in an error about an invalid message

function checkMessage(bytes: unknown, { id }: MidiFilter): void {
  const isObject = bytes !== null && typeof bytes === 'object'
  if (isObject && parseMidiMessage(bytes as Bytes)) return
  const text = isObject ? JSON.stringify(Array.from(bytes as Bytes).slice(0, SHOWN)) : String(bytes)
  throw new FretworkError(
    'midi_filter_message',
    `The filter "${id}" returned ${text}, which is not a MIDI message. Return its bytes, such as noteOn(1, 60, 0.8).`,
  )
}
