/** Selects the tuning: by name in both languages, letters, instrument or number of strings. */
import { Group } from '@mantine/core'
import { useMemo } from 'react'
import type { Tuning } from '../../../../core/music/guitar/tunings.js'
import { phrases } from '../../../../core/platform/phrases.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { withSigns } from '../../neck/neck-label.js'
import { type AvailableTuning, NECK_VIEW, TUNING_LIST } from '../../tokens.js'
import { lettersOf } from '../../tunings/tuning-code.js'
import { commandName } from '../../tunings/tuning-list.js'
import { CustomTunings } from './custom-tunings.js'
import { InlineLabel } from './inline-label.js'
import { tuningTexts, useSearchFilter } from './search-filter.js'

const INSTRUMENTS: Readonly<Record<Tuning['instrument'], string>> = phrases({
  guitar: 'Guitar',
  bass: 'Bass',
  ukulele: 'Ukulele',
  mandolin: 'Mandolin',
  banjo: 'Banjo',
  violin: 'Violin',
  lute: 'Lute',
})

export function TuningChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-tuning')
  const tunings = useStore(useService(TUNING_LIST))
  const shown = useStore(useService(NECK_VIEW), view => view.tuning.id)
  const { groups, entries, labels } = useMemo(() => {
    const nameOf = (tuning: AvailableTuning) =>
      tuning.custom ? tuning.name : tm(tuning.plugin ?? 'core', tuning.name)
    const groupOf = (tuning: AvailableTuning) =>
      tuning.custom ? t('Custom') : tm('fretboard', INSTRUMENTS[tuning.instrument])
    const items = tunings.map(tuning => ({
      value: commandName(tuning),
      label: `${nameOf(tuning)} ${withSigns(lettersOf(tuning))}`,
      heading: groupOf(tuning),
      texts: tuningTexts(tuning, [
        nameOf(tuning),
        `${groupOf(tuning)} ${nameOf(tuning)}`,
        t('{{count}} strings', { count: tuning.strings.length }),
      ]),
    }))
    const names = [...new Set(items.map(({ heading }) => heading))]
    return {
      groups: names
        .sort((a, b) => Number(b === t('Custom')) - Number(a === t('Custom')))
        .map(group => ({ group, items: items.filter(({ heading }) => heading === group) })),
      entries: items.map(({ value, texts }) => ({ id: value, texts })),
      labels: new Map(items.map(({ value, label }) => [value, label])),
    }
  }, [tunings, t, tm])
  const value = tunings.filter(({ id }) => id === shown).map(commandName)[0] ?? null
  return (
    <Group gap={4} wrap="nowrap">
      <Select
        aria-label={t('Tuning')}
        w={270}
        searchable
        data={groups}
        filter={useSearchFilter(entries, labels.get(value ?? ''))}
        value={value}
        onChange={tuning => command.run({ tuning })}
        allowDeselect={false}
        nothingFoundMessage={t('No matching tunings')}
        leftSection={<InlineLabel>{t('Tuning')}</InlineLabel>}
        leftSectionWidth={92}
      />
      <CustomTunings />
    </Group>
  )
}
