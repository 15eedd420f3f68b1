/** The plan: which one there is, which others there are, and paying for one. */
import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as z from 'zod/mini'
import { accountContainer } from '../../../../core/api/account.js'
import { useAnswer } from '../../../../core/react/hooks/use-answer.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel } from '../../../../core/react/kernel-context.js'
import { Refused } from '../../../../core/react/refused.js'
import { canChoose, isHad, offersOf, offerThatOpens, paysForLevel } from '../../offers.js'
import { refusalOf } from '../../refusals.js'
import classes from '../account.module.css'
import { AccountFrame } from '../account-frame.js'
import { ownPage } from '../own-page.js'
import { useLinkedPart } from '../use-linked-part.js'
import { AwaitedPlan } from './awaited-plan.js'
import { PlanNow } from './plan-now.js'
import { PlanOffers } from './plan-offers.js'
import { StripeCheckout } from './stripe-checkout.js'
import { type Arrival, useArrival } from './use-arrival.js'
import { useCheckout } from './use-checkout.js'
import { usePlanWish } from './use-plan-wish.js'

/** What became of the checkout that one comes back from, as the server says it: `paid`. */
const CHECKOUT = 'checkout'
/** The feature that another page was refused for. */
const NEED = 'need'

export default ownPage(SubscriptionPage)

function SubscriptionPage() {
  const { api } = useKernel()
  const { t } = useText()
  const ask = useCallback((signal: AbortSignal) => api.call(accountContainer, {}, { signal }), [api])
  const { value, error, reload } = useAnswer(ask)
  const [query] = useSearchParams()
  const arrival = useArrival(value?.account, reload, query.get(CHECKOUT) === 'paid')
  return (
    <AccountFrame title={t('Subscription')} note={t('What is open to you, and what more there is.')}>
      {error !== undefined && <Refused error={error} words={refusalOf} onRetry={reload} />}
      {value ? (
        <LoadedPlan value={value} arrival={arrival} onLook={reload} />
      ) : (
        error === undefined && <AwaitedPlan />
      )}
    </AccountFrame>
  )
}

interface LoadedProps {
  readonly value: z.infer<NonNullable<typeof accountContainer.answer>>
  readonly arrival: Arrival
  readonly onLook: () => void
}

function LoadedPlan({ value, arrival, onLook }: LoadedProps) {
  const { account, stripeAccount: payment, manifest } = value
  const { t } = useText()
  const [query] = useSearchParams()
  const offers = useMemo(() => offersOf(manifest.settings.Products), [manifest])
  const checkout = useCheckout(account, payment)
  const need = query.get(NEED)
  const needed = need === null ? undefined : offerThatOpens(offers, need)
  const pays = paysForLevel(account)
  useLinkedPart(true)
  useClaimsOf(account.features)
  usePlanWish(wished => {
    const offer = offers.find(({ key }) => key === wished)
    if (offer && canChoose(offer, account.level, account.features, pays)) void checkout.choose(offer)
  })
  return (
    <>
      <ArrivalNote arrival={arrival} onLook={onLook} />
      {need !== null && (
        <Alert>
          {needed && isHad(needed, account.level, account.features)
            ? t('Your plan opens what you asked for.')
            : needed
              ? t('What you asked for needs more than your plan has. The one that opens it is marked.')
              : t(
                  'What you asked for needs more than your plan has, and nothing that is sold here opens it.',
                )}
        </Alert>
      )}
      <PlanNow account={account} payment={payment} />
      {!payment.configured ? (
        <Alert>{t('Nothing is sold here: this server has no payment provider.')}</Alert>
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

/** A plan that was bought or ended in another window: here the token still tells of the one before. */
function useClaimsOf(features: readonly string[]): void {
  const { auth } = useKernel()
  const told = features.toSorted().join(';')
  useEffect(() => {
    const known = auth.state.getState().user?.claims?.features ?? []
    if (known.toSorted().join(';') !== told) void auth.refresh({ anew: true })
  }, [auth, told])
}

function ArrivalNote({ arrival, onLook }: Pick<LoadedProps, 'arrival' | 'onLook'>) {
  const { t } = useText()
  return (
    <div className={classes.news} role="status">
      {arrival === 'waiting' && (
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{t('If you have just paid, your plan changes in a moment.')}</Text>
        </Group>
      )}
      {arrival === 'given-up' && (
        <Group gap="sm">
          <Text size="sm">
            {t('No payment has been told yet. If you paid, look again in a few minutes.')}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onLook}>
            {t('Look again')}
          </Button>
        </Group>
      )}
    </div>
  )
}
