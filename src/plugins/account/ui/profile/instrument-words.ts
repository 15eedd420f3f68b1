/** The instruments that have tunings, in the reader's language. */
import { useMemo } from 'react'
import type { Tuning } from '../../../../core/music/guitar/tunings.js'
import { useText } from '../../../../core/react/hooks/use-text.js'

export function useInstrumentWords(): Readonly<Record<Tuning['instrument'], string>> {
  const { t } = useText()
  return useMemo(
    () => ({
      guitar: t('Guitar'),
      bass: t('Bass'),
      ukulele: t('Ukulele'),
      mandolin: t('Mandolin'),
      banjo: t('Banjo'),
      violin: t('Violin'),
      lute: t('Lute'),
    }),
    [t],
  )
}
