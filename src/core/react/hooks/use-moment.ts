import { useEffect } from 'react'

export interface Moving {
  readonly running: boolean
  readonly rest: number
  readonly now: () => number
}

/** @param show memoize it: a new function is called again */
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
