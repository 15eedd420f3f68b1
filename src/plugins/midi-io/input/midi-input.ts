import type { EventBus } from '../../../core/events/event-bus.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { getOrMake } from '../../../core/platform/store.js'
import type { Token } from '../../../core/platform/token.js'
import { DEFAULT_BEND_RANGE } from '../../../music/midi/channel-state.js'
import { isDataEntry } from '../../../music/midi/controllers.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { checkRange, MidiTypeError } from '../../../music/midi/midi-limits.js'
import { type MidiMessage, parseMidiMessage } from '../../../music/midi/midi-message.js'
import { PortState } from '../../../music/midi/port-state.js'
import { timeOfDay } from '../../../music/song/time-of-day.js'
import {
  BEND_RANGE_CHANGED,
  MIDI_EVENT,
  MIDI_INPUT,
  MIDI_TICK,
  type MidiBends,
  type MidiFilter,
  type MidiInput,
  type ReceiveOptions,
} from '../tokens.js'
import { type Circumstances, type EventMaker, malformedEvent } from './event-maker.js'
import { Filters } from './filters.js'

const TIMING_CLOCK = 0xf8
const ACTIVE_SENSING = 0xfe

const ANY_TIME = {
  ...{ min: -Number.MAX_VALUE, max: Number.MAX_VALUE, fraction: true, code: 'midi_time' },
  text: 'a finite number of milliseconds',
} as const
const STRINGS = { min: 1, max: 16, code: 'midi_string' } as const // string range of the log file format

const WARN_EVERY_MS = 1000 // broken cables send a thousand malformed messages per second

interface MidiInputParts {
  readonly clock: Pick<ClockPort, 'now' | 'date'>
  readonly events: Pick<EventBus, 'emit'>
  readonly maker: EventMaker
  readonly log: { append(event: MidiEvent): void }
  readonly filters: () => readonly MidiFilter[]
  readonly onFilterFailed: (filter: MidiFilter, thrown: unknown) => void
  readonly console: Pick<Logger, 'warn'>
  /** While closed, messages are ignored, but sounding notes can still be ended. */
  readonly gate: { readonly open: boolean }
}

const createPortState = () => new PortState()

export class LiveMidiInput implements MidiInput, MidiBends {
  private readonly ports = new Map<string, PortState>()
  private readonly setRanges = new Map<string, number>() // in semitones, by port
  private readonly localTime: () => string
  private readonly filters: Filters
  private nextKey = 1
  private warnedAt = Number.NEGATIVE_INFINITY
  private notWarned = 0

