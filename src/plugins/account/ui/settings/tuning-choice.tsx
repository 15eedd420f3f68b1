/** The favourite tuning of a profile: memoised, since its hundred rows would be made anew for every letter of the form. */
import { memo, useMemo } from 'react'
import { INSTRUMENTS, TUNINGS } from '../../../../core/music/guitar/tunings.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { Select } from '../../../../core/react/select.js'
import type { ProfileDraft } from '../../profile-rules.js'
import { useInstrumentWords } from '../profile/instrument-words.js'

interface Props {
  readonly tuningId: number | undefined
  /** The same function at each drawing. */
  readonly change: (part: Partial<ProfileDraft>) => void
}

export const TuningChoice = memo(function TuningChoice({ tuningId, change }: Props) {
  const { t, tm } = useText()
  const instruments = useInstrumentWords()
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
      clearButtonProps={{ 'aria-label': t('No favourite') }}
      placeholder={t('None')}
      nothingFoundMessage={t('No tuning of that name')}
      value={tuningId === undefined ? null : String(tuningId)}
      onChange={id => change({ favouriteTuningId: id === null ? undefined : Number(id) })}
    />
  )
})
