import { countWhile } from '../../../core/platform/ordered.js'
import { getOrMake } from '../../../core/platform/store.js'
import { decodeText } from '../../../music/song/text-encoding.js'
import { META } from '../../../music/song/write-midi-file.js'
import { MidiFileError } from '../midi-file-error.js'
import type { PortNumbers } from './read-midi-file.js'

interface PartNote {
  readonly midi: number
  readonly ticks: number
  durationTicks: number
  readonly velocity: number
}

export interface TrackPart {
  readonly channel: number
  readonly program: number
  readonly notes: PartNote[]
  /** `value` is 0–1. */
  readonly controls: { readonly number: number; readonly ticks: number; readonly value: number }[]
  /** `value` is −1 to 1. */
  readonly bends: { readonly ticks: number; readonly value: number }[]
  readonly endTicks: number
}

/** All Sound Off and All Notes Off. */
const SILENCING: readonly number[] = [120, 123]

/**
 * Assigns each note to the program at its start, and each controller or pitch bend to the next note on its
 * channel. A note without a note-off ends at the next note of the same pitch, when its channel is silenced,
 * or with the last note in the track.
 */
export function splitTrack(track: TrackEvents, offset: number, programs: ProgramTimeline) {
  const parts = new Map<number, TrackPart>()
  const latest = new Map<number, TrackPart>()
  const waiting = new Map<number, ChannelEvent[]>()
  /** Sounding notes by pitch. `next` avoids removing items from long arrays. */
  const sounding = new Map<number, { notes: PartNote[]; next: number }>()
  const endTicks = track.endTicks + offset
  const silencesOf = new Map<number, number[]>()
  let strayNoteOffs = 0
  let endlessNotes = 0

  const partOf = (channel: number, ticks: number): TrackPart => {
    const program = programs.at(channel, ticks)
    const create = () => ({ channel, program, notes: [], controls: [], bends: [], endTicks })
    return getOrMake(parts, channel * 128 + program, create)
  }
  const add = ({ controls, bends }: TrackPart, { ticks, kind, first, second }: ChannelEvent) => {
    if (kind === 0xb) controls.push({ number: first, ticks, value: second / 127 })
    else bends.push({ ticks, value: (first + second * 128 - 8192) / 8192 })
  }

  const ends = endsOf(track)

  for (const event of track.channel) {
    const { kind, channel, first, second } = event
    const ticks = event.ticks + offset
    const noteKey = channel * 128 + first
    if (kind === 0x9) {
      const part = partOf(channel, event.ticks)
      for (const before of waiting.get(channel) ?? []) add(part, before)
      const note = { midi: first, ticks, durationTicks: 0, velocity: second / 127 }
      part.notes.push(note)
      waiting.delete(channel)
      latest.set(channel, part)
      const queue = sounding.get(noteKey)
      // If note-offs are missing, end older notes here, so that the next note-off ends this one.
      while (
        queue &&
        queue.notes.length > queue.next &&
        queue.notes.length - queue.next >= (ends[noteKey] ?? 0)
      ) {
        const older = queue.notes[queue.next]
        queue.next += 1
        endlessNotes += 1
        if (older) older.durationTicks = ticks - older.ticks
      }
      if (queue) queue.notes.push(note)
      else sounding.set(noteKey, { notes: [note], next: 0 })
    } else if (kind === 0x8) {
      ends[noteKey] = (ends[noteKey] ?? 0) - 1
      const queue = sounding.get(noteKey)
      const note = queue?.notes[queue.next]
      if (queue && note) {
        queue.next += 1
        note.durationTicks = ticks - note.ticks
      } else strayNoteOffs += 1
    } else if (kind !== 0xc) {
      getOrMake(waiting, channel, () => []).push({ ticks, kind, channel, first, second })
      if (kind === 0xb && SILENCING.includes(first)) getOrMake(silencesOf, channel, () => []).push(ticks)
    }
  }

  for (const [channel, events] of waiting) {
    const part = latest.get(channel) ?? partOf(channel, (events[0]?.ticks ?? 0) - offset)
    for (const event of events) add(part, event)
  }
  const lastTicks = offset + (track.channel.findLast(({ kind }) => kind === 0x8 || kind === 0x9)?.ticks ?? 0)
  for (const [noteKey, { notes, next }] of sounding) {
    const silences = silencesOf.get(Math.floor(noteKey / 128)) ?? []
    for (const [index, note] of notes.slice(next).entries()) {
      const silence = silences[countWhile(silences.length, at => (silences[at] ?? 0) <= note.ticks)]
      const end = notes[next + index + 1]?.ticks ?? (lastTicks > note.ticks ? lastTicks : endTicks)
      note.durationTicks = Math.min(end, silence ?? end) - note.ticks
      endlessNotes += 1
    }
  }
  return { parts: [...parts.values()], endlessNotes, strayNoteOffs }
}

function endsOf({ channel: events }: TrackEvents): number[] {
  const ends: number[] = []
  for (const { kind, channel, first } of events) {
    const noteKey = channel * 128 + first
    if (kind === 0x8) ends[noteKey] = (ends[noteKey] ?? 0) + 1
  }
  return ends
}

