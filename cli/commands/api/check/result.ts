/** What a check says about one request. */

export interface CheckResult {
  readonly endpoint: string
  readonly what: string
  readonly outcome: 'ok' | 'fault' | 'skipped'
  /** What is wrong, or why it was left out. */
  readonly problems: readonly string[]
  /** Of a fault: the request for a shell, without secrets. */
  readonly repeat?: string
  /** Of a fault: status, headers and the beginning of the body that came, without secrets. */
  readonly received?: readonly string[]
  /** The status of a success, or the code of a refusal. */
  readonly answer?: string
}

/**
 * Numbers requests that would otherwise have the same name, since a saved fault is found again by its name.
 * @example ['from a user', 'from a user'] becomes ['from a user', 'from a user (2)']
 */
export function numbered(results: readonly CheckResult[]): CheckResult[] {
  const seen = new Map<string, number>()
  return results.map(result => {
    const name = `${result.endpoint} ${result.what}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? result : { ...result, what: `${result.what} (${count})` }
  })
}
