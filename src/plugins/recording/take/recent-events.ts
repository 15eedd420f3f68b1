import type { MidiEvent } from '../../../core/music/midi/midi-event.js'

export const KEPT_MS = 120_000
const MOST_EVENTS = 60_000 // pitch bends of a guitar alone can be a thousand a second

export function createRecentEvents() {
  let events: MidiEvent[] = []
  let first = 0

  const forget = (nowMs: number) => {
    while (
      first < events.length &&
      (nowMs - (events[first]?.at ?? 0) > KEPT_MS || events.length - first > MOST_EVENTS)
    )
      first += 1
    // In large pieces, because moving the rest takes longer than adding an event.
    if (first < 1024 && first < events.length) return
    events = events.slice(first)
    first = 0
  }

  return {
    add(event: MidiEvent): void {
      events.push(event)
      forget(event.at)
    },
    /** The last two minutes. @param nowMs on the input's clock */
    list(nowMs: number): readonly MidiEvent[] {
      forget(nowMs)
      return events.slice(first)
    },
    clear(): void {
      events = []
      first = 0
    },
  }
}