export function programTimeline(tracks: readonly TrackEvents[]) {
  const byChannel = new Map<number, { ticks: number; program: number; heard: boolean }[]>()
  for (const track of tracks) {
    for (const { ticks, kind, channel, first } of track.channel) {
      if (kind === 0xc) getOrMake(byChannel, channel, () => []).push({ ticks, program: first, heard: false })
    }
  }
  const changes = [...byChannel.values()]
  for (const list of changes) list.sort((a, b) => a.ticks - b.ticks)
  return {
    /** @returns program at this time; 0 before the first program change */
    at(channel: number, ticks: number) {
      const list = byChannel.get(channel) ?? []
      const change = list[countWhile(list.length, index => (list[index]?.ticks ?? 0) <= ticks) - 1]
      if (!change) return 0
      change.heard = true
      return change.program
    },
    /**
     * Counts program changes: `moved` ones switched the instrument of a note, `unheard` ones had no effect.
     */
    counts(): { readonly moved: number; readonly unheard: number } {
      const heard = changes.map(list => list.filter(change => change.heard))
      // The first change sets the initial instrument. Repeated changes have no effect.
      const moved = heard.map(list =>
        list.filter(({ program }, index) => index > 0 && list[index - 1]?.program !== program),
      )
      return {
        moved: moved.flat().length,
        unheard: changes.flatMap(list =>
          list.filter(({ heard, program }, index) => !heard && list[index - 1]?.program !== program),
        ).length,
      }
    },
  }
}

export type ProgramTimeline = ReturnType<typeof programTimeline>

export interface ChannelEvent {
  /** Ticks since the start of the track. */
  readonly ticks: number
  /** High nibble of the status byte. */
  readonly kind: number
  /** 0–15 on the first port, 16–31 on the second, and so on. */
  readonly channel: number
  readonly first: number
  readonly second: number
}

export interface MetaEvent {
  readonly ticks: number
  readonly type: number
  readonly bytes: Uint8Array
}

export interface TrackEvents {
  readonly channel: readonly ChannelEvent[]
  readonly meta: readonly MetaEvent[]
  readonly endTicks: number
  readonly systemExclusive: number
  readonly aftertouch: number
  /** Number of release velocities other than `NO_RELEASE`. */
  readonly releaseVelocities: number
  readonly afterEnd: number
}

const END_OF_TRACK = 0x2f
/** Release velocities that mean "none" (specification, section 9). */
const NO_RELEASE: readonly number[] = [0, 64]

/**
 * Keeps running status across meta events, as most programs do. A note-on with velocity 0 becomes a note-off.
 * @param mayRead called with the offset of each event
 * @throws MidiFileError with the offset of the damaged byte
 */
export function readTrackEvents(
  bytes: Uint8Array,
  start: number,
  end: number,
  { mayRead, numberOf }: { readonly mayRead: (at: number) => void; readonly numberOf: PortNumbers },
): TrackEvents {
  const channel: ChannelEvent[] = []
  const meta: MetaEvent[] = []
  let systemExclusive = 0
  let aftertouch = 0
  let releaseVelocities = 0
  let at = start
  let eventAt = start
  let ticks = 0
  let running = 0
  let port = 0
  let device = ''
  let firstChannel = -1

  const next = (): number => {
    const byte = at < end ? bytes[at] : undefined
    if (byte === undefined) throw new MidiFileError('midi_cut_event', { byte: eventAt, end })
    at += 1
    return byte
  }
  const dataByte = (): number => {
    const byte = next()
    if (byte > 127) throw new MidiFileError('midi_bad_value', { byte: at - 1, value: byte })
    return byte
  }
  const variableLength = (): number => {
    let value = 0
    for (let count = 0; count < 4; count += 1) {
      const byte = next()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
    throw new MidiFileError('midi_bad_event', { byte: eventAt })
  }
  const block = (): Uint8Array => {
    const length = variableLength()
    if (at + length > end) throw new MidiFileError('midi_cut_event', { byte: eventAt, end })
    at += length
    return bytes.subarray(at - length, at)
  }

  while (at < end) {
    mayRead(at)
    eventAt = at
    ticks += variableLength()
    // A chunk may end without an end-of-track event.
    if (at === end) break
    const byte = next()
    if (byte === 0xff) {
      const type = next()
      if (type === END_OF_TRACK && at === end) break
      const content = block()
      if (type === END_OF_TRACK) break
      meta.push({ ticks, type, bytes: content })
      if (type === META.port) port = content[0] ?? 0
      else if (type === META.device) device = decodeText(content)
      else continue
      firstChannel = -1
    } else if (byte === 0xf0 || byte === 0xf7) {
      block()
      systemExclusive += 1
    } else if (byte > 0xf0 || (byte < 0x80 && running === 0)) {
      throw new MidiFileError('midi_bad_event', { byte: at - 1 })
    } else {
      if (byte >= 0x80) running = byte
      const kind = running >> 4
      const first = byte >= 0x80 ? dataByte() : byte
      const second = kind === 0xc || kind === 0xd ? 0 : dataByte()
      if (kind === 0xa || kind === 0xd) aftertouch += 1
      else {
        if (firstChannel < 0) firstChannel = 16 * numberOf(port, device)
        const heard = kind === 9 && second === 0 ? 8 : kind
        channel.push({ ticks, kind: heard, channel: firstChannel + (running & 15), first, second })
      }
      if (kind === 0x8 && !NO_RELEASE.includes(second)) releaseVelocities += 1
    }
  }
  const afterEnd = end - at
  return { channel, meta, endTicks: ticks, systemExclusive, aftertouch, releaseVelocities, afterEnd }
}
