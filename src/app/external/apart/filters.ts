/** A MIDI filter of a plugin that runs apart: it asks the plugin, and the message waits for the answer. */
import type { ClockPort } from '../../../core/platform/ports.js'
import type { ChangedMessage, FilterCall, MidiFilter } from '../../../plugins/midi-io/tokens.js'
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

/** How many of the last messages a plugin can still send for: some seconds of an expressive controller. */
const REMEMBERED = 2000
/** Messages for one; a chord has fewer. */
const MADE_OF_ONE = 32
/** Messages, at once and then in a second: a cable carries a thousand. */
const MADE = 2000
const MADE_PER_SECOND = 1500
/** Messages that are sent later, at a time. */
const AHEAD = 1000
/** Bytes of a message: all settings of a synthesizer fit into one. */
const LONGEST = 4096

export class ApartFilter implements MidiFilter {
  readonly id: string
  readonly order: number
  private readonly sends = new Map<number, FilterCall['send']>()
  private readonly made: Budget
  private last = 0
  /** When what is sent later is due, in milliseconds of the clock. */
  private due: number[] = []

  constructor(private readonly parts: FilterParts) {
    const { data, plugin, clock } = parts
    this.id = `${plugin}.${textOf(data.id, 60)}`
    this.order = typeof data.order === 'number' ? data.order : 0
    this.made = new Budget(MADE, MADE_PER_SECOND, () => clock.now())
  }

  async change(bytes: ArrayLike<number>, { send, ...call }: FilterCall): Promise<ChangedMessage> {
    const number = ++this.last
    this.sends.set(number, send)
    this.sends.delete(number - REMEMBERED)
    const answer = pick(await this.parts.ask(Array.from(bytes), { ...call, number }), ['messages', 'sent'])
    const { messages, sent } = answer
    for (const [message, atMs] of listOf(sent).map(listOf)) this.sendWith(send, message, atMs)
    if (messages === undefined) return undefined
    return this.counted(listOf(messages)).map(message => this.bytesOf(message))
  }

  /** Sends what the plugin makes after it has answered. @param number of the message that it sends this for */
  send(number: unknown, bytes: unknown, atMs: unknown): void {
    const send = this.sends.get(number as number)
    if (!send) throw misfit(this.parts.plugin, 'a message that was played long ago')
    this.sendWith(send, bytes, atMs)
  }

  private sendWith(send: FilterCall['send'], bytes: unknown, atMs: unknown): void {
    const now = this.parts.clock.now()
    if (this.due.length >= AHEAD) this.due = this.due.filter(at => at > now)
    if (this.due.length >= AHEAD) throw tooMany(this.parts.plugin, 'sends too many MIDI messages later')
    this.counted([bytes])
    send(this.bytesOf(bytes), Number(atMs))
    this.due.push(Number(atMs))
  }

  private counted(messages: readonly unknown[]): readonly unknown[] {
    if (messages.length <= MADE_OF_ONE && this.made.spend(messages.length)) return messages
    throw tooMany(this.parts.plugin, 'makes too many MIDI messages')
  }

  private bytesOf(message: unknown): readonly number[] {
    const bytes = listOf(message)
    if (bytes.length > LONGEST) throw misfit(this.parts.plugin, 'a MIDI message')
    return bytes as readonly number[]
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
