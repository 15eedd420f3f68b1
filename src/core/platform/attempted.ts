/** Runs `work`, and returns `undefined` if it throws. */
export function attempted<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
