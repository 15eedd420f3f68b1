/** Progress that is reported for each of a thousand songs is shown twenty times a second. */

const EVERY_MS = 50

/** @returns calls `say` at once, then with the newest of what came since, no more often than every 50 ms */
export function throttled<A extends readonly unknown[]>(say: (...args: A) => void): (...args: A) => void {
  let newest: A | undefined
  let isPausing = false
  const next = () => {
    isPausing = newest !== undefined
    if (newest === undefined) return
    say(...newest)
    newest = undefined
    setTimeout(next, EVERY_MS)
  }
  return (...args) => {
    newest = args
    if (!isPausing) next()
  }
}
