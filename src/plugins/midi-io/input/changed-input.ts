/** Messages that filters change: remembers what each has become, so that all of it ends with it. */
import { CONTROLLER, endsAllNotes } from '../../../core/music/midi/controllers.js'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { isNoteOff, isNoteOn } from '../../../core/music/midi/midi-message.js'
import type { PortState } from '../../../core/music/midi/port-state.js'
import type { Disposable } from '../../../core/platform/disposable.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import { getOrMake } from '../../../core/platform/get-or-make.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { MidiFilter, ReceiveOptions } from '../tokens.js'
import { checkMessage, type FilterChain, type Lanes, type Passage } from './filter-chain.js'
import {
  beginNote,
  endOf,
  type HeldNote,
  HeldNotes,
  type MadeNote,
  noteKey,
  type SentNote,
} from './held-notes.js'
import { LeftOn } from './left-on.js'
import { WaitingMessages } from './waiting-messages.js'

/** As far ahead as an output takes messages. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000
const SYSTEM_RESET = 0xff

interface ChangedInputParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  readonly chain: FilterChain
  /** The state of a port after what was received so far. */
  readonly port: (portId: string) => PortState | undefined
  /** Receives a message that has passed the filters. */
  readonly take: (bytes: ArrayLike<number>, options: ReceiveOptions) => MidiEvent | undefined
  readonly isOpen: () => boolean
  /** `HH:mm:ss:SSS` */
  readonly localTime: () => string
}

interface Port {
  readonly id: string
  readonly notes: HeldNotes
  readonly left: LeftOn
  readonly waiting: WaitingMessages
  readonly lanes: Lanes
  /** Of what is sent later, with the filter that sends it. */
  readonly timers: Map<Disposable, MidiFilter | undefined>
}

/** Where a message comes from: what `take` is given with what it becomes. */
type Origin = ReceiveOptions & { readonly at: number }

/** A message of the input, and what the filters have made of it. */
interface Played {
  readonly held: HeldNote
  readonly bytes: ArrayLike<number>
  readonly messages: readonly ArrayLike<number>[]
  readonly origin: Origin
}

export class ChangedInput implements Disposable {
  private readonly ports = new Map<string, Port>()

  constructor(private readonly parts: ChangedInputParts) {}

  /** Whether it has to see the messages of a port: a filter changes them, or has changed what sounds there. */
  isConcerned(portId: string): boolean {
    if (this.parts.chain.changes) return true
    if (this.ports.size === 0) return false
    const port = this.ports.get(portId)
    return port !== undefined && port.notes.size + port.left.size + port.waiting.size > 0
  }

  /** @returns the event of the first message that it has become; `undefined` while a filter is waited for */
  receive(given: ArrayLike<number>, options: ReceiveOptions): MidiEvent | undefined {
    const { clock, localTime } = this.parts
    const origin = { ...options, at: options.at ?? clock.now(), time: localTime() }
    const port = getOrMake(this.ports, options.portId, () => createPort(options.portId))
    // It may be read later than its source keeps it.
    const bytes = Array.from(given)
    if (isNoteOff(bytes)) return this.inTurn(port, undefined, () => this.noteOff(port, bytes, origin))
    // Without an end unless it is a note: what is sent for a pedal has to be ended by its filter.
    const held = beginNote(bytes, origin.at)
    const made = this.parts.chain.run(bytes, this.passage(port, held, origin))
    return this.inTurn(port, made, messages => {
      const played = { held, bytes, messages, origin }
      return isNoteOn(bytes) ? this.noteOn(port, played) : this.other(port, played)
    })
  }

  /** Calls at once, or after what waits on a port: for what the filters are not asked about. */
  after<T>(portId: string, run: () => T): T | undefined {
    const port = this.ports.get(portId)
    return port ? this.inTurn(port, undefined, run) : run()
  }

  get portIds(): Iterable<string> {
    return this.ports.keys()
  }

  /** A port is released or gone: nothing that was made for it is left. */
  forget(portId: string): void {
    const port = this.ports.get(portId)
    for (const timer of port?.timers.keys() ?? []) timer.dispose()
    port?.waiting.clear()
    this.ports.delete(portId)
  }

