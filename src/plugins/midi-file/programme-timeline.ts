/** Which programme (instrument) each channel has at each moment of a file, whichever track changed it. */

import type { TrackEvents } from './track-events.js'

export interface ProgrammeTimeline {
  /** Programme of a channel (0–15) at a tick; 0 before anything set one. */
  at(channel: number, ticks: number): number
}

interface Change {
  readonly ticks: number
  readonly programme: number
}

export function programmeTimeline(tracks: readonly TrackEvents[]): ProgrammeTimeline {
  const changes: Change[][] = Array.from({ length: 16 }, () => [])
  for (const track of tracks) {
    for (const { ticks, status, first } of track.channel) {
      if (status >> 4 === 0xc) changes[status & 15]?.push({ ticks, programme: first })
    }
  }
  for (const list of changes) list.sort((a, b) => a.ticks - b.ticks)
  return {
    at(channel, ticks) {
      const list = changes[channel] ?? []
      let low = 0
      let high = list.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((list[middle]?.ticks ?? 0) <= ticks) low = middle + 1
        else high = middle
      }
      return list[low - 1]?.programme ?? 0
    },
  }
}
