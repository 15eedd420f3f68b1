/** A MIDI filter of a plugin that runs apart: it holds each message back until the plugin has answered. */
import { isNoteOn } from '../../../core/music/midi/midi-message.js'
import type { ClockPort } from '../../../core/platform/ports.js'
import type { FilterCall, MidiFilter } from '../../../plugins/midi-io/tokens.js'
import { Budget } from './budget.js'
import { pick, textOf } from './data.js'
import { misfit, tooMany } from './refusals.js'

export interface FilterParts {
  readonly plugin: string
  readonly data: Readonly<Record<string, unknown>>
  readonly clock: ClockPort
  /** Asks the plugin what it makes of a message. */
  readonly ask: (bytes: readonly number[], call: ApartFilterCall) => Promise<unknown>
}

/** `FilterCall` as data: `send` is found again by the number. */
export type ApartFilterCall = Omit<FilterCall, 'send'> & { readonly number: number }

/** From then on waiting is worse than a message that is not changed: it is heard as late. */
const LATE_MS = 100
/** Where the page itself has kept the answer waiting, it is taken in first. */
const PAGE_WAS_BUSY_MS = 10
/** Notes that can still be sent for, however long ago they were played. */
const REMEMBERED = 500
/** Messages for one; a chord has fewer. */
const MADE_OF_ONE = 32
/** Messages, at once and then in a second: a cable carries a thousand. */
const MADE = 2000
const MADE_PER_SECOND = 1500

export class ApartFilter implements MidiFilter {
  readonly id: string
  readonly order: number
  private readonly sends = new Map<number, FilterCall['send']>()
  private readonly made: Budget
  private last = 0
  private failure: unknown

  constructor(private readonly parts: FilterParts) {
    const { data, plugin, clock } = parts
    this.id = `${plugin}.${textOf(data.id, 60)}`
    this.order = typeof data.order === 'number' ? data.order : 0
    this.made = new Budget(MADE, MADE_PER_SECOND, () => clock.now())
  }

  change(bytes: ArrayLike<number>, { send, ...call }: FilterCall): readonly ArrayLike<number>[] {
    // Thrown here, it takes the filter out, as that of any plugin.
    if (this.failure !== undefined) throw this.failure
    const number = ++this.last
    this.sends.set(number, send)
    this.sends.delete(number - REMEMBERED)
    void this.pass(Array.from(bytes), { ...call, number }, send)
    return []
  }

  /** Passes on what the plugin sends later. @param number of the message that it sends this for */
  send(number: unknown, bytes: unknown, atMs: unknown): void {
    const send = this.sends.get(number as number)
    if (!send) throw misfit(this.parts.plugin, 'a message that was played long ago')
    this.sendAll([[bytes, atMs]], send)
  }

  private async pass(bytes: number[], call: ApartFilterCall, send: FilterCall['send']): Promise<void> {
    const { clock, ask } = this.parts
    let isOver = false
    const asItWas = () => {
      if (isOver) return
      isOver = true
      // Notes end with what they have become.
      if (!isNoteOff(bytes)) send(bytes, clock.now())
    }
    const late = clock.after(LATE_MS, () => clock.after(PAGE_WAS_BUSY_MS, asItWas))
    try {
      const answer = await ask(bytes, call)
      if (isOver) return
      const { messages = [bytes], sent = [] } = pick(answer, ['messages', 'sent'])
      const now = isNoteOff(bytes) ? [] : listOf(messages).map(message => [message, clock.now()])
      this.sendAll([...now, ...listOf(sent)], send)
      isOver = true
    } catch (error) {
      this.failure ??= error
      asItWas()
    } finally {
      late.dispose()
    }
  }

  private sendAll(messages: readonly unknown[], send: FilterCall['send']): void {
    if (messages.length > MADE_OF_ONE || !this.made.spend(messages.length)) {
      throw tooMany(this.parts.plugin, 'makes too many MIDI messages')
    }
    for (const message of messages) {
      const [bytes, atMs] = listOf(message)
      send(listOf(bytes) as number[], Number(atMs))
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isNoteOff(bytes: readonly number[]): boolean {
  const kind = (bytes[0] ?? 0) >> 4
  return (kind === 0x8 || kind === 0x9) && !isNoteOn(bytes)
}
