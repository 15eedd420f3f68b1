import { Alert, Button, Group, Loader, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import { accountContainer } from '../../../../core/contract/account.js'
import { FretworkError } from '../../../../core/platform/fretwork-error.js'
import { useCall } from '../../../../core/react/hooks/use-answer.js'
import { useLast } from '../../../../core/react/hooks/use-last.js'
import { useKernel, useService, useStore, useText } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import {
  canChoose,
  isOwned,
  offersOf,
  offerWith,
  paysForLevel,
  productText,
  REQUESTED_PLAN,
} from '../../offers.js'
import { refusalText } from '../../refusals.js'
import classes from '../settings/account.module.css'
import { AccountFrame, perUser, useFragmentFocus } from '../settings/account-frame.js'
import { type CheckoutReturn, type EmbeddedCheckout, useCheckout, useCheckoutReturn } from './checkout.js'
import { CurrentPlan } from './current-plan.js'
import { PlanOffers } from './plan-offers.js'

const CHECKOUT = 'checkout'
const NEED = 'need'

export default perUser(SubscriptionPage)

function SubscriptionPage() {
  const { t } = useText()
  const { value, error, reload } = useCall(accountContainer)
  const [query] = useSearchParams()
  const paid = query.get(CHECKOUT) === 'paid'
  const arrival = useCheckoutReturn(value?.account, reload, paid)
  // Restores the focus that the payment page had.
  useEffect(() => {
    if (paid) document.querySelector('h1')?.focus()
  }, [paid])
  return (
    <AccountFrame title={t('Subscription')} note={t('Your plan and available upgrades.')}>
      {error !== undefined && <Refused error={error} words={refusalText} onRetry={reload} />}
      {value ? (
        <LoadedPlan value={value} arrival={arrival} onReload={reload} />
      ) : (
        error === undefined && <PlanSkeleton />
      )}
    </AccountFrame>
  )
}

interface LoadedProps {
  readonly value: z.infer<NonNullable<typeof accountContainer.answer>>
  readonly arrival: CheckoutReturn
  readonly onReload: () => void
}

function LoadedPlan({ value, arrival, onReload }: LoadedProps) {
  const { account, stripeAccount: payment, manifest } = value
  const { t } = useText()
  const [query] = useSearchParams()
  const offers = useMemo(() => offersOf(manifest.settings.Products), [manifest])
  const checkout = useCheckout(account, payment)
  const need = query.get(NEED)
  const needed = need === null ? undefined : offerWith(offers, need)
  const pays = paysForLevel(account)
  useFragmentFocus(true)
  useFreshClaims(account.features)
  useRequestedPlan(key => {
    const offer = offers.find(each => each.key === key)
    if (offer && canChoose(offer, account.level, account.features, pays)) void checkout.choose(offer)
  })
  return (
    <>
      <CheckoutNotice arrival={arrival} onReload={onReload} />
      {need !== null && (
        <Alert>
          {needed && isOwned(needed, account.level, account.features)
            ? t('Your plan already includes this feature.')
            : needed
              ? t('This feature isn’t in your plan. A plan that includes it is highlighted below.')
              : t('This feature isn’t in your plan and isn’t available on this server.')}
        </Alert>
      )}
      <CurrentPlan account={account} payment={payment} />
      {!payment.configured ? (
        <Alert>{t('Paid plans aren’t available on this server.')}</Alert>
      ) : (
        <PlanOffers
          offers={offers}
          level={account.level}
          features={account.features}
          needed={needed?.key}
          busy={checkout.busy}
          paysForLevel={pays}
          onChoose={offer => void checkout.choose(offer)}
        />
      )}
      <StripeCheckout checkout={checkout.embedded} onClose={checkout.close} />
    </>
  )
}

/** Refreshes the token if the plan was changed on another device. */
function useFreshClaims(features: readonly string[]): void {
  const { auth } = useKernel()
  const current = features.toSorted().join(';')
  useEffect(() => {
    const known = auth.state.getState().user?.claims?.features ?? []
    if (known.toSorted().join(';') !== current) void auth.refresh({ fresh: true })
  }, [auth, current])
}

function CheckoutNotice({ arrival, onReload }: Pick<LoadedProps, 'arrival' | 'onReload'>) {
  const { t } = useText()
  return (
    <div className={classes.status} role="status">
      {arrival === 'waiting' && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t('If you’ve just paid, your plan will update in a moment.')}</Text>
        </Group>
      )}
      {arrival === 'given-up' && (
        <Group gap="sm">
          <Text size="sm">
            {t('We haven’t received a payment yet. If you paid, check again in a few minutes.')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onReload}>
            {t('Check again')}
          </Button>
        </Group>
      )}
    </div>
  )
}

