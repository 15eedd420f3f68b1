/** Plans and add-ons: what they include and cost, and buying them. */

import { Badge, Button, Group } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import layout from '../../../../core/react/list-page.module.css'
import { FREE_FEATURES, isOwned, type Level, type Offer, priceText, productText } from '../../offers.js'
import classes from '../account.module.css'
import { usePlanText } from './current-plan.js'

interface OffersProps {
  readonly offers: readonly Offer[]
  readonly level: Level
  readonly features: readonly string[]
  /** The key of the offer with the feature the user needs. */
  readonly needed: string | undefined
  /** The key of the offer whose checkout is being started. */
  readonly busy: string | undefined
  /** A paid level is changed at the payment provider. */
  readonly paysForLevel: boolean
  readonly onChoose: (offer: Offer) => void
}

export function PlanOffers({ offers, ...rest }: OffersProps) {
  const { t } = useText()
  const levels = offers.filter(({ level }) => level !== undefined)
  const others = offers.filter(({ level }) => level === undefined)
  return (
    <>
      <section className={classes.part} aria-labelledby="plans">
        <h2 className={classes.cardTitle} id="plans" tabIndex={-1}>
          {t('Plans')}
        </h2>
        <p className={layout.note}>{t('Each plan includes everything in the previous one.')}</p>
        <div className={classes.plans}>
          <FreePlan current={rest.level === 'free'} />
          {levels.map(offer => (
            <OfferCard key={offer.key} offer={offer} {...rest} />
          ))}
        </div>
      </section>
      {others.length > 0 && (
        <section className={classes.part} aria-labelledby="add-ons">
          <h2 className={classes.cardTitle} id="add-ons" tabIndex={-1}>
            {t('Add-ons')}
          </h2>
          <div className={classes.plans}>
            {others.map(offer => (
              <OfferCard key={offer.key} offer={offer} {...rest} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

function FreePlan({ current }: { readonly current: boolean }) {
  const { t, tm } = useText()
  return (
    <article className={`fw-card ${classes.plan}`} aria-label={t('Free')}>
      <Group justify="space-between">
        <h3 className={classes.planTitle}>{t('Free')}</h3>
        {current && (
          <Badge tt="none" variant="light">
            {t('Your plan')}
          </Badge>
        )}
      </Group>
      <p className={classes.price}>{t('Free')}</p>
      <ul>
        {FREE_FEATURES.map(sentence => (
          <li key={sentence}>{tm('account', sentence)}</li>
        ))}
      </ul>
    </article>
  )
}

type CardProps = Omit<OffersProps, 'offers'> & { readonly offer: Offer }

function OfferCard({ offer, level, features, needed, busy, paysForLevel, onChoose }: CardProps) {
  const { t, tm } = useText()
  const sold = (english: string) => productText(english, text => tm('account', text))
  const title = sold(offer.title)
  const has = isOwned(offer, level, features)
  const current = offer.level !== undefined && offer.level === level
  const isNeeded = needed === offer.key && !has
  return (
    <article className={`fw-card ${classes.plan}`} aria-label={title} data-needed={isNeeded || undefined}>
      <Group justify="space-between">
        <h3 className={classes.planTitle}>{title}</h3>
        {current && (
          <Badge tt="none" variant="light">
            {t('Your plan')}
          </Badge>
        )}
        {isNeeded && (
          <Badge tt="none" variant="light">
            {t('Includes what you need')}
          </Badge>
        )}
      </Group>
      <Price offer={offer} />
      {offer.opens.length > 0 && (
        <ul>
          {offer.opens.map(sentence => (
            <li key={sentence}>{sold(sentence)}</li>
          ))}
        </ul>
      )}
      {offer.later && offer.later.length > 0 && (
        <p className={layout.note}>
          {t('Coming soon: {{what}}', { what: offer.later.map(sold).join(', ') })}
        </p>
      )}
      {has ? (
        <p className={layout.note}>{current ? t('This is your plan.') : t('You already have this.')}</p>
      ) : offer.level !== undefined && paysForLevel ? (
        <p className={layout.note}>{t('Switch under “Manage payments”.')}</p>
      ) : (
        <Button
          variant={isNeeded || offer.level === 'Pro' ? 'filled' : 'default'}
          loading={busy === offer.key}
          disabled={busy !== undefined && busy !== offer.key}
          aria-label={t('Choose {{title}}', { title })}
          onClick={() => onChoose(offer)}
        >
          {t('Choose')}
        </Button>
      )}
    </article>
  )
}

function Price({ offer: { price } }: { readonly offer: Offer }) {
  const { t, language } = useText()
  const { interval } = usePlanText()
  if (!price) return <p className={layout.note}>{t('Price unavailable right now.')}</p>
  return (
    <p className={classes.price}>
      {priceText(price, language)} <small>{interval(price)}</small>
    </p>
  )
}
