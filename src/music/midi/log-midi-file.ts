import { getOrMake } from '../../core/platform/store.js'
import { DEFAULT_BPM, DEFAULT_PPQ } from '../song/song-time.js'
import {
  type FileEvent,
  type FileTrack,
  META,
  tempoEvent,
  textEvent,
  variableLength,
  writeMidiFile,
} from '../song/write-midi-file.js'
import type { LogState } from './log-file.js'
import { MALFORMED, type MidiEvent } from './midi-event.js'
import { controlChange, noteOff, pitchBend } from './midi-message.js'
import { isDataEntry, isParameterSelector } from './port-state.js'

const MS_PER_MINUTE = 60_000
const TICKS_PER_MS = (DEFAULT_PPQ * DEFAULT_BPM) / MS_PER_MINUTE

const OTHER_CLOCK_MS = 1000

const FIRST_SYSTEM_STATUS = 0xf0
const SYSEX = 0xf0
const END_OF_SYSEX = 0xf7

/**
 * Converts a MIDI log to a MIDI file with 480 ticks per beat at 120 BPM, one track per channel and port.
 * Notes still held at the end stop a beat after the last event. Skips malformed messages and note-offs
 * without a note.
 */
export function logAsMidiFile(
  { events, state }: { readonly events: readonly MidiEvent[]; readonly state: LogState },
  portName: (portId: string) => string,
) {
  const tracks = new Map<string, LogTrack>()
  const trackOf = (portId: string, channel: number) => {
    return getOrMake(tracks, `${portId}:${channel}`, () => new LogTrack(portName(portId), channel))
  }
  let start = 0
  for (const { portId, channel, controller, value } of state.controllers) {
    const track = trackOf(portId, channel)
    const ticks = track.endTicks + (isParameterSelector(controller) && track.hasEntry ? 1 : 0)
    track.add(ticks, controlChange(channel, controller, value))
    start = Math.max(start, ticks)
  }
  for (const { portId, channel, value } of state.bends) {
    trackOf(portId, channel).add(start, pitchBend(channel, value))
  }
  for (const { portId, channel, raw } of state.held) trackOf(portId, channel).add(start, raw)

  const ticksSince = steadyTicks()
  const ticksOf = (at: number) => start + ticksSince(at)
  let end = start
  let leftOut = 0
  for (const event of events) {
    const ticks = ticksOf(event.at)
    end = Math.max(end, ticks)
    if (event.kind === 'other' && event.message === MALFORMED) {
      leftOut += 1
      continue
    }
    const track = trackOf(event.portId, event.channel)
    if ((event.raw[0] ?? 0) >= FIRST_SYSTEM_STATUS) track.add(ticks, systemEvent(event.raw))
    else if (event.kind !== 'note' || event.on || track.sounds(event.number)) track.add(ticks, event.raw)
    else leftOut += 1
  }
  const common = { events: [{ ticks: 0, bytes: tempoEvent(DEFAULT_BPM) }], endTicks: 0 }
  const written = [...tracks.values()].map(track => track.ended(end))
  return { bytes: writeMidiFile(DEFAULT_PPQ, [common, ...written]), leftOut }
}

class LogTrack {
  private readonly events: FileEvent[] = []
  private readonly held = new Map<number, number>()

  constructor(
    private readonly name: string,
    private readonly channel: number,
  ) {}

  get endTicks(): number {
    return this.events.at(-1)?.ticks ?? 0
  }

  get hasEntry(): boolean {
    return isDataEntry(this.events.at(-1)?.bytes[1] ?? -1)
  }

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
    const events = [{ ticks: 0, bytes: textEvent(META.name, this.name) }, ...this.events]
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

/** Only complete SysEx messages have their own event type (Standard MIDI Files 1.0, “sysex event”). */
function systemEvent(raw: readonly number[]): number[] {
  const whole = raw[0] === SYSEX && raw.at(-1) === END_OF_SYSEX
  const content = whole ? raw.slice(1) : raw
  return [whole ? SYSEX : END_OF_SYSEX, ...variableLength(content.length), ...content]
}
