/** What holds at a moment: the programme, controllers and bends that were set before it. */
import type { ReplayEvent, ReplaySource } from './replay-source.js'

/** Channel mode messages (MIDI 1.0): they do something once, and hold nothing. */
const FIRST_MODE = 120

/** One message for each of them, in the order in which they were last set. @param at on the source's clock */
export function chased(source: ReplaySource, at: number, time: string): ReplayEvent[] {
  const held = new Map<string, ReplayEvent>()
  const hold = (event: ReplayEvent) => {
    const key = whatItSets(event)
    if (key === undefined) return
    held.delete(key)
    held.set(key, event)
  }
  for (const event of source.state) hold(event)
  for (const event of source.events) if (event.at < at) hold(event)
  return [...held.values()].map(({ raw, portId, track }, index) => ({
    ...{ raw, portId, track, at, time },
    // Not part of what is played: a number of its own that meets no other.
    key: -1 - index,
  }))
}

function whatItSets({ raw, portId }: ReplayEvent): string | undefined {
  const [status = 0, first = 0] = raw
  switch (status >> 4) {
    case 0xb:
      return first < FIRST_MODE ? `${portId} ${status} ${first}` : undefined
    case 0xc:
    case 0xd:
    case 0xe:
      return `${portId} ${status}`
    default:
      return undefined
  }
}
