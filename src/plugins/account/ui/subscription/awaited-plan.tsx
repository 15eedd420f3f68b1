/** What stands in the place of the plan and the offers until they are there, in their shape. */
import { Skeleton } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import classes from '../account.module.css'

const OFFERS = ['free', 'first', 'second', 'third']
const LINES = ['90%', '75%', '60%']

export function AwaitedPlan() {
  const { t } = useText()
  return (
    <div className={classes.awaited} role="status" aria-label={t('Loading')}>
      <div className={`fw-card ${classes.card}`}>
        <Skeleton height={22} width={110} />
        <div className={classes.facts}>
          <Skeleton height={26} width={80} />
          <Skeleton height={14} width="min(320px, 100%)" mt={6} />
          <Skeleton height={14} width="min(280px, 90%)" mt={6} />
        </div>
      </div>
      <div className={classes.part}>
        <Skeleton height={22} width={90} />
        <Skeleton height={14} width="min(260px, 90%)" />
        <div className={classes.plans}>
          {OFFERS.map(offer => (
            <div key={offer} className={`fw-card ${classes.plan}`}>
              <Skeleton height={20} width="50%" />
              <Skeleton height={22} width="65%" />
              {LINES.map(width => (
                <Skeleton key={width} height={14} width={width} />
              ))}
              <Skeleton height={36} mt={12} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
