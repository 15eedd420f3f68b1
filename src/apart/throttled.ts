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
