import { Badge, Box, Button, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { Hint } from '../../../../core/react/looks.js'
import { FREE_FEATURES, isOwned, type Level, type Offer, priceText, productText } from '../../offers.js'
import classes from '../settings/account.module.css'
import { CardHeading, type CardProps } from '../settings/account-frame.js'
import { PriceText, usePlanText } from './current-plan.js'

interface OffersProps {
  readonly offers: readonly Offer[]
  readonly level: Level
  readonly features: readonly string[]
  readonly needed: string | undefined
  readonly busy: string | undefined
  /** Whether the user pays for the level. Paid levels are changed on the payment provider’s page. */
  readonly paysForLevel: boolean
  readonly onChoose: (offer: Offer) => void
}

export function PlanOffers({ offers, ...rest }: OffersProps) {
  const { t } = useText()
  const levels = offers.filter(({ level }) => level !== undefined)
  const others = offers.filter(({ level }) => level === undefined)
  const card = (offer: Offer) => <OfferCard key={offer.key} offer={offer} {...rest} />
  return (
    <>
      <Plans
        id="plans"
        title={t('Plans')}
        note={[
          t('Each plan includes everything in the previous one.'),
          t('Students don’t need a plan for homework.'),
        ].join(' ')}
      >
        <FreePlan current={rest.level === 'free'} />
        {levels.map(card)}
      </Plans>
      {others.length > 0 && (
        <Plans id="add-ons" title={t('Add-ons')}>
          {others.map(card)}
        </Plans>
      )}
    </>
  )
}

function Plans({ children, ...heading }: CardProps) {
  return (
    <Stack component="section" gap="sm" mt="sm" className={classes.part} aria-labelledby={heading.id}>
      <CardHeading {...heading} />
      <div className={classes.plans}>{children}</div>
    </Stack>
  )
}

function FreePlan({ current }: { readonly current: boolean }) {
  const { t, tm } = useText()
  return (
    <Plan title={t('Free')} badge={current && t('Your plan')}>
      <PriceText>{t('Free')}</PriceText>
      <Features of={FREE_FEATURES.map(sentence => tm('account', sentence))} />
    </Plan>
  )
}

interface PlanProps {
  readonly title: string
  readonly badge: string | false
  readonly needed?: boolean
  readonly children: ReactNode
}

function Plan({ title, badge, needed, children }: PlanProps) {
  return (
    <Stack
      component="article"
      className={`fw-card ${classes.plan}`}
      gap="sm"
      p={20}
      aria-label={title}
      data-needed={needed || undefined}
    >
      <Group justify="space-between">
        <Title order={3} size={17}>
          {title}
        </Title>
        {badge && (
          <Badge tt="none" variant="light">
            {badge}
          </Badge>
        )}
      </Group>
      {children}
    </Stack>
  )
}

function Features({ of }: { readonly of: readonly string[] }) {
  return (
    <Box component="ul" flex={1} fz={15} m={0} pl={18}>
      {of.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Box>
  )
}

type OfferProps = Omit<OffersProps, 'offers'> & { readonly offer: Offer }

function OfferCard({ offer, level, features, needed, busy, paysForLevel, onChoose }: OfferProps) {
  const { t, tm } = useText()
  const sold = (english: string) => productText(english, text => tm('account', text))
  const title = sold(offer.title)
  const has = isOwned(offer, level, features)
  const current = offer.level !== undefined && offer.level === level
  const isNeeded = needed === offer.key && !has
  return (
    <Plan
      title={title}
      badge={current ? t('Your plan') : isNeeded && t('Includes this feature')}
      needed={isNeeded}
    >
      <Price offer={offer} />
      {offer.opens.length > 0 && <Features of={offer.opens.map(sold)} />}
      {offer.later && offer.later.length > 0 && (
        <p className={layout.note}>
          {t('Coming soon: {{what}}', { what: offer.later.map(sold).join(', ') })}
        </p>
      )}
      {has ? (
        <p className={layout.note}>{current ? t('This is your plan.') : t('You already have this.')}</p>
      ) : offer.level !== undefined && paysForLevel ? (
        <p className={layout.note}>{t('Change your plan under “Manage payments”.')}</p>
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
    </Plan>
  )
}

function Price({ offer: { price } }: { readonly offer: Offer }) {
  const { t, language } = useText()
  const { interval } = usePlanText()
  if (!price) return <p className={layout.note}>{t('Price unavailable right now.')}</p>
  return (
    <PriceText>
      {priceText(price, language)} <Hint span>{interval(price)}</Hint>
    </PriceText>
  )
}
