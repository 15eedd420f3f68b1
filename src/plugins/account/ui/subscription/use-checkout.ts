/** Beginning to pay: the server is asked for a checkout, and the page that takes the payment is opened. */
import { useState } from 'react'
import type * as z from 'zod/mini'
import { type accountState, type stripeAccountState, stripeCheckout } from '../../../../core/api/account.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { Offer } from '../../offers.js'
import { refusalOf } from '../../refusals.js'
import { rememberCheckout } from '../../waiting-checkout.js'

const { TRY_AGAIN } = phrases({ TRY_AGAIN: 'Try again' })
/** What passes by itself. */
const RETRIED: readonly string[] = ['payment_unavailable', 'network', 'timeout']

export interface EmbeddedCheckout {
  readonly title: string
  readonly clientSecret: string
  readonly publishableKey: string
}

/** @param payment how this server takes payments */
export function useCheckout(
  account: z.infer<typeof accountState>,
  payment: z.infer<typeof stripeAccountState>,
) {
  const { api, notices, platform, tenant } = useKernel()
  const [busy, setBusy] = useState<string>()
  const [embedded, setEmbedded] = useState<EmbeddedCheckout>()
  const choose = async (offer: Offer) => {
    setBusy(offer.key)
    try {
      const { client_secret: clientSecret } = await api.call(stripeCheckout, { body: { product: offer.key } })
      rememberCheckout(platform, tenant.storageKey('Checkout'), account)
      if (payment.publishableKey === undefined) location.assign(`/dev/checkout/${clientSecret}`)
      else setEmbedded({ title: offer.title, clientSecret, publishableKey: payment.publishableKey })
    } catch (error) {
      const again = { label: TRY_AGAIN, run: () => void choose(offer) }
      const action = RETRIED.includes(codeOf(error)) ? { action: again } : {}
      notices.post({ kind: 'error', code: codeOf(error), ...refusalOf(error), ...action })
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, choose, embedded, close: () => setEmbedded(undefined) }
}
