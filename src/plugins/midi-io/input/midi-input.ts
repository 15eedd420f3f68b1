import type { EventBus } from '../../../core/events/event-bus.js'
import type { ClockPort, Logger } from '../../../core/platform/ports.js'
import { type Disposable, disposable, getOrMake } from '../../../core/platform/store.js'
import type { Token } from '../../../core/platform/token.js'
import {
  type Circumstances,
  type EventMaker,
  type MidiEvent,
  malformedEvent,
  timeOfDay,
} from '../../../music/midi/midi-event.js'
import { checkRange, MidiTypeError } from '../../../music/midi/midi-limits.js'
import { type MidiMessage, parseMidiMessage } from '../../../music/midi/midi-message.js'
import { BEND_CENTER, DEFAULT_BEND_RANGE, isDataEntry, PortState } from '../../../music/midi/port-state.js'
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
import { FilteredPort, Filters } from './filters.js'

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
  readonly onFilterFailed: (filter: MidiFilter, thrown: unknown) => void
  readonly console: Pick<Logger, 'warn' | 'error'>
  /** While closed, messages are ignored, but sounding notes can still be ended. */
  readonly gate: { readonly open: boolean }
}

const createPort = () => new FilteredPort()

export class LiveMidiInput implements MidiInput, MidiBends {
  private readonly ports = new Map<string, FilteredPort>()
  private readonly listeners = new Set<(event: MidiEvent) => void>()
  private readonly setRanges = new Map<string, number>() // in semitones, by port
  private readonly now: () => number
  private readonly localTime: () => string
  private readonly filters: Filters
  private nextKey = 1
  private warnedAt = Number.NEGATIVE_INFINITY
  private notWarned = 0

  constructor(private readonly parts: MidiInputParts) {
    const { clock, onFilterFailed } = parts
    // The kernel wraps services in proxies, which are slow.
    this.now = clock.now.bind(clock)
    this.localTime = createLocalTime(clock, this.now)
    this.filters = new Filters({
      onFilterFailed,
      port: portId => this.portOf(portId),
      take: (bytes, options) => this.take(parseMidiMessage(bytes), bytes, options),
    })
  }

  receive(bytes: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    return this.receiveParsed(parseMidiMessage(bytes), bytes, options)
  }

  receiveParsed(message: MidiMessage | undefined, bytes: ArrayLike<number>, options: ReceiveOptions) {
    checkReceiveOptions(options)
    if (!this.parts.gate.open) return undefined
    const { portId, time } = options
    const isHeld = (this.ports.get(portId)?.held.size ?? 0) > 0
    if (this.filters.list.length > 0 || isHeld) {
      if (message && time === undefined && (isHeld || this.filters.changes())) {
        return this.filters.receive(bytes, options)
      }
      if (!this.filters.accepts(bytes, portId)) return undefined
    }
    return this.take(message, bytes, options)
  }

  setFilters(filters: readonly MidiFilter[]): void {
    this.filters.list = filters.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  }

  onEvent(listener: (event: MidiEvent) => void): Disposable {
    this.listeners.add(listener)
    return disposable(() => this.listeners.delete(listener))
  }

  release(portId?: string): void {
    // Note-offs bypass the filters, so that every note ends.
    for (const id of portId === undefined ? [...this.ports.keys()] : [portId]) {
      const port = this.ports.get(id)
      if (!port) continue
      port.held.clear()
      const before = new PortState(port)
      for (const bytes of port.silence()) this.take(parseMidiMessage(bytes), bytes, { portId: id }, before)
    }
  }

  soundingNotes(portId?: string): number {
    if (portId !== undefined) return this.ports.get(portId)?.notes ?? 0
    let notes = 0
    for (const port of this.ports.values()) notes += port.notes
    return notes
  }

  bendOf(portId: string, channel: number): number {
    const state = this.ports.get(portId)?.channel(channel - 1)
    return state && state.bend !== BEND_CENTER ? state.bentBy(this.setRanges.get(portId)) : 0
  }

  rangeOf(portId: string, channel: number): number {
    const port = this.ports.get(portId)
    return this.setRanges.get(portId) ?? port?.channel(channel - 1).bendRange ?? DEFAULT_BEND_RANGE
  }

  /** Sets the semitones at full bend; 0 restores the device's own range. */
  setBendRange(portId: string, semitones: number): void {
    if (semitones === 0) this.setRanges.delete(portId)
    else this.setRanges.set(portId, semitones)
    this.parts.events.emit(BEND_RANGE_CHANGED, portId)
  }

  /** Returns a port's state, excluding a message that is still being filtered. */
  stateOf(portId: string): PortState | undefined {
    return this.ports.get(portId)
  }

  forget(portId: string): void {
    this.ports.delete(portId)
    this.setRanges.delete(portId)
  }

  private take(
    message: MidiMessage | undefined,
    bytes: ArrayLike<number>,
    { portId, at, time, key, string, octaveOffset }: ReceiveOptions,
    before?: PortState,
  ): MidiEvent | undefined {
    const { events, maker, log, console } = this.parts
    const port = this.portOf(portId)
    const circumstances = {
      key: key ?? this.nextKey,
      time: time ?? this.localTime(),
      at: at ?? this.now(),
      portId,
      string,
      octaveOffset,
      begun: message?.type === 'note-off' ? (before ?? port).begun(message.channel, message.note) : undefined,
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
    this.apply(event, port)
    log.append(event)
    for (const listener of this.listeners) {
      try {
        listener(event)
      } catch (error) {
        console.error('A MIDI input listener failed', error)
      }
    }
    events.emit(MIDI_EVENT, event)
    return event
  }

  private portOf(id: string): FilteredPort {
    return getOrMake(this.ports, id, createPort)
  }

  private apply(event: MidiEvent, port: PortState): void {
    const { portId, channel } = event
    if (event.kind !== 'controller' || !isDataEntry(event.controller)) {
      port.applyEvent(event)
      return
    }
    const before = this.rangeOf(portId, channel)
    port.applyEvent(event)
    if (this.rangeOf(portId, channel) !== before) this.parts.events.emit(BEND_RANGE_CHANGED, portId)
  }

  /** Logs a malformed message without interpreting it. A wrong guess would leave notes hanging. */
  private refuse(bytes: ArrayLike<number>, circumstances: Circumstances): void {
    const { console, log } = this.parts
    const event = malformedEvent(bytes, circumstances)
    this.countKey(event)
    log.append(event)
    const now = this.now()
    if (now - this.warnedAt < WARN_EVERY_MS) {
      this.notWarned += 1
      return
    }
    const more = this.notWarned > 0 ? ` (and ${this.notWarned} more before it)` : ''
    console.warn(`Dropped bytes from ${event.portId} that are not a MIDI message${more}`, event.raw)
    this.warnedAt = now
    this.notWarned = 0
  }

  /** Keeps keys unique by continuing after those of a replayed log. */
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

const REREAD_MS = 1000 // how soon a change to the system clock or time zone is noticed

function createLocalTime(clock: Pick<ClockPort, 'date'>, clockNow: () => number): () => string {
  let readAt = Number.NEGATIVE_INFINITY
  let dayAtZero = 0 // time of day at clock time 0, ms
  let shownMs = Number.NaN
  let shown = ''

  return () => {
    const now = clockNow()
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
