/** Plans, prices and days as the page says them. */

import { useText } from '../../../../core/react/hooks/use-text.js'
import type { Offer } from '../../offers.js'

export function usePlanWords() {
  const { t, locale } = useText()
  const per: Readonly<Record<string, string>> = {
    day: t('a day'),
    week: t('a week'),
    month: t('a month'),
    year: t('a year'),
  }
  return {
    level: (level: string) => (level === 'free' ? t('Free') : level),
    interval: ({ interval }: NonNullable<Offer['price']>) => per[interval] ?? interval,
    /** @param iso as the server writes times */
    day: (iso: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(iso)),
  }
}
