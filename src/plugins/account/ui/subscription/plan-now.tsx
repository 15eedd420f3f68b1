/** The plan that one has: since when it is paid for, until when, and by whom. */
import { Alert, Button, Group } from '@mantine/core'
import type * as z from 'zod/mini'
import type { accountState, stripeAccountState } from '../../../../core/api/account.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from '../account.module.css'
import { AccountCard } from '../account-frame.js'
import { usePlanWords } from './plan-words.js'

interface PlanNowProps {
  readonly account: z.infer<typeof accountState>
  readonly payment: z.infer<typeof stripeAccountState>
}

export function PlanNow({ account, payment }: PlanNowProps) {
  const { t } = useText()
  const words = usePlanWords()
  return (
    <AccountCard id="plan" title={t('Your plan')}>
      <div className={classes.facts}>
        <p className={classes.price}>{words.level(account.level)}</p>
        <p className={classes.note}>{useStanding(account, payment.mode !== undefined)}</p>
        {payment.mode === 'test' && (
          <p className={classes.note}>{t('Test mode: paying here moves no money.')}</p>
        )}
      </div>
      {account.status === 'past_due' && (
        <Alert color="red">
          {t('The last payment failed. Correct the way you pay, so that the plan stays open.')}
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

function useStanding({ status, renewsAt, endsAt }: PlanNowProps['account'], isSold: boolean): string {
  const { t } = useText()
  const { day } = usePlanWords()
  if (endsAt !== undefined) return t('Cancelled. It stays open until {{day}}.', { day: day(endsAt) })
  if (renewsAt !== undefined) return t('It renews on {{day}}.', { day: day(renewsAt) })
  if (status === 'granted') return t('Given to you by an administrator: you pay nothing for it.')
  if (status === 'free' && !isSold) return t('You pay nothing.')
  if (status === 'free') return t('You pay nothing. What more there is stands below.')
  return t('You pay for this plan.')
}
