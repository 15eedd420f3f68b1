import { useCallback, useEffect, useState } from 'react'
import type { CallArguments, Endpoint } from '../../contract/endpoint.js'
import type { CallOptions } from '../../http/api-client.js'
import { failureNotice, type RefusalWords } from '../../http/error-sentences.js'
import { useKernel } from '../kernel-context.js'

export type Answer<T> = ReturnType<typeof useAnswer<T>>

/** @param ask called again when the function changes; the previous call is aborted */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>) {
  const [state, setState] = useState<{ value?: T; error?: unknown; busy: boolean }>({ busy: true })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a reload
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

/** Calls an endpoint again whenever its input or `again` changes. */
export function useCall<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  ...[input, again]: [...CallArguments<P, Q, B>, again?: unknown]
): Answer<A> {
  const { api } = useKernel()
  const asked = JSON.stringify(input ?? {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers change `again` to repeat the call
  const ask = useCallback(
    (signal: AbortSignal) => {
      const given = [JSON.parse(asked), { signal }] as unknown
      return api.call(endpoint, ...(given as [...CallArguments<P, Q, B>, CallOptions]))
    },
    [api, endpoint, asked, again],
  )
  return useAnswer(ask)
}

export function useAttempt(words: RefusalWords) {
  const { notices } = useKernel()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notices.post(failureNotice(error, words))
    } finally {
      setBusy(false)
    }
  }
  return { busy, attempt }
}
