/** Makes the one event of a message, out of parts that were prepared: ten thousand a second leave no litter. */

import { type NamedNote, noteName } from '../../../core/music/guitar/note-name.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { type MidiMessage, parseMidiMessage } from '../../../core/music/midi/midi-message.js'

/** What is known of a message besides its bytes. */
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

/** Come many times a second and mean nothing here. */
const NOT_EVENTS: ReadonlySet<string> = new Set(['clock', 'activesensing'])

const CONTROLLER_LABELS = Array.from({ length: 128 }, (_, controller) => `CC-${controller}`)

export interface EventMaker {
  /** `undefined` for bytes that are no message, and for timing clock and active sensing. */
  make(bytes: ArrayLike<number>, circumstances: Circumstances): MidiEvent | undefined
  /** Whole octaves added to the names from now on. */
  setOctaveOffset(octaves: number): void
}

export function createEventMaker(octaveOffset: number): EventMaker {
  const namesAt = namesByOffset()
  let names = namesAt(octaveOffset)
  const noteIds = new Map<string, string[]>()
  /** By id: a note ends under the name under which it began, whatever was set in between. */
  const begun = new Map<string, NamedNote>()

  const noteId = (portId: string, channel: number, number: number) => {
    let ids = noteIds.get(portId)
    if (!ids) {
      ids = []
      noteIds.set(portId, ids)
    }
    const index = channel * 128 + number
    const known = ids[index]
    if (known !== undefined) return known
    const id = `${portId}:${channel}:${number}`
    ids[index] = id
    return id
  }

  const note = (
    message: Extract<MidiMessage, { note: number }>,
    { key, time, at, portId, string, octaveOffset: own }: Circumstances,
    raw: readonly number[],
  ): MidiEvent => {
    const { channel, note: number, velocity } = message
    const on = message.type === 'note-on'
    const id = noteId(portId, channel, number)
    const namesNow = own === undefined ? names : namesAt(own)
    const named = (on ? undefined : begun.get(id)) ?? namesNow[number] ?? noteName(number)
    if (on) begun.set(id, named)
    const { name, octave } = named
    const attack = on ? velocity : 0
    const release = on ? 0 : velocity
    const event = {
      key,
      time,
      at,
      portId,
      channel,
      kind: 'note',
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
    make(bytes, circumstances) {
      const message = parseMidiMessage(bytes)
      if (!message) return undefined
      const { key, time, at, portId } = circumstances
      switch (message.type) {
        case 'note-on':
        case 'note-off':
          return note(message, circumstances, copyOf(bytes))
        case 'controller': {
          const { channel, controller, value } = message
          const label = CONTROLLER_LABELS[controller] ?? ''
          const raw = copyOf(bytes)
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
            note: label,
            number: value,
            raw,
          }
        }
        case 'bend': {
          const { channel, value } = message
          const raw = copyOf(bytes)
          return {
            key,
            time,
            at,
            portId,
            channel,
            kind: 'bend',
            on: null,
            value,
            note: 'PB',
            number: value,
            raw,
          }
        }
        case 'other': {
          // System messages belong to no channel; the log writes 0 for that.
          const { channel = 0, message: word, value } = message
          if (NOT_EVENTS.has(word)) return undefined
          const label = LABELS[word] ?? word
          const raw = copyOf(bytes)
          return {
            key,
            time,
            at,
            portId,
            channel,
            kind: 'other',
            on: null,
            message: word,
            note: label,
            number: value,
            raw,
          }
        }
      }
    },
    setOctaveOffset(octaves) {
      names = namesAt(octaves)
    },
  }
}

function namesByOffset(): (octaveOffset: number) => readonly NamedNote[] {
  const known = new Map<number, readonly NamedNote[]>()
  return octaveOffset => {
    const before = known.get(octaveOffset)
    if (before) return before
    const names = Array.from({ length: 128 }, (_, number) => noteName(number, { octaveOffset }))
    known.set(octaveOffset, names)
    return names
  }
}

/** The bytes of most messages are two or three; `Array.from` would go through an iterator for them. */
function copyOf(bytes: ArrayLike<number>): number[] {
  const first = bytes[0] ?? 0
  if (bytes.length === 3) return [first, bytes[1] ?? 0, bytes[2] ?? 0]
  if (bytes.length === 2) return [first, bytes[1] ?? 0]
  return Array.from(bytes)
}