export function useRequestedPlan(choose: (plan: string) => void): void {
  const wish = useService(REQUESTED_PLAN)
  const plan = useStore(wish, state => state.plan)
  const newest = useRef(choose)
  newest.current = choose

  useEffect(() => {
    if (plan === undefined) return
    wish.setState({ plan: undefined })
    newest.current(plan)
  }, [plan, wish])
}

function PlanSkeleton() {
  const { t } = useText()
  return (
    <Stack role="status" aria-label={t('Loading')}>
      <Skeleton className="fw-card" height={150} />
      <div className={classes.part}>
        <div className={classes.plans}>
          {['free', 'first', 'second', 'third'].map(offer => (
            <Skeleton key={offer} className="fw-card" height={300} />
          ))}
        </div>
      </div>
    </Stack>
  )
}

const SCRIPT = 'https://js.stripe.com/dahlia/stripe.js'

interface MountedCheckout {
  mount(place: HTMLElement): void
  destroy(): void
}
interface Stripe {
  createEmbeddedCheckoutPage(options: { fetchClientSecret: () => Promise<string> }): Promise<MountedCheckout>
}
declare global {
  var Stripe: ((publishableKey: string) => Stripe) | undefined
}

let script: Promise<void> | undefined

function loadStripe(): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = SCRIPT
    element.onload = () => resolve()
    element.onerror = () => {
      element.remove()
      script = undefined
      reject(new FretworkError('stripe_unreachable', 'Couldn’t load the payment page. Try again.'))
    }
    document.head.append(element)
  })
  return script
}

interface CheckoutProps {
  readonly checkout: EmbeddedCheckout | undefined
  readonly onClose: () => void
}

function StripeCheckout({ checkout, onClose }: CheckoutProps) {
  const { t, tm } = useText()
  const last = useLast(checkout)
  return (
    <Modal
      opened={checkout !== undefined}
      onClose={onClose}
      size="lg"
      title={last && t('Pay for {{title}}', { title: productText(last.title, text => tm('account', text)) })}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {checkout && <Mounted key={checkout.clientSecret} {...checkout} />}
    </Modal>
  )
}

function Mounted({ clientSecret, publishableKey }: EmbeddedCheckout) {
  const { t } = useText()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<{ ready?: true; error?: unknown }>({})
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `round` retries
  useEffect(() => {
    let mounted: MountedCheckout | undefined
    let gone = false
    const show = async () => {
      await loadStripe()
      const checkout = await globalThis.Stripe?.(publishableKey).createEmbeddedCheckoutPage({
        fetchClientSecret: async () => clientSecret,
      })
      if (gone) return checkout?.destroy()
      if (place.current) checkout?.mount(place.current)
      mounted = checkout
      setState({ ready: true })
    }
    setState({})
    show().catch(error => gone || setState({ error }))
    return () => {
      gone = true
      mounted?.destroy()
    }
  }, [clientSecret, publishableKey, round])

  return (
    <Stack align="stretch" mih={state.error === undefined ? 200 : undefined}>
      {state.error !== undefined && (
        <Refused error={state.error} words={refusalText} onRetry={() => setRound(round + 1)} />
      )}
      {!state.ready && state.error === undefined && (
        <Loader mx="auto" aria-label={t('Loading payment page')} />
      )}
      <div ref={place} />
    </Stack>
  )
}
