/** MIDI filters of the plugin, which the page asks for each message. */
import { isNoteOff, isNoteOn } from '../../core/music/midi/midi-message.js'
import type { Channel } from '../protocol.js'

type Bytes = ArrayLike<number>
type Changed = Bytes | readonly Bytes[] | undefined
/** As `MIDI_FILTERS` has it. */
interface Filter {
  accepts?(bytes: Bytes, portId: string): boolean
  change?(bytes: Bytes, call: object): Changed | Promise<Changed>
}

interface FilterAnswer {
  /** Undefined for the message as it is. */
  readonly messages?: readonly (readonly number[])[] | undefined
  readonly sent: readonly (readonly [bytes: readonly number[], atMs: number])[]
}

interface AskedCall {
  readonly number: number
  readonly portId: string
}

/** How often each filter has got a note: it gets as many note-offs, and no others. */
const got = new WeakMap<Filter, Map<string, number>>()

export async function askFilter(
  channel: Pick<Channel, 'call'>,
  item: number,
  filter: Filter | undefined,
  bytes: readonly number[],
  { number, ...call }: AskedCall,
): Promise<FilterAnswer> {
  if (!filter || !isForIt(filter, bytes, call.portId)) {
    return { messages: filter && [], sent: [] }
  }
  const sent: [number[], number][] = []
  let isAsked = true
  const send = (message: Bytes, atMs: number) => {
    const made = Array.from(message)
    if (isAsked) sent.push([made, atMs])
    else channel.call('filter.send', [item, number, made, atMs]).catch(error => console.error(error.message))
  }
  try {
    return { messages: listOf(await filter.change?.(bytes, { ...call, send })), sent }
  } finally {
    isAsked = false
  }
}

/** What it does not accept it keeps back; of what ends a note, it only gets to know. */
function isForIt(filter: Filter, bytes: readonly number[], portId: string): boolean {
  const notes = got.get(filter) ?? new Map<string, number>()
  got.set(filter, notes)
  const note = `${portId} ${(bytes[0] ?? 0) & 15} ${bytes[1]}`
  const times = notes.get(note) ?? 0
  if (isNoteOff(bytes)) {
    if (times > 1) notes.set(note, times - 1)
    else notes.delete(note)
    return times > 0
  }
  const isAccepted = filter.accepts?.(bytes, portId) !== false
  if (isAccepted && isNoteOn(bytes)) notes.set(note, times + 1)
  return isAccepted
}

function listOf(changed: Changed): number[][] | undefined {
  if (changed === undefined || changed === null) return undefined
  const messages = typeof changed[0] === 'number' ? [changed as Bytes] : (changed as readonly Bytes[])
  return Array.from(messages, message => Array.from(message))
}