  /** Ends what filters have sent that are no longer in force, and keeps nothing that they wanted to send. */
  filtersChanged(): void {
    const { chain, clock } = this.parts
    for (const port of this.ports.values()) {
      for (const sent of [...port.notes.sent]) {
        if (!chain.isInForce(sent.by)) this.release(port, sent, { portId: port.id, at: clock.now() })
      }
      for (const [timer, by] of [...port.timers]) {
        if (!by || chain.isInForce(by)) continue
        timer.dispose()
        port.timers.delete(timer)
      }
    }
  }

  dispose(): void {
    for (const id of [...this.ports.keys()]) this.forget(id)
  }

  private inTurn<T, R>(port: Port, made: T | Promise<T>, goOn: (made: T) => R): R | undefined {
    return port.waiting.add(made, known => (this.parts.isOpen() ? goOn(known) : undefined))
  }

  private noteOn(port: Port, { held, bytes, messages, origin }: Played): MidiEvent | undefined {
    const key = noteKey(bytes)
    const before = port.notes.held.get(key)
    port.notes.held.set(key, held)
    if (before) {
      // Struck again without a note-off: what sounds again needs none.
      const again = new Set(messages.filter(isNoteOn).map(noteKey))
      for (const made of before.made) if (again.has(made.note)) port.notes.remove(made)
      this.release(port, before, origin)
    }
    const options = again(origin)
    return first(messages.map(message => this.pass(port, held, message, options(bytes, message))))
  }

  private noteOff(port: Port, bytes: ArrayLike<number>, origin: Origin): MidiEvent | undefined {
    const { chain, take } = this.parts
    const accepted = chain.accepts(bytes, port.id)
    const key = noteKey(bytes)
    const held = port.notes.held.get(key)
    if (!held) {
      // Begun before the filters were there. While another note keeps it sounding, it goes on.
      return accepted && !port.notes.isKept(key) ? take(bytes, origin) : undefined
    }
    port.notes.held.delete(key)
    const velocity = (bytes[0] ?? 0) >> 4 === 0x8 ? (bytes[2] ?? 0) : undefined
    return this.release(port, held, origin, velocity)
  }

  private other(port: Port, { held, bytes, messages, origin }: Played): MidiEvent | undefined {
    const { take, port: stateOf } = this.parts
    const options = again(origin)
    const events = messages.map(message => this.pass(port, held, message, options(bytes, message)))
    for (const rest of port.left.pass(bytes, messages, stateOf(port.id))) {
      events.push(take(rest, options(bytes, rest)))
    }
    if (bytes[0] === SYSTEM_RESET) this.releaseAll(port, origin)
    const [status = 0, controller = 0] = Array.from(bytes)
    const silences = controller === CONTROLLER.allSoundOff || endsAllNotes(controller)
    if (status >> 4 === 0xb && silences) this.releaseAll(port, origin, status & 15)
    return first(events)
  }

  private releaseAll(port: Port, origin: Origin, channel?: number): void {
    for (const [key, held] of [...port.notes.held]) {
      if (channel !== undefined && key >> 7 !== channel) continue
      port.notes.held.delete(key)
      this.release(port, held, origin)
    }
  }

  /** Ends what a held note has become, and what was sent for it as much later. */
  private release(port: Port, held: HeldNote, origin: Origin, velocity?: number): MidiEvent | undefined {
    held.endedAt = origin.at
    const passage = this.passage(port, held, origin)
    for (const { filter, note } of held.asked) this.parts.chain.show(filter, endOf(note, velocity), passage)
    const events = [...held.made].map(made => this.end(port, made, origin, velocity))
    if (isSent(held)) {
      port.notes.sent.delete(held)
      held.from.sent.delete(held)
    }
    for (const sent of held.sent) this.releaseLater(port, sent)
    return first(events)
  }

  private releaseLater(port: Port, sent: SentNote): void {
    const { at, from } = sent
    if (from.endedAt === undefined) return
    const origin = { portId: port.id, at: from.endedAt + at - from.at }
    this.wait(port, origin.at, () => {
      // Its filter may have ended it meanwhile.
      if (port.notes.sent.has(sent)) this.release(port, sent, origin)
    })
  }

  private end(port: Port, made: MadeNote, origin: Origin, velocity?: number): MidiEvent | undefined {
    const bytes = endOf(made.note, velocity)
    if (!port.notes.remove(made) || !this.parts.port(port.id)?.ends(bytes)) return undefined
    return this.parts.take(bytes, withString(origin, made.string))
  }

