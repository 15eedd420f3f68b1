import { Alert, Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import { accountContainer } from '../../../../core/api/account.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import { REQUESTED_PLAN } from '../../internal-tokens.js'
import { canChoose, isOwned, offersOf, offerWith, paysForLevel } from '../../offers.js'
import { refusalText } from '../../refusals.js'
import classes from '../account.module.css'
import { AccountFrame, perUser, useFragmentFocus } from '../account-frame.js'
import { type CheckoutReturn, useCheckout, useCheckoutReturn } from './checkout.js'
import { CurrentPlan } from './current-plan.js'
import { PlanOffers } from './plan-offers.js'
import { StripeCheckout } from './stripe-checkout.js'

/** Query parameter: the result of a checkout, `paid`. */
const CHECKOUT = 'checkout'
/** Query parameter: a feature that the user needs. */
const NEED = 'need'

export default perUser(SubscriptionPage)

function SubscriptionPage() {
  const { api } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(accountContainer, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
  const [query] = useSearchParams()
  const arrival = useCheckoutReturn(value?.account, reload, query.get(CHECKOUT) === 'paid')
  return (
    <AccountFrame title={t('Subscription')} note={t('Your plan and what you can add.')}>
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

/** Refreshes the token if the plan changed elsewhere. */
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

const OFFERS = ['free', 'first', 'second', 'third']
const LINES = ['90%', '75%', '60%']

export function PlanSkeleton() {
  const { t } = useText()
  return (
    <Stack role="status" aria-label={t('Loading')}>
      <Stack className="fw-card" p={20}>
        <Skeleton height={22} width={110} />
        <div>
          <Skeleton height={26} width={80} />
          <Skeleton height={14} width="min(320px, 100%)" mt={10} />
          <Skeleton height={14} width="min(280px, 90%)" mt={10} />
        </div>
      </Stack>
      <Stack gap="sm" mt="sm" className={classes.part}>
        <Skeleton height={22} width={90} />
        <Skeleton height={14} width="min(260px, 90%)" />
        <div className={classes.plans}>
          {OFFERS.map(offer => (
            <Stack key={offer} className="fw-card" gap="sm" p={20}>
              <Skeleton height={20} width="50%" />
              <Skeleton height={22} width="65%" />
              {LINES.map(width => (
                <Skeleton key={width} height={14} width={width} />
              ))}
              <Skeleton height={36} mt={12} />
            </Stack>
          ))}
        </div>
      </Stack>
    </Stack>
  )
}
