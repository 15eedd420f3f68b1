/** What was played a moment ago: it can be kept although nothing was recording. */
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'

/** Two minutes. */
export const KEPT_MS = 120_000
/** However fast it is played: pitch bends of a guitar alone can be a thousand a second. */
const MOST_EVENTS = 60_000

export interface RecentEvents {
  add(event: MidiEvent): void
  /** Those of the last two minutes, in the order in which they came. @param nowMs on the input's clock */
  list(nowMs: number): readonly MidiEvent[]
  clear(): void
}

export function createRecentEvents(): RecentEvents {
  let events: MidiEvent[] = []
  let first = 0

  const forget = (nowMs: number) => {
    while (
      first < events.length &&
      (nowMs - (events[first]?.at ?? 0) > KEPT_MS || events.length - first > MOST_EVENTS)
    )
      first += 1
    // In large pieces: moving the rest for each event would take longer than adding it.
    if (first < 1024 && first < events.length) return
    events = events.slice(first)
    first = 0
  }

  return {
    add(event) {
      events.push(event)
      forget(event.at)
    },
    list(nowMs) {
      forget(nowMs)
      return events.slice(first)
    },
    clear() {
      events = []
      first = 0
    },
  }
}
