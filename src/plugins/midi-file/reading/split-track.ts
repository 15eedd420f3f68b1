/** One track of a file as parts that each hold one channel with one program. */

import type { FileEvent } from '../../../core/music/song/write-midi-file.js'
import { MidiFileError } from '../midi-file-error.js'
import type { ProgramTimeline } from './program-timeline.js'
import type { TrackEvents } from './track-events.js'

/** Steps of the library's pairing of notes, which looks at every note that ends inside another one. */
const MOST_PAIRING_STEPS = 200_000_000

export interface TrackPart {
  /** 0–15. */
  readonly channel: number
  readonly hasNotes: boolean
  /** Its program change first, then in order of time. */
  readonly events: readonly FileEvent[]
  readonly endTicks: number
  /** Controller 127, which the library leaves out. */
  readonly polyMode: readonly { readonly ticks: number; readonly value: number }[]
}

export interface SplitTrack {
  readonly parts: readonly TrackPart[]
  readonly endlessNotes: number
  readonly strayNoteOffs: number
}

interface OpenPart {
  readonly channel: number
  readonly events: FileEvent[]
  hasNotes: boolean
}

interface SoundingNote {
  readonly part: OpenPart
  readonly ticks: number
}

/** The notes of one pitch that sound, the earliest at `next`: taking it out of a long array would be slow. */
interface Queue {
  readonly notes: SoundingNote[]
  next: number
}

/**
 * Splits a track, moved by `offset` ticks. Every note gets the part of the program that holds when it begins,
 * and its end goes there too; a controller or bend goes with the next note of its channel. A note without end
 * ends where its pitch is played again, or with the track; an end without a note is dropped. Both are counted.
 *
 * @throws MidiFileError where so many notes lie over each other that pairing them would take minutes.
 */
export function splitTrack(track: TrackEvents, offset: number, programs: ProgramTimeline): SplitTrack {
  const parts = new Map<number, OpenPart>()
  const latest = new Map<number, OpenPart>()
  const waiting = new Map<number, FileEvent[]>()
  const sounding = new Map<number, Queue>()
  const endTicks = track.endTicks + offset
  let strayNoteOffs = 0
  let endlessNotes = 0

  const partOf = (channel: number, ticks: number): OpenPart => {
    const program = programs.at(channel, ticks)
    const key = channel * 128 + program
    const known = parts.get(key)
    if (known) return known
    const change = { ticks: 0, bytes: [0xc0 | channel, program] }
    const part = { channel, events: [change], hasNotes: false }
    parts.set(key, part)
    return part
  }
  const end = (part: OpenPart, channel: number, note: number, ticks: number, velocity: number) => {
    part.events.push({ ticks, bytes: [0x80 | channel, note, velocity] })
  }

  /** Ends of each note that are still to come. */
  const ends = endsOf(track)

  for (const event of track.channel) {
    const { status, first, second } = event
    const ticks = event.ticks + offset
    const kind = status >> 4
    const channel = status & 15
    const noteKey = channel * 128 + first
    if (kind === 0x9) {
      const part = partOf(channel, event.ticks)
      for (const before of waiting.get(channel) ?? []) part.events.push(before)
      part.events.push({ ticks, bytes: [status, first, second] })
      part.hasNotes = true
      waiting.delete(channel)
      latest.set(channel, part)
      const queue = sounding.get(noteKey)
      // Where there are too few ends for all, the end to come is the new note's: the older one ends with its stroke.
      while (
        queue &&
        queue.notes.length > queue.next &&
        queue.notes.length - queue.next >= (ends[noteKey] ?? 0)
      ) {
        const older = queue.notes[queue.next]
        queue.next += 1
        endlessNotes += 1
        if (older) end(older.part, channel, first, ticks, 64)
      }
      if (queue) queue.notes.push({ part, ticks })
      else sounding.set(noteKey, { notes: [{ part, ticks }], next: 0 })
    } else if (kind === 0x8) {
      ends[noteKey] = (ends[noteKey] ?? 0) - 1
      const queue = sounding.get(noteKey)
      const note = queue?.notes[queue.next]
      if (queue && note) {
        queue.next += 1
        end(note.part, channel, first, ticks, second)
      } else strayNoteOffs += 1
    } else if (kind !== 0xc) {
      const queue = waiting.get(channel) ?? []
      queue.push({ ticks, bytes: [status, first, second] })
      waiting.set(channel, queue)
    }
  }

  for (const [channel, events] of waiting) {
    const part = latest.get(channel) ?? partOf(channel, (events[0]?.ticks ?? 0) - offset)
    for (const event of events) part.events.push(event)
  }
  for (const [noteKey, { notes, next }] of sounding) {
    for (let index = next; index < notes.length; index += 1) {
      const note = notes[index]
      if (note) end(note.part, noteKey >> 7, noteKey & 127, notes[index + 1]?.ticks ?? endTicks, 64)
      endlessNotes += 1
    }
  }
  return { parts: [...parts.values()].map(part => closed(part, endTicks)), endlessNotes, strayNoteOffs }
}

function endsOf({ channel: events }: TrackEvents): Int32Array {
  const ends = new Int32Array(16 * 128)
  for (const { status, first } of events) {
    const noteKey = (status & 15) * 128 + first
    if (status >> 4 === 0x8) ends[noteKey] = (ends[noteKey] ?? 0) + 1
  }
  return ends
}

function closed({ channel, hasNotes, events }: OpenPart, endTicks: number): TrackPart {
  const ordered = events.toSorted((a, b) => a.ticks - b.ticks)
  const polyMode: { ticks: number; value: number }[] = []
  let sounding = 0
  let pairingSteps = 0
  for (const { ticks, bytes } of ordered) {
    const [status = 0, first, second = 0] = bytes
    const kind = status >> 4
    if (kind === 0x9) sounding += 1
    if (kind === 0x8) {
      sounding -= 1
      pairingSteps += sounding
    }
    if (kind === 0xb && first === 127) polyMode.push({ ticks, value: second / 127 })
  }
  if (pairingSteps > MOST_PAIRING_STEPS) throw new MidiFileError('midi_too_tangled')
  return { channel, hasNotes, endTicks, polyMode, events: ordered }
}