  /** Receives a message that has passed the filters, and notes what has to end with the held note. */
  private pass(port: Port, held: HeldNote, bytes: ArrayLike<number>, options: Origin): MidiEvent | undefined {
    // What the note has become ends with it, and not before.
    if (isNoteOff(bytes)) return undefined
    if (isNoteOn(bytes)) {
      const { string } = options
      port.notes.add(held, { note: noteKey(bytes), ...(string !== undefined && { string }) })
    }
    return this.parts.take(bytes, options)
  }

  private passage(port: Port, held: HeldNote, origin: Origin): Passage {
    const { portId, at, string } = origin
    return {
      ...{ portId, at, lanes: port.lanes, ...(string !== undefined && { string }) },
      asked: (filter, bytes) => {
        if (isNoteOn(bytes)) held.asked.push({ filter, note: noteKey(bytes) })
      },
      sendOf: filter => (bytes, atMs) => this.send(port, held, filter, bytes, atMs),
    }
  }

  private send(port: Port, held: HeldNote, filter: MidiFilter, bytes: ArrayLike<number>, atMs: number): void {
    const { chain, clock, isOpen } = this.parts
    checkMessage(bytes, filter)
    if (!chain.isInForce(filter)) return
    const now = clock.now()
    if (!Number.isFinite(atMs) || atMs - now > MAX_AHEAD_MS) {
      throw new FretworkError(
        'midi_filter_time',
        `The filter "${filter.id}" sends a message at ${String(atMs)}; use a time on the clock of the application, at most a day ahead.`,
      )
    }
    const at = Math.max(now, atMs)
    const message = Array.from(bytes)
    const due = () => {
      if (isOpen() && chain.isInForce(filter)) this.receiveSent(port, held, filter, message, at)
    }
    this.wait(port, at, due, filter)
  }

  private receiveSent(
    port: Port,
    from: HeldNote,
    by: MidiFilter,
    bytes: readonly number[],
    at: number,
  ): void {
    const origin = { portId: port.id, at }
    if (isNoteOff(bytes)) {
      this.inTurn(port, undefined, () => this.releaseSent(port, by, bytes, origin))
      return
    }
    const sent: SentNote = { ...beginNote(bytes, at), by, from }
    const made = this.parts.chain.run(bytes, this.passage(port, sent, origin), by)
    this.inTurn(port, made, messages => {
      if (!this.parts.chain.isInForce(by)) return
      for (const message of messages) this.pass(port, sent, message, origin)
      if (!isNoteOn(bytes)) return
      from.sent.add(sent)
      port.notes.sent.add(sent)
      this.releaseLater(port, sent)
    })
  }

  private releaseSent(port: Port, by: MidiFilter, noteOff: readonly number[], origin: Origin): void {
    for (const sent of [...port.notes.sent]) {
      if (sent.by === by && sent.note === noteKey(noteOff)) this.release(port, sent, origin, noteOff[2])
    }
  }

  private wait(port: Port, at: number, run: () => void, by?: MidiFilter): void {
    // A port that was released meanwhile has nothing more to send.
    if (this.ports.get(port.id) !== port) return
    const timer = this.parts.clock.after(Math.max(0, at - this.parts.clock.now()), () => {
      port.timers.delete(timer)
      run()
    })
    port.timers.set(timer, by)
  }
}

function isSent(held: HeldNote): held is SentNote {
  return 'by' in held
}

function createPort(id: string): Port {
  return {
    id,
    notes: new HeldNotes(),
    left: new LeftOn(),
    waiting: new WaitingMessages(),
    lanes: new Map(),
    timers: new Map(),
  }
}

/** The options of each message that one has become: only the first can have its key, and only the same note its string. */
function again(origin: Origin): (from: ArrayLike<number>, to: ArrayLike<number>) => Origin {
  let rest = origin
  return (from, to) => {
    const options = isNoteOn(to) && noteKey(from) === noteKey(to) ? rest : withString(rest, undefined)
    const { key: _, ...others } = rest
    rest = others
    return options
  }
}

function withString({ string: _, ...options }: Origin, string: number | undefined): Origin {
  return string === undefined ? options : { ...options, string }
}

function first(events: readonly (MidiEvent | undefined)[]): MidiEvent | undefined {
  return events.find(event => event !== undefined)
}
