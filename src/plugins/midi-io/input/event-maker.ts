/** Caches parts of events to reduce garbage at ten thousand messages per second. */

import { getOrMake } from '../../../core/platform/store.js'
import { type NamedNote, noteName } from '../../../music/guitar/note-name.js'
import { MALFORMED, type MidiEvent, type OtherMidiEvent } from '../../../music/midi/midi-event.js'
import type { MidiMessage } from '../../../music/midi/midi-message.js'

export interface Circumstances {
  readonly key: number
  readonly time: string
  readonly at: number
  readonly portId: string
  readonly string: number | undefined
  readonly octaveOffset?: number | undefined
}

/** Labels by message type; other messages are labeled with the type itself. */
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
  /** Sounding notes by ID: a note-off uses the same name as its note-on. */
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
          // System messages have no channel.
          const { channel = 0, message: word, value } = message
          const note = LABELS[word] ?? word
          const kind = 'other'
          return { key, time, at, portId, channel, kind, on: null, message: word, note, number: value, raw }
        }
      }
    },
    setOctaveOffset(octaves: number) {
      names = namesAt(octaves)
    },
  }
}

export type EventMaker = ReturnType<typeof createEventMaker>

export function malformedEvent(
  bytes: ArrayLike<number>,
  { key, time, at, portId }: Circumstances,
): OtherMidiEvent {
  // Only valid bytes can be exported.
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

/** Faster than `Array.from` for most messages. */
function copyOf(bytes: ArrayLike<number>): number[] {
  const first = bytes[0] ?? 0
  if (bytes.length === 3) return [first, bytes[1] ?? 0, bytes[2] ?? 0]
  if (bytes.length === 2) return [first, bytes[1] ?? 0]
  return Array.from(bytes)
}
