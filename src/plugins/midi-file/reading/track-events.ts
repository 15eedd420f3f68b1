import { decodeText } from '../../../music/song/text-encoding.js'
import { META } from '../../../music/song/write-midi-file.js'
import { MidiFileError } from '../midi-file-error.js'
import type { PortNumbers } from './ports.js'

export interface ChannelEvent {
  /** Time since the start of the track, ticks. */
  readonly ticks: number
  /** High nibble of the status byte. */
  readonly kind: number
  /** Channel: 0–15 on the first port, 16–31 on the second, and so on. */
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
  /** Number of release velocities, not counting the two values that mean "none". */
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
    // The end of the chunk is also the end of the track.
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
