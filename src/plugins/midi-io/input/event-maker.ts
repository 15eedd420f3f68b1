/** Makes the event of a message from prepared parts: ten thousand a second leave little garbage. */

import { type NamedNote, noteName } from '../../../core/music/guitar/note-name.js'
import { MALFORMED, type MidiEvent, type OtherMidiEvent } from '../../../core/music/midi/midi-event.js'
import type { MidiMessage } from '../../../core/music/midi/midi-message.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'

/** What is known about a message, apart from its bytes. */
export interface Circumstances {
  readonly key: number
  readonly time: string
  readonly at: number
  readonly portId: string
  readonly string: number | undefined
  /** Whole octaves added to the names of this message; those that are set unless given. */
  readonly octaveOffset?: number | undefined
}

/** Labels in the log of messages that are not interpreted; others are labelled with their own word. */
const LABELS: Readonly<Record<string, string>> = {
  programchange: 'PC',
  channelaftertouch: 'CP',
  keyaftertouch: 'KP',
}

const CONTROLLER_LABELS = Array.from({ length: 128 }, (_, controller) => `CC-${controller}`)

const emptyList = (): string[] => []

export function createEventMaker(octaveOffset: number) {
  const namesAt = namesByOffset()
  let names = namesAt(octaveOffset)
  const noteIds = new Map<string, string[]>()
  /** By id: a note ends under the name under which it began, whatever was set in between. */
  const begun = new Map<string, NamedNote>()

  const noteId = (portId: string, channel: number, number: number) => {
    const ids = getOrMake(noteIds, portId, emptyList)
    const index = channel * 128 + number
    const known = ids[index]
    if (known !== undefined) return known
    const id = `${portId}:${channel}:${number}`
    ids[index] = id
    return id
  }

  const noteEvent = (
    { type, channel, note: number, velocity }: Extract<MidiMessage, { note: number }>,
    { key, time, at, portId, string, octaveOffset: own }: Circumstances,
    raw: readonly number[],
  ): MidiEvent => {
    const on = type === 'note-on'
    const id = noteId(portId, channel, number)
    const namesNow = own === undefined ? names : namesAt(own)
    const named = (on ? undefined : begun.get(id)) ?? namesNow[number] ?? noteName(number)
    if (on) begun.set(id, named)
    const { name, octave } = named
    const attack = on ? velocity : 0
    const release = on ? 0 : velocity
    const kind = 'note'
    const event = {
      key,
      time,
      at,
      portId,
      channel,
      kind,
      on,
      name,
      note: id,
      octave,
      number,
      attack,
      release,
      raw,
    } as const
    return string === undefined ? event : { ...event, string }
  }

  return {
    make(message: MidiMessage, bytes: ArrayLike<number>, circumstances: Circumstances): MidiEvent {
      const { key, time, at, portId } = circumstances
      const raw = copyOf(bytes)
      switch (message.type) {
        case 'note-on':
        case 'note-off':
          return noteEvent(message, circumstances, raw)
        case 'controller': {
          const { channel, controller, value } = message
          const note = CONTROLLER_LABELS[controller] ?? ''
          const kind = 'controller'
          return {
            key,
            time,
            at,
            portId,
            channel,
            kind,
            on: null,
            controller,
            value,
            note,
            number: value,
            raw,
          }
        }
        case 'bend': {
          const { channel, value } = message
          const [kind, note] = ['bend', 'PB'] as const
          return { key, time, at, portId, channel, kind, on: null, value, note, number: value, raw }
        }
        case 'other': {
          // System messages belong to no channel; the log writes 0 for that.
          const { channel = 0, message: word, value } = message
          const note = LABELS[word] ?? word
          const kind = 'other'
          return { key, time, at, portId, channel, kind, on: null, message: word, note, number: value, raw }
        }
      }
    },
    /** Whole octaves added to the names from now on. */
    setOctaveOffset(octaves: number) {
      names = namesAt(octaves)
    },
  }
}

export type EventMaker = ReturnType<typeof createEventMaker>

/** The log's event for bytes that are not one whole message. */
export function malformedEvent(
  bytes: ArrayLike<number>,
  { key, time, at, portId }: Circumstances,
): OtherMidiEvent {
  // A log can't be exported with what isn't a byte.
  const raw = Array.from(bytes, byte => (byte >= 0 && byte <= 255 ? Math.trunc(byte) : 0))
  const words = { message: MALFORMED, note: MALFORMED } as const
  return { key, time, at, portId, channel: 0, kind: 'other', on: null, ...words, number: 0, raw }
}

function namesByOffset(): (octaveOffset: number) => readonly NamedNote[] {
  const known = new Map<number, readonly NamedNote[]>()
  return octaveOffset =>
    getOrMake(known, octaveOffset, () =>
      Array.from({ length: 128 }, (_, number) => noteName(number, { octaveOffset })),
    )
}

/** The bytes of most messages are two or three; `Array.from` would go through an iterator for them. */
function copyOf(bytes: ArrayLike<number>): number[] {
  const first = bytes[0] ?? 0
  if (bytes.length === 3) return [first, bytes[1] ?? 0, bytes[2] ?? 0]
  if (bytes.length === 2) return [first, bytes[1] ?? 0]
  return Array.from(bytes)
}
