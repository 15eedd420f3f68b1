/** What filters make of one message: each in its order gets what the one before has passed on. */

import { parseMidiMessage } from '../../../core/music/midi/midi-message.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { ChangedMessage, FilterCall, MidiFilter } from '../tokens.js'

export interface FilterChainParts {
  readonly clock: Pick<ClockPort, 'now' | 'after'>
  /** Those in force now, in order. */
  readonly filters: () => readonly MidiFilter[]
  /** Called with a filter that threw: it is not asked again. */
  readonly onFilterFailed: (filter: MidiFilter, thrown: unknown) => void
  /** Whether a message ends what sounds on a port: it passes, whatever a filter accepts. */
  readonly ends: (bytes: ArrayLike<number>, portId: string) => boolean
}

/** What a filter may use while it changes a message; `asked` is called with each note-on that it gets. */
export interface Passage extends Omit<FilterCall, 'send'> {
  readonly sendOf: (filter: MidiFilter) => FilterCall['send']
  readonly asked?: (filter: MidiFilter, bytes: ArrayLike<number>) => void
  readonly lanes: Lanes
  /** Until when its message waits, in milliseconds of the clock; set when it waits for the first time. */
  waitsUntil?: number
}

/** Of one port, by filter: resolved when the filter has been asked for the message before. */
export type Lanes = Map<MidiFilter, Promise<void>>

type Messages = readonly ArrayLike<number>[]

/** From then on waiting is worse than a message that is not changed: it is heard as late. */
const LATE_MS = 100
/** Where the application itself has kept the answer waiting, it is taken in first. */
const WAS_BUSY_MS = 10
/** In a row, at most one in a tenth of a second; then the filter is taken out. */
const LATE_ANSWERS = 20

export class FilterChain {
  private known: readonly MidiFilter[] = []
  private anyChanges = false
  private readonly lates = new WeakMap<MidiFilter, { readonly times: number; readonly at: number }>()

  constructor(private readonly parts: FilterChainParts) {}

  /** Whether a filter in force changes messages, and does not only let them pass or not. */
  get changes(): boolean {
    const filters = this.parts.filters()
    if (filters !== this.known) {
      this.known = filters
      this.anyChanges = filters.some(({ change }) => change !== undefined)
    }
    return this.anyChanges
  }

  isInForce(filter: MidiFilter): boolean {
    return this.parts.filters().includes(filter)
  }

  accepts(bytes: ArrayLike<number>, portId: string): boolean {
    for (const filter of this.parts.filters()) if (!this.isAccepted(filter, bytes, portId)) return false
    return true
  }

  /** @param after the filter that has sent it, for a message that is sent later */
  run(bytes: ArrayLike<number>, passage: Passage, after?: MidiFilter): Messages | Promise<Messages> {
    // A copy: a filter that throws is taken out of the list meanwhile.
    const filters = [...this.parts.filters()]
    if (after) filters.splice(0, filters.indexOf(after) + 1)
    if (passage.lanes.size > 0) return this.inTurn([[bytes]], filters, passage)
    let messages: Messages = [bytes]
    for (let filter = filters.shift(); filter; filter = filters.shift()) {
      const by = filter
      const made = messages.map(message => this.pass(by, message, passage))
      if (!made.every(isKnown)) return this.inTurn(made, filters, passage)
      messages = made.flat()
    }
    return messages
  }

  /** Each filter is asked in the order in which the messages came, however long those before it take. */
  private async inTurn(
    made: readonly (Messages | Promise<Messages>)[],
    filters: readonly MidiFilter[],
    passage: Passage,
  ): Promise<Messages> {
    const places = filters.map(filter => takePlace(passage.lanes, filter))
    let messages = (await Promise.all(made)).flat()
    for (const { filter, turn, leave } of places) {
      await turn
      const asked = this.isInForce(filter)
        ? messages.map(each => this.pass(filter, each, passage))
        : [messages]
      leave()
      messages = (await Promise.all(asked)).flat()
    }
    return messages
  }

  /** Shows a note-off to a filter that has got its note-on. */
  show(filter: MidiFilter, noteOff: ArrayLike<number>, passage: Passage): void {
    if (this.isInForce(filter)) void this.change(filter, noteOff, passage)
  }

  private pass(filter: MidiFilter, bytes: ArrayLike<number>, passage: Passage): Messages | Promise<Messages> {
    if (!this.isAccepted(filter, bytes, passage.portId)) return []
    if (filter.change) passage.asked?.(filter, bytes)
    return this.change(filter, bytes, passage)
  }

  private isAccepted(filter: MidiFilter, bytes: ArrayLike<number>, portId: string): boolean {
    try {
      // Only `false` keeps a message back, and never one that ends a note which the filter let in.
      return filter.accepts?.(bytes, portId) !== false || this.parts.ends(bytes, portId)
    } catch (error) {
      this.parts.onFilterFailed(filter, error)
      return true
    }
  }

