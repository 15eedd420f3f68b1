import { useEffect } from 'react'

export interface Moving {
  readonly running: boolean
  readonly rest: number
  readonly now: () => number
}

/** @param show memoized function, called again when it changes */
export function useMoment({ running, rest, now }: Moving, show: (moment: number) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `now` is read in each frame, so it need not trigger the effect
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
