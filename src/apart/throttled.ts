/** What changes for each of a thousand songs, or sixty times a second, is passed on less often. */

/** @returns calls `pass` at once, then with the newest of what came since, no more often than every `everyMs` */
export function throttled<A extends readonly unknown[]>(
  everyMs: number,
  pass: (...args: A) => void,
): (...args: A) => void {
  let newest: A | undefined
  let isPausing = false
  const next = () => {
    isPausing = newest !== undefined
    if (newest === undefined) return
    const args = newest
    newest = undefined
    setTimeout(next, everyMs)
    pass(...args)
  }
  return (...args) => {
    newest = args
    if (!isPausing) next()
  }
}
