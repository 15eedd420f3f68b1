import { useCallback, useEffect, useState } from 'react'

export interface Answer<T> {
  readonly value: T | undefined
  readonly error: unknown
  readonly busy: boolean
  reload(): void
}

/** @param ask called again whenever it is another function; the earlier call is aborted */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): Answer<T> {
  const [state, setState] = useState<{ value?: T; error?: unknown; busy: boolean }>({ busy: true })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a round is another time, though nothing in it differs
  useEffect(() => {
    const ending = new AbortController()
    setState(({ value }) => ({ ...(value !== undefined && { value }), busy: true }))
    ask(ending.signal).then(
      value => !ending.signal.aborted && setState({ value, busy: false }),
      error =>
        !ending.signal.aborted &&
        setState(({ value }) => ({ ...(value !== undefined && { value }), error, busy: false })),
    )
    return () => ending.abort()
  }, [ask, round])

  const reload = useCallback(() => setRound(last => last + 1), [])
  return { value: state.value, error: state.error, busy: state.busy, reload }
}
