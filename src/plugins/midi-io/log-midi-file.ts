/** The log as a standard MIDI file: what was played, for any program that reads one. */
import type { LogState } from '../../core/music/log-file.js'
import type { MidiEvent } from '../../core/music/midi-event.js'
import { controlChange, noteOff, pitchBend } from '../../core/music/midi-message.js'
import { DEFAULT_BPM, DEFAULT_PPQ } from '../../core/music/tempo-map.js'
import { type FileEvent, type FileTrack, writeMidiFile } from '../../core/music/write-midi-file.js'
import { MALFORMED } from './malformed.js'

const MS_PER_MINUTE = 60_000
const TICKS_PER_MS = (DEFAULT_PPQ * DEFAULT_BPM) / MS_PER_MINUTE

/** So far back in time the next event belongs to another clock, as that of a log that is replayed. */
const OTHER_CLOCK_MS = 1000

const FIRST_SYSTEM_STATUS = 0xf0
/** Longer names of ports are cut: up to here one byte says how long a text is. */
const LONGEST_NAME = 127

const META = { name: 0x03, tempo: 0x51 } as const

interface LogToWrite {
  readonly events: readonly MidiEvent[]
  /** What held before the first event: it is set at the very beginning. */
  readonly state: LogState
}

/**
 * Writes a log at 480 ticks per beat and 120 bpm, with a track for each channel of each port. The first event is
 * at the beginning. Notes that still sound at the end are ended a beat later. System messages, and ends of notes
 * that never began, are left out, and so is what was no message.
 *
 * @param portName what the tracks of a port are called
 */
export function logAsMidiFile(
  { events, state }: LogToWrite,
  portName: (portId: string) => string,
): Uint8Array {
  const tracks = new Map<string, LogTrack>()
  const trackOf = (portId: string, channel: number) => {
    const name = `${portId}:${channel}`
    const track = tracks.get(name) ?? new LogTrack(portName(portId), channel)
    tracks.set(name, track)
    return track
  }
  for (const { portId, channel, controller, value } of state.controllers) {
    trackOf(portId, channel).add(0, controlChange(channel, controller, value))
  }
  for (const { portId, channel, value } of state.bends) {
    trackOf(portId, channel).add(0, pitchBend(channel, value))
  }
  for (const { portId, channel, raw } of state.held) trackOf(portId, channel).add(0, raw)

  const ticksOf = steadyTicks()
  let end = 0
  for (const event of events) {
    const ticks = ticksOf(event.at)
    end = Math.max(end, ticks)
    if ((event.raw[0] ?? FIRST_SYSTEM_STATUS) >= FIRST_SYSTEM_STATUS) continue
    if (event.kind === 'other' && event.message === MALFORMED) continue
    const track = trackOf(event.portId, event.channel)
    if (event.kind !== 'note' || event.on || track.sounds(event.number)) track.add(ticks, event.raw)
  }
  const written = [...tracks.values()].map(track => track.ended(end))
  return writeMidiFile(DEFAULT_PPQ, [commonTrack(), ...written])
}

class LogTrack {
  private readonly events: FileEvent[] = []
  private readonly held = new Map<number, number>()

  constructor(
    private readonly name: string,
    private readonly channel: number,
  ) {}

  add(ticks: number, bytes: readonly number[]): void {
    this.events.push({ ticks, bytes })
    const [status = 0, number = 0, value = 0] = bytes
    const kind = status & 0xf0
    if (kind !== 0x80 && kind !== 0x90) return
    const sounding = (this.held.get(number) ?? 0) + (kind === 0x90 && value > 0 ? 1 : -1)
    if (sounding > 0) this.held.set(number, sounding)
    else this.held.delete(number)
  }

  sounds(number: number): boolean {
    return this.held.has(number)
  }

  ended(end: number): FileTrack {
    const events = [{ ticks: 0, bytes: meta(META.name, nameBytes(this.name)) }, ...this.events]
    if (this.held.size === 0) return { events, endTicks: end }
    const endTicks = end + DEFAULT_PPQ
    for (const [number, times] of this.held) {
      for (let time = 0; time < times; time += 1) {
        events.push({ ticks: endTicks, bytes: noteOff(this.channel, number) })
      }
    }
    return { events, endTicks }
  }
}

/** Ticks from the first event on. Where the clock is another one the time goes on from where it was. */
function steadyTicks(): (at: number) => number {
  let offset: number | undefined
  let latest = 0
  return at => {
    offset ??= -at
    if (at + offset < latest - OTHER_CLOCK_MS) offset = latest - at
    const ms = Math.max(0, at + offset)
    latest = Math.max(latest, ms)
    return Math.round(ms * TICKS_PER_MS)
  }
}

function commonTrack(): FileTrack {
  const microseconds = (MS_PER_MINUTE * 1000) / DEFAULT_BPM
  const tempo = [microseconds >> 16, (microseconds >> 8) & 255, microseconds & 255]
  return { events: [{ ticks: 0, bytes: meta(META.tempo, tempo) }], endTicks: 0 }
}

function meta(type: number, bytes: readonly number[]): number[] {
  return [0xff, type, bytes.length, ...bytes]
}

function nameBytes(name: string): number[] {
  return [...new TextEncoder().encode(name)].slice(0, LONGEST_NAME)
}
