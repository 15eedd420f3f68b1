import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type accountState, type stripeAccountState, stripeCheckout } from '../../../../core/api/account.js'
import { codeOf } from '../../../../core/platform/fretwork-error.js'
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
      storeCheckout(platform, tenant.storageKey('Checkout'), account)
      if (payment.publishableKey === undefined) location.assign(`/dev/checkout/${clientSecret}`)
      else setEmbedded({ title: offer.title, clientSecret, publishableKey: payment.publishableKey })
    } catch (error) {
      const again = { label: TRY_AGAIN, run: () => void choose(offer) }
      const action = RETRIABLE.includes(codeOf(error)) ? { action: again } : {}
      notices.post({ kind: 'error', code: codeOf(error), ...refusalText(error), ...action })
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, choose, embedded, close: () => setEmbedded(undefined) }
}

const CHECK_INTERVAL_MS = 2000
const MAX_CHECKS = 10

const { CHANGED } = phrases({ CHANGED: 'Your plan has been updated. You can use its features now.' })

export type CheckoutReturn = 'none' | 'waiting' | 'given-up'

/** Waits for the plan to change after a checkout: the provider reports the payment a moment later. */
export function useCheckoutReturn(
  account: z.infer<typeof accountState> | undefined,
  reload: () => void,
  paid: boolean,
): CheckoutReturn {
  const { auth, notices, platform, tenant } = useKernel()
  const key = tenant.storageKey('Checkout')
  const [hasChanged] = useState(() => (paid ? pendingCheckout(platform, key) : undefined))
  const [state, setState] = useState<CheckoutReturn>(hasChanged ? 'waiting' : 'none')
  const checks = useRef(0)

  useEffect(() => {
    if (!paid) forgetCheckout(platform, key)
  }, [paid, platform, key])

  useEffect(() => {
    if (state !== 'waiting' || !account || !hasChanged) return
    if (hasChanged(account)) {
      forgetCheckout(platform, key)
      setState('none')
      notices.post({ kind: 'success', source: 'account', message: CHANGED })
      // The plan’s claims are in the token.
      void auth.refresh({ fresh: true })
      return
    }
    if (checks.current >= MAX_CHECKS) {
      forgetCheckout(platform, key)
      setState('given-up')
      return
    }
    checks.current++
    const waiting = platform.clock.after(CHECK_INTERVAL_MS, reload)
    return () => waiting.dispose()
  }, [account, hasChanged, state, reload, platform, key, notices, auth])

  return state
}

type Account = z.infer<typeof accountState>

const note = z.object({ at: z.number(), before: z.string() })
/** Later than that, the page shows the right plan anyway. */
const MAX_AGE_MS = 60 * 60_000

function fingerprint({ level, status, features, renewsAt, endsAt }: Account): string {
  return JSON.stringify([level, status, [...features].sort(), renewsAt, endsAt])
}

type Parts = Pick<Platform, 'storage' | 'clock'>

export function storeCheckout({ storage, clock }: Parts, key: string, before: Account): void {
  try {
    storage.set(key, JSON.stringify({ at: clock.date().getTime(), before: fingerprint(before) }))
  } catch {
    // Without storage the plan updates on the next reload.
  }
}

/** A test whether the plan has changed since the checkout; undefined if none was started. */
export function pendingCheckout(
  { storage, clock }: Parts,
  key: string,
): ((now: Account) => boolean) | undefined {
  const text = storage.get(key)
  if (text === undefined) return undefined
  try {
    const { at, before } = note.parse(JSON.parse(text))
    if (clock.date().getTime() - at > MAX_AGE_MS) return undefined
    return now => fingerprint(now) !== before
  } catch {
    // Damaged: treated as no checkout.
    return undefined
  }
}

export function forgetCheckout({ storage }: Parts, key: string): void {
  storage.remove(key)
}

/** For commands, which run without the DOM. */
export function openUrl(url: string): void {
  location.assign(url)
}
