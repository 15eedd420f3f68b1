/** MIDI filters of the plugin, which the page asks for each message. */
import { isNoteOn } from '../../core/music/midi/midi-message.js'
import type { Channel } from '../protocol.js'

type Bytes = ArrayLike<number>
/** As `MIDI_FILTERS` has it. */
interface Filter {
  accepts?(bytes: Bytes, portId: string): boolean
  change?(bytes: Bytes, call: object): Bytes | readonly Bytes[] | undefined
}

interface FilterAnswer {
  /** Undefined for the message as it is. */
  readonly messages?: readonly (readonly number[])[] | undefined
  readonly sent: readonly (readonly [bytes: readonly number[], atMs: number])[]
}

export function askFilter(
  channel: Channel,
  item: number,
  filter: Filter | undefined,
  bytes: readonly number[],
  { number, ...call }: { readonly number: number; readonly portId: string },
): FilterAnswer {
  if (!filter) return { sent: [] }
  // What ends is never kept back.
  const isKept = !isNoteOff(bytes) && filter.accepts?.(bytes, call.portId) === false
  if (isKept) return { messages: [], sent: [] }
  const sent: [number[], number][] = []
  let isAsked = true
  const send = (message: Bytes, atMs: number) => {
    const made = Array.from(message)
    if (isAsked) sent.push([made, atMs])
    else channel.call('filter.send', [item, number, made, atMs]).catch(error => console.error(error.message))
  }
  try {
    return { messages: listOf(filter.change?.(bytes, { ...call, send })), sent }
  } finally {
    isAsked = false
  }
}

function listOf(changed: Bytes | readonly Bytes[] | undefined): number[][] | undefined {
  if (changed === undefined || changed === null) return undefined
  const messages = typeof changed[0] === 'number' ? [changed as Bytes] : (changed as readonly Bytes[])
  return Array.from(messages, message => Array.from(message))
}

function isNoteOff(bytes: readonly number[]): boolean {
  const kind = (bytes[0] ?? 0) >> 4
  return (kind === 0x8 || kind === 0x9) && !isNoteOn(bytes)
}
