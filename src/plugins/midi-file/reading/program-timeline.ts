/** Which program (instrument) each channel has at each moment of a file, whichever track changed it. */

import type { TrackEvents } from './track-events.js'

interface Change {
  readonly ticks: number
  readonly program: number
  heard: boolean
}

export function programTimeline(tracks: readonly TrackEvents[]) {
  const changes: Change[][] = Array.from({ length: 16 }, () => [])
  for (const track of tracks) {
    for (const { ticks, status, first } of track.channel) {
      if (status >> 4 === 0xc) changes[status & 15]?.push({ ticks, program: first, heard: false })
    }
  }
  for (const list of changes) list.sort((a, b) => a.ticks - b.ticks)
  return {
    /** Program of a channel (0–15) at a tick; 0 before anything set one. */
    at(channel: number, ticks: number) {
      const list = changes[channel] ?? []
      let low = 0
      let high = list.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((list[middle]?.ticks ?? 0) <= ticks) low = middle + 1
        else high = middle
      }
      const change = list[low - 1]
      if (!change) return 0
      change.heard = true
      return change.program
    },
    /** Of all changes asked about so far: those after an earlier one that was heard, and those that were not. */
    counts(): { readonly moved: number; readonly unheard: number } {
      const heard = changes.map(list => list.filter(change => change.heard))
      // The first of a channel is its instrument from the beginning; the same one again changes nothing.
      const moved = heard.map(list =>
        list.filter(({ program }, index) => index > 0 && list[index - 1]?.program !== program),
      )
      return {
        moved: moved.flat().length,
        unheard: changes.flatMap(list =>
          list.filter(({ heard, program }, index) => !heard && list[index - 1]?.program !== program),
        ).length,
      }
    },
  }
}

export type ProgramTimeline = ReturnType<typeof programTimeline>
