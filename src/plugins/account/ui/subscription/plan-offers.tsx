/** What can be chosen, side by side: what each opens, and what it costs. */
import { Badge, Button, Group } from '@mantine/core'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { FREE_OPENS, isHad, type Level, type Offer, priceText, soldText } from '../../offers.js'
import classes from '../account.module.css'
import { usePlanWords } from './plan-words.js'

interface OffersProps {
  readonly offers: readonly Offer[]
  readonly level: Level
  readonly features: readonly string[]
  /** The key of the offer that opens what was asked for. */
  readonly needed: string | undefined
  /** The key of the one that is being begun. */
  readonly busy: string | undefined
  /** A level that is paid for is changed at the payment provider. */
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
        <p className={classes.note}>{t('Each plan has what those before it have.')}</p>
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
            {t('Beside any plan')}
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
      <p className={classes.price}>{t('Nothing to pay')}</p>
      <ul>
        {FREE_OPENS.map(sentence => (
          <li key={sentence}>{tm('account', sentence)}</li>
        ))}
      </ul>
    </article>
  )
}

type CardProps = Omit<OffersProps, 'offers'> & { readonly offer: Offer }

function OfferCard({ offer, level, features, needed, busy, paysForLevel, onChoose }: CardProps) {
  const { t, tm } = useText()
  const sold = (english: string) => soldText(english, text => tm('account', text))
  const title = sold(offer.title)
  const has = isHad(offer, level, features)
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
            {t('Opens what you asked for')}
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
        <p className={classes.note}>
          {t('Not there yet: {{what}}', { what: offer.later.map(sold).join(', ') })}
        </p>
      )}
      {has ? (
        <p className={classes.note}>{current ? t('You have this plan.') : t('You have this already.')}</p>
      ) : offer.level !== undefined && paysForLevel ? (
        <p className={classes.note}>{t('Change to it under “Manage payments”.')}</p>
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
  const { interval } = usePlanWords()
  if (!price) return <p className={classes.note}>{t('The price cannot be told at the moment.')}</p>
  return (
    <p className={classes.price}>
      {priceText(price, language)} <small>{interval(price)}</small>
    </p>
  )
}
