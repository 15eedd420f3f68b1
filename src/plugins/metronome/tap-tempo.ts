/** The tempo of taps. */
import { BPM } from './settings.js'

/** After so long the next tap is the first of another tempo. */
const PAUSE_MS = 2500
const MOST_TAPS = 8
const MINUTE_MS = 60_000

export interface TapTempo {
  /** @param atMs when it was tapped @returns beats a minute; `undefined` for a first tap */
  tap(atMs: number): number | undefined
}

export function createTapTempo(): TapTempo {
  let taps: number[] = []
  return {
    tap(atMs) {
      const last = taps.at(-1)
      if (last === undefined || atMs - last > PAUSE_MS || atMs <= last) {
        taps = [atMs]
        return undefined
      }
      taps = [...taps, atMs].slice(-MOST_TAPS)
      const apart = taps
        .slice(1)
        .map((tap, index) => tap - (taps[index] ?? 0))
        .sort((a, b) => a - b)
      // The middle one: a single slip does not count.
      const middle = apart.length >> 1
      const usual =
        apart.length % 2 === 1 ? apart[middle] : ((apart[middle - 1] ?? 0) + (apart[middle] ?? 0)) / 2
      return Math.round(Math.min(BPM.most, Math.max(BPM.least, MINUTE_MS / (usual ?? PAUSE_MS))))
    },
  }
}
