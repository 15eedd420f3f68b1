import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { accountState, stripeAccountState } from '../../../../core/contract/account.js'
import { useText } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import type { Offer } from '../../offers.js'
import { AccountCard } from '../settings/account-frame.js'

interface CurrentPlanProps {
  readonly account: z.infer<typeof accountState>
  readonly payment: z.infer<typeof stripeAccountState>
}

export function CurrentPlan({ account, payment }: CurrentPlanProps) {
  const { t } = useText()
  const words = usePlanText()
  const state = useStatusText(account, payment.mode !== undefined)
  return (
    <AccountCard id="plan" title={t('Your plan')}>
      <div>
        <PriceText>{words.level(account.level)}</PriceText>
        {state !== '' && <p className={layout.note}>{state}</p>}
        {payment.mode === 'test' && <p className={layout.note}>{t('Test mode: you won’t be charged.')}</p>}
      </div>
      {account.status === 'past_due' && (
        <Alert color="red">
          {t('Your last payment failed. Update your payment method to keep your plan.')}
        </Alert>
      )}
      {payment.portalUrl !== undefined && (
        <Group>
          <Button component="a" href={payment.portalUrl} variant="default">
            {t('Manage payments')}
          </Button>
        </Group>
      )}
    </AccountCard>
  )
}

export function PriceText({ children }: { readonly children: ReactNode }) {
  return (
    <Text fz={22} fw={600} lh={1.3}>
      {children}
    </Text>
  )
}

function useStatusText({ status, renewsAt, endsAt }: CurrentPlanProps['account'], isSold: boolean): string {
  const { t } = useText()
  const { day } = usePlanText()
  // The alert already reports the failed payment.
  if (status === 'past_due') return ''
  if (endsAt !== undefined) return t('Canceled. Ends on {{day}}.', { day: day(endsAt) })
  if (renewsAt !== undefined) return t('Renews on {{day}}.', { day: day(renewsAt) })
  if (status === 'granted') return t('Granted by an administrator, free of charge.')
  if (status === 'free' && !isSold) return t('You’re on the free plan.')
  if (status === 'free') return t('You’re on the free plan. See upgrades below.')
  return t('You’re paying for this plan.')
}

export function usePlanText() {
  const { t, locale } = useText()
  const per: Readonly<Record<string, string>> = {
    day: t('per day'),
    week: t('per week'),
    month: t('per month'),
    year: t('per year'),
  }
  return {
    level: (level: string) => (level === 'free' ? t('Free') : level),
    interval: ({ interval }: NonNullable<Offer['price']>) => per[interval] ?? interval,
    day: (iso: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso)),
  }
}