  constructor(private readonly parts: MidiInputParts) {
    const { clock, filters, onFilterFailed } = parts
    this.localTime = createLocalTime(clock)
    this.filters = new Filters({
      ...{ filters, onFilterFailed },
      port: portId => this.ports.get(portId),
      take: (bytes, options) => this.take(parseMidiMessage(bytes), bytes, options),
    })
  }

  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    return this.receiveParsed(parseMidiMessage(bytes), bytes, options)
  }

  receiveParsed(message: MidiMessage | undefined, bytes: ArrayLike<number>, options: ReceiveOptions) {
    checkReceiveOptions(options)
    if (!this.parts.gate.open) return undefined
    if (message && options.time === undefined && this.filters.changes(options.portId)) {
      return this.filters.receive(bytes, options)
    }
    return this.filters.accepts(bytes, options.portId) ? this.take(message, bytes, options) : undefined
  }

  release(portId?: string): void {
    // Note-offs bypass the filters, because every note must end.
    for (const id of portId === undefined ? [...this.ports.keys()] : [portId]) {
      this.filters.forget(id)
      for (const bytes of this.ports.get(id)?.silence() ?? []) {
        this.take(parseMidiMessage(bytes), bytes, { portId: id })
      }
    }
  }

  soundingNotes(portId?: string): number {
    if (portId !== undefined) return this.ports.get(portId)?.notes ?? 0
    let notes = 0
    for (const port of this.ports.values()) notes += port.notes
    return notes
  }

  bendOf(portId: string, channel: number): number {
    return (
      this.ports
        .get(portId)
        ?.channel(channel - 1)
        .bentBy(this.setRanges.get(portId)) ?? 0
    )
  }

  rangeOf(portId: string, channel: number): number {
    const port = this.ports.get(portId)
    return this.setRanges.get(portId) ?? port?.channel(channel - 1).bendRange ?? DEFAULT_BEND_RANGE
  }

  /** 0 restores the device's own range. */
  setBendRange(portId: string, semitones: number): void {
    if (semitones === 0) this.setRanges.delete(portId)
    else this.setRanges.set(portId, semitones)
    this.parts.events.emit(BEND_RANGE_CHANGED, portId)
  }

  forget(portId: string): void {
    this.filters.forget(portId)
    this.ports.delete(portId)
    this.setRanges.delete(portId)
  }

  private take(
    message: MidiMessage | undefined,
    bytes: ArrayLike<number>,
    { portId, at, time, key, string, octaveOffset }: ReceiveOptions,
  ): MidiEvent | undefined {
    const { clock, events, maker, log } = this.parts
    const circumstances = {
      key: key ?? this.nextKey,
      time: time ?? this.localTime(),
      at: at ?? clock.now(),
      portId,
      string,
      octaveOffset,
    }
    if (!message) {
      this.refuse(bytes, circumstances)
      return undefined
    }
    // Active sensing arrives several times per second and would flood the log.
    if (bytes[0] === ACTIVE_SENSING) return undefined
    if (bytes[0] === TIMING_CLOCK) {
      events.emit(MIDI_TICK, { portId, at: circumstances.at })
      return undefined
    }
    const event = maker.make(message, bytes, circumstances)
    this.countKey(event)
    this.apply(event)
    log.append(event)
    events.emit(MIDI_EVENT, event)
    return event
  }

  private apply(event: MidiEvent): void {
    const { portId, channel } = event
    const port = getOrMake(this.ports, portId, createPortState)
    if (event.kind !== 'controller' || !isDataEntry(event.controller)) {
      port.applyEvent(event)
      return
    }
    const before = this.rangeOf(portId, channel)
    port.applyEvent(event)
    if (this.rangeOf(portId, channel) !== before) this.parts.events.emit(BEND_RANGE_CHANGED, portId)
  }

  /** Logs a malformed message but does not interpret it, because a wrong guess would leave notes hanging. */
  private refuse(bytes: ArrayLike<number>, circumstances: Circumstances): void {
    const { clock, console, log } = this.parts
    const event = malformedEvent(bytes, circumstances)
    this.countKey(event)
    log.append(event)
    const now = clock.now()
    if (now - this.warnedAt < WARN_EVERY_MS) {
      this.notWarned += 1
      return
    }
    const more = this.notWarned > 0 ? ` (and ${this.notWarned} more before it)` : ''
    console.warn(`Bytes from ${event.portId} that are not one MIDI message were dropped${more}`, event.raw)
    this.warnedAt = now
    this.notWarned = 0
  }

  /** Keys must stay unique: continue after the keys of a replayed log. */
  private countKey({ key }: MidiEvent): void {
    this.nextKey = Math.max(this.nextKey, key + 1)
  }
}

function checkReceiveOptions({ portId, at, string }: ReceiveOptions): void {
  if (typeof portId !== 'string' || portId === '') {
    throw new MidiTypeError('midi_port', `The port must be a name, not ${String(portId) || 'empty'}.`)
  }
  if (at !== undefined && !Number.isFinite(at)) checkRange('time', at, ANY_TIME)
  if (string !== undefined) checkRange('string', string, STRINGS)
}

const REREAD_MS = 1000 // maximum delay before a change of the system clock or time zone is noticed

function createLocalTime(clock: Pick<ClockPort, 'now' | 'date'>): () => string {
  let readAt = Number.NEGATIVE_INFINITY
  let dayAtZero = 0 // time of day at clock time 0, ms
  let shownMs = Number.NaN
  let shown = ''

  return () => {
    const now = clock.now()
    if (now - readAt >= REREAD_MS || now < readAt) {
      readAt = now
      dayAtZero = millisOfDay(clock.date()) - now
    }
    const ms = Math.floor(now + dayAtZero)
    if (ms !== shownMs) {
      shownMs = ms
      shown = timeOfDay(ms)
    }
    return shown
  }
}

function millisOfDay(date: Date): number {
  const minutes = date.getHours() * 60 + date.getMinutes()
  return (minutes * 60 + date.getSeconds()) * 1000 + date.getMilliseconds()
}

export const LIVE_INPUT = MIDI_INPUT as Token<LiveMidiInput>