  private change(
    filter: MidiFilter,
    bytes: ArrayLike<number>,
    passage: Passage,
  ): Messages | Promise<Messages> {
    if (!filter.change) return [bytes]
    const { portId, at, string, sendOf } = passage
    try {
      const call = { portId, at, ...(string !== undefined && { string }), send: sendOf(filter) }
      const changed = filter.change(bytes, call)
      if (isPromise(changed)) return this.answerOf(filter, bytes, Promise.resolve(changed), passage)
      return messagesOf(changed, filter) ?? [bytes]
    } catch (error) {
      this.parts.onFilterFailed(filter, error)
      return [bytes]
    }
  }

  /** Never rejects: a filter that is late, fails or is gone changes nothing. */
  private answerOf(
    filter: MidiFilter,
    bytes: ArrayLike<number>,
    changed: Promise<ChangedMessage>,
    passage: Passage,
  ): Promise<Messages> {
    return new Promise(resolve => {
      const { clock, onFilterFailed } = this.parts
      let isOver = false
      const end = (messages: Messages) => {
        isOver = true
        late.dispose()
        resolve(messages)
      }
      passage.waitsUntil ??= clock.now() + LATE_MS
      const left = passage.waitsUntil - clock.now()
      const isLate = () => {
        if (isOver) return
        end([bytes])
        // One that is asked when others have taken all the time is not to blame.
        if (left > LATE_MS / 2) this.countLate(filter)
      }
      const late = clock.after(left, () => void clock.after(left > 0 ? WAS_BUSY_MS : 0, isLate))
      const answered = (answer: ChangedMessage) => {
        const messages = messagesOf(answer, filter)
        if (isOver) return
        this.lates.delete(filter)
        end(messages && this.isInForce(filter) ? messages : [bytes])
      }
      changed.then(answered).catch(error => {
        if (this.isInForce(filter)) onFilterFailed(filter, error)
        if (!isOver) end([bytes])
      })
    })
  }

  private countLate(filter: MidiFilter): void {
    const now = this.parts.clock.now()
    const before = this.lates.get(filter) ?? { times: 0, at: Number.NEGATIVE_INFINITY }
    // All that was played in one stall is late together.
    if (now - before.at < LATE_MS) return
    const times = before.times + 1
    this.lates.set(filter, { times, at: now })
    if (times < LATE_ANSWERS || !this.isInForce(filter)) return
    this.parts.onFilterFailed(
      filter,
      new FretworkError(
        'midi_filter_late',
        `The filter "${filter.id}" was late ${times} times in a row; it has to answer within ${LATE_MS} ms.`,
      ),
    )
  }
}

interface Place {
  readonly filter: MidiFilter
  /** Resolved when the message before has been there. */
  readonly turn: Promise<void> | undefined
  readonly leave: () => void
}

function takePlace(lanes: Lanes, filter: MidiFilter): Place {
  const turn = lanes.get(filter)
  let left: () => void = () => undefined
  const gone = new Promise<void>(resolve => {
    left = resolve
  })
  lanes.set(filter, gone)
  const leave = () => {
    if (lanes.get(filter) === gone) lanes.delete(filter)
    left()
  }
  return { filter, turn, leave }
}

function isPromise(changed: unknown): changed is PromiseLike<ChangedMessage> {
  return typeof (changed as { readonly then?: unknown } | undefined)?.then === 'function'
}

function isKnown(made: Messages | Promise<Messages>): made is Messages {
  return !(made instanceof Promise)
}

/** @throws FretworkError `midi_filter_message` for what is not one MIDI message each */
function messagesOf(changed: ChangedMessage, filter: MidiFilter): Messages | undefined {
  if (changed === undefined || changed === null) return undefined
  const messages = isOne(changed) ? [changed] : changed
  for (const bytes of messages) checkMessage(bytes, filter)
  // Copies: a filter may use its list again for the next message.
  return messages.map(bytes => Array.from(bytes))
}

function isOne(changed: ArrayLike<number> | readonly ArrayLike<number>[]): changed is ArrayLike<number> {
  return typeof changed[0] === 'number'
}

/** Bytes of a wrong message that its error shows. */
const SHOWN = 20

/** @throws FretworkError `midi_filter_message` */
export function checkMessage(bytes: ArrayLike<number>, { id }: MidiFilter): void {
  if (bytes !== null && typeof bytes === 'object' && parseMidiMessage(bytes)) return
  const isList = typeof bytes === 'object' && bytes !== null
  const text = isList ? JSON.stringify(Array.from(bytes).slice(0, SHOWN)) : String(bytes)
  throw new FretworkError(
    'midi_filter_message',
    `The filter "${id}" made ${text}, which is not one MIDI message; return its bytes, such as noteOn(1, 60, 0.8).`,
  )
}
