/** Coming back from a checkout: the plan is looked at until the payment has been told, for a while. */
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { accountState } from '../../../../core/api/account.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { forgetCheckout, waitingCheckout } from '../../waiting-checkout.js'

const LOOK_EVERY_MS = 2000
const LOOKS = 10

const { CHANGED } = phrases({ CHANGED: 'Your plan has changed. What it opens is open now.' })

export type Arrival = 'none' | 'waiting' | 'given-up'

/**
 * @param account as it was looked at last
 * @param look looks again
 * @param paid whether the address says so: who went back without paying has nothing to wait for
 */
export function useArrival(
  account: z.infer<typeof accountState> | undefined,
  look: () => void,
  paid: boolean,
): Arrival {
  const { auth, notices, platform, tenant } = useKernel()
  const key = tenant.storageKey('Checkout')
  const [hasChanged] = useState(() => (paid ? waitingCheckout(platform, key) : undefined))
  const [state, setState] = useState<Arrival>(hasChanged ? 'waiting' : 'none')
  const looks = useRef(0)

  useEffect(() => {
    if (!paid) forgetCheckout(platform, key)
  }, [paid, platform, key])

  useEffect(() => {
    if (state !== 'waiting' || !account || !hasChanged) return
    if (hasChanged(account)) {
      forgetCheckout(platform, key)
      setState('none')
      notices.post({ kind: 'success', source: 'account', message: CHANGED })
      // The claims of the plan are in the token.
      void auth.refresh({ anew: true })
      return
    }
    if (looks.current >= LOOKS) {
      forgetCheckout(platform, key)
      setState('given-up')
      return
    }
    looks.current++
    const waiting = platform.clock.after(LOOK_EVERY_MS, look)
    return () => waiting.dispose()
  }, [account, hasChanged, state, look, platform, key, notices, auth])

  return state
}
