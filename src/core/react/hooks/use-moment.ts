/** Follows something that moves in time: frame by frame while it runs, and where it rests when it does not. */
import { useEffect } from 'react'

export interface Moving {
  readonly running: boolean
  /** Where it is while it does not run. */
  readonly rest: number
  /** Where it is now. */
  readonly now: () => number
}

/** @param show is called again when it is another function: memoize it */
export function useMoment({ running, rest, now }: Moving, show: (moment: number) => void): void {
  // `now` is read in each frame; only a rest is a reason to show once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function for the same clock changes nothing
  useEffect(() => {
    if (!running) {
      show(rest)
      return
    }
    let frame = requestAnimationFrame(function next() {
      show(now())
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [running, rest, show])
}
