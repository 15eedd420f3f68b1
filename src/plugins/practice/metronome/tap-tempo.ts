/** The tempo of taps. */
import { median } from '../../../core/platform/ordered.js'
import { BPM } from '../metronome-settings.js'

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
      // The middle one: a single slip does not count.
      const apart = median(taps.slice(1).map((tap, index) => tap - (taps[index] ?? 0)))
      return Math.round(Math.min(BPM.most, Math.max(BPM.least, MINUTE_MS / (apart ?? PAUSE_MS))))
    },
  }
}
