import { useCallback } from 'react'
import type { CallArguments, Endpoint } from '../../../core/api/endpoint.js'
import { type Answer, useAnswer } from '../../../core/react/hooks/use-answer.js'
import { useService } from '../../../core/react/kernel-context.js'
import { KEPT } from '../internal-tokens.js'

/** As `useCall`; without a connection, the last answer. */
export function useKept<P, Q, B, A>(
  endpoint: Endpoint<P, Q, B, A>,
  ...[input, again]: [...CallArguments<P, Q, B>, again?: unknown]
): Answer<A> {
  const kept = useService(KEPT)
  const asked = JSON.stringify(input ?? {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` is a reason of the caller's
  const ask = useCallback(() => {
    const given = [JSON.parse(asked)] as unknown
    return kept.call(endpoint, ...(given as CallArguments<P, Q, B>))
  }, [kept, endpoint, asked, again])
  return useAnswer(ask)
}
