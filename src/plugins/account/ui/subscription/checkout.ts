import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  type accountState,
  type stripeAccountState,
  stripeCheckout,
} from '../../../../core/contract/account.js'
import { failureNotice } from '../../../../core/http/error-sentences.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
import { storedJson } from '../../../../core/platform/json.js'
import { phrases } from '../../../../core/platform/phrases.js'
import type { Platform } from '../../../../core/platform/ports.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import type { Offer } from '../../offers.js'
import { refusalText } from '../../refusals.js'

const { TRY_AGAIN } = phrases({ TRY_AGAIN: 'Try again' })
const RETRIABLE: readonly string[] = ['payment_unavailable', 'network', 'timeout']

export interface EmbeddedCheckout {
  readonly title: string
  readonly clientSecret: string
  readonly publishableKey: string
}

type Account = z.infer<typeof accountState>

export function useCheckout(account: Account, payment: z.infer<typeof stripeAccountState>) {
  const { api, notices, platform, tenant } = useKernel()
  const [busy, setBusy] = useState<string>()
  const [embedded, setEmbedded] = useState<EmbeddedCheckout>()
  const choose = async (offer: Offer) => {
    setBusy(offer.key)
    try {
      const { client_secret: clientSecret } = await api.call(stripeCheckout, { body: { product: offer.key } })
      storeCheckout(platform, tenant.storageKey('Checkout'), account)
      if (payment.publishableKey === undefined) location.assign(`/dev/checkout/${clientSecret}`)
      else setEmbedded({ title: offer.title, clientSecret, publishableKey: payment.publishableKey })
    } catch (error) {
      const again = { label: TRY_AGAIN, run: () => void choose(offer) }
      const action = RETRIABLE.includes(codeOf(error)) ? { action: again } : {}
      notices.post({ ...failureNotice(error, refusalText), ...action })
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, choose, embedded, close: () => setEmbedded(undefined) }
}

const CHECK_INTERVAL_MS = 2000
const MAX_CHECKS = 10

const { CHANGED } = phrases({ CHANGED: 'Your plan has been updated. You can now use its features.' })

export type CheckoutReturn = 'none' | 'waiting' | 'given-up'

/** Waits for the plan to change after a checkout. The provider reports the payment with a delay. */
export function useCheckoutReturn(
  account: Account | undefined,
  reload: () => void,
  paid: boolean,
): CheckoutReturn {
  const { auth, notices, platform, tenant } = useKernel()
  const key = tenant.storageKey('Checkout')
  const [hasChanged] = useState(() => (paid ? pendingCheckout(platform, key) : undefined))
  const [state, setState] = useState<CheckoutReturn>(hasChanged ? 'waiting' : 'none')
  const checks = useRef(0)

  const forget = useCallback(() => platform.storage.remove(key), [platform, key])

  useEffect(() => {
    if (!paid) forget()
  }, [paid, forget])

  useEffect(() => {
    if (state !== 'waiting' || !account || !hasChanged) return
    if (hasChanged(account)) {
      forget()
      setState('none')
      notices.post({ kind: 'success', source: 'account', message: CHANGED })
      // The token contains the plan.
      void auth.refresh({ fresh: true })
      return
    }
    if (checks.current >= MAX_CHECKS) {
      forget()
      setState('given-up')
      return
    }
    checks.current++
    const waiting = platform.clock.after(CHECK_INTERVAL_MS, reload)
    return () => waiting.dispose()
  }, [account, hasChanged, state, reload, forget, platform, notices, auth])

  return state
}

const note = z.object({ at: z.number(), before: z.string() })
/** Maximum age of a checkout, ms. After this, the page shows the current plan without waiting. */
const MAX_AGE_MS = 60 * 60_000

function fingerprint({ level, status, features, renewsAt, endsAt }: Account): string {
  return JSON.stringify([level, status, [...features].sort(), renewsAt, endsAt])
}

type Parts = Pick<Platform, 'storage' | 'clock'>

export function storeCheckout({ storage, clock }: Parts, key: string, before: Account): void {
  try {
    storage.set(key, JSON.stringify({ at: clock.date().getTime(), before: fingerprint(before) }))
  } catch {
    // Without storage, the plan updates on the next reload.
  }
}

export function pendingCheckout(
  { storage, clock }: Parts,
  key: string,
): ((now: Account) => boolean) | undefined {
  const kept = storedJson(note, storage.get(key))
  if (!kept || clock.date().getTime() - kept.at > MAX_AGE_MS) return undefined
  return now => fingerprint(now) !== kept.before
}

/** Commands can’t access the DOM. */
export function openUrl(url: string): void {
  location.assign(url)
}
