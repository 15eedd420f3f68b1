/** Choices in the profile form: tuning, language, instruments. */

import { memo, useMemo } from 'react'
import { INSTRUMENTS, TUNINGS, type Tuning } from '../../../../core/music/guitar/tunings.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { Select } from '../../../../core/react/select.js'
import type { ProfileDraft } from '../../profile.js'

interface Props {
  readonly tuningId: number | undefined
  /** Must be stable. */
  readonly change: (part: Partial<ProfileDraft>) => void
}

export const TuningChoice = memo(function TuningChoice({ tuningId, change }: Props) {
  const { t, tm } = useText()
  const instruments = useInstrumentNames()
  const tunings = useMemo(
    () =>
      INSTRUMENTS.map(kind => ({
        group: instruments[kind],
        items: TUNINGS.filter(tuning => tuning.instrument === kind).map(({ id, name }) => ({
          value: String(id),
          label: tm('core', name),
        })),
      })),
    [instruments, tm],
  )
  return (
    <Select
      label={t('Favourite tuning')}
      data={tunings}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear favourite tuning') }}
      placeholder={t('None')}
      nothingFoundMessage={t('No matching tunings')}
      value={tuningId === undefined ? null : String(tuningId)}
      onChange={id => change({ favouriteTuningId: id === null ? undefined : Number(id) })}
    />
  )
})

export function useInstrumentNames(): Readonly<Record<Tuning['instrument'], string>> {
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
