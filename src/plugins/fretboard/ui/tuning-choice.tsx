/** Chooses the tuning, by name or by its strings. */
import { Select } from '@mantine/core'
import { pitchClassName } from '../../../core/music/note-name.js'
import type { Tuning } from '../../../core/music/tunings.js'
import { phrases } from '../../../core/platform/phrases.js'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { withSigns } from '../neck-label.js'
import { NECK_VIEW, TUNING_LIST, type TuningToChoose } from '../tokens.js'
import { commandName } from '../tuning-list.js'
import { InlineLabel } from './inline-label.js'

const INSTRUMENTS: Readonly<Record<Tuning['instrument'], string>> = phrases({
  guitar: 'Guitar',
  bass: 'Bass',
  ukulele: 'Ukulele',
  mandolin: 'Mandolin',
  banjo: 'Banjo',
  violin: 'Violin',
  lute: 'Lute',
})

/** As players say it, from the lowest string: EADGBE. */
function lettersOf({ strings }: TuningToChoose): string {
  return strings.map(pitchClassName).toReversed().map(withSigns).join('')
}

export function TuningChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-tuning')
  const tunings = useStore(useService(TUNING_LIST))
  const shown = useStore(useService(NECK_VIEW), view => view.tuning.id)
  const kinds = [...new Set(tunings.map(tuning => tuning.instrument))]
  return (
    <Select
      aria-label={t('Tuning')}
      w={270}
      searchable
      data={kinds.map(kind => ({
        group: tm('fretboard', INSTRUMENTS[kind]),
        items: tunings
          .filter(tuning => tuning.instrument === kind)
          .map(tuning => ({
            value: commandName(tuning),
            label: `${tuning.own ? tuning.name : tm(tuning.plugin ?? 'core', tuning.name)} ${lettersOf(tuning)}`,
          })),
      }))}
      value={tunings.filter(({ id }) => id === shown).map(commandName)[0] ?? null}
      onChange={tuning => command.run({ tuning })}
      allowDeselect={false}
      nothingFoundMessage={t('No tuning of that name')}
      leftSection={<InlineLabel>{t('Tuning')}</InlineLabel>}
      leftSectionWidth={92}
    />
  )
}
