/** What filters make of one message: each in its order gets what the one before has passed on. */

import { parseMidiMessage } from '../../../core/music/midi/midi-message.js'
import { FretworkError } from '../../../core/platform/fretwork-error.js'
import type { ChangedMessage, FilterCall, MidiFilter } from '../tokens.js'

export interface FilterChainParts {
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
}

export class FilterChain {
  private known: readonly MidiFilter[] = []
  private anyChanges = false

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
  run(bytes: ArrayLike<number>, passage: Passage, after?: MidiFilter): readonly ArrayLike<number>[] {
    // A copy: a filter that throws is taken out of the list meanwhile.
    const filters = [...this.parts.filters()]
    let messages: readonly ArrayLike<number>[] = [bytes]
    for (const filter of filters.slice(after === undefined ? 0 : filters.indexOf(after) + 1)) {
      messages = messages.flatMap(message => this.pass(filter, message, passage))
    }
    return messages
  }

  /** Shows a note-off to a filter that has got its note-on. */
  show(filter: MidiFilter, noteOff: ArrayLike<number>, passage: Passage): void {
    if (this.isInForce(filter)) this.change(filter, noteOff, passage)
  }

  private pass(filter: MidiFilter, bytes: ArrayLike<number>, passage: Passage): readonly ArrayLike<number>[] {
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
    { portId, at, string, sendOf }: Passage,
  ): readonly ArrayLike<number>[] {
    if (!filter.change) return [bytes]
    try {
      const call = { portId, at, ...(string !== undefined && { string }), send: sendOf(filter) }
      return messagesOf(filter.change(bytes, call), filter) ?? [bytes]
    } catch (error) {
      this.parts.onFilterFailed(filter, error)
      return [bytes]
    }
  }
}

/** @throws FretworkError `midi_filter_message` for what is not one MIDI message each */
function messagesOf(changed: ChangedMessage, filter: MidiFilter): readonly ArrayLike<number>[] | undefined {
  if (changed === undefined || changed === null) return undefined
  const messages = isOne(changed) ? [changed] : changed
  for (const bytes of messages) checkMessage(bytes, filter)
  return messages
}

function isOne(changed: ArrayLike<number> | readonly ArrayLike<number>[]): changed is ArrayLike<number> {
  return typeof changed[0] === 'number'
}

/** @throws FretworkError `midi_filter_message` */
export function checkMessage(bytes: ArrayLike<number>, { id }: MidiFilter): void {
  if (bytes !== null && typeof bytes === 'object' && parseMidiMessage(bytes)) return
  const text = JSON.stringify(bytes)
  throw new FretworkError(
    'midi_filter_message',
    `The filter "${id}" made ${text}, which is not one MIDI message; return its bytes, such as noteOn(1, 60, 0.8).`,
  )
}
