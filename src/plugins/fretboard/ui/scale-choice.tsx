/** Chooses the scale: its tonic, and its name among all that the theory library knows. */
import { Group, Select } from '@mantine/core'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { withSigns } from '../neck-label.js'
import { SCALE_NAMES, TONICS } from '../scale-names.js'
import { NECK_VIEW } from '../tokens.js'
import { InlineLabel } from './inline-label.js'

const TONIC_CHOICES = TONICS.map(tonic => ({ value: tonic, label: withSigns(tonic) }))

export function ScaleChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-scale')
  const current = useStore(useService(NECK_VIEW), view => view.scale)
  const words = current.name.trim().split(/\s+/).slice(1).join(' ').toLowerCase()
  const name = SCALE_NAMES.find(each => each.toLowerCase() === words) ?? null
  const choose = (tonic: string | null, scale: string | null) =>
    command.run({ tonic: tonic ?? (current.tonic || 'C'), scale: scale ?? name ?? 'Major' })
  return (
    <Group gap={4} wrap="nowrap">
      <Select
        aria-label={t('Tonic')}
        w={130}
        data={TONIC_CHOICES}
        value={TONICS.find(tonic => tonic === current.tonic) ?? null}
        onChange={tonic => choose(tonic, null)}
        allowDeselect={false}
        leftSection={<InlineLabel>{t('Scale')}</InlineLabel>}
        leftSectionWidth={58}
        comboboxProps={{ width: 90, position: 'bottom-start' }}
      />
      <Select
        aria-label={t('Scale')}
        w={190}
        searchable
        data={SCALE_NAMES.map(value => ({ value, label: tm('fretboard', value) }))}
        value={name}
        onChange={scale => choose(null, scale)}
        allowDeselect={false}
        nothingFoundMessage={t('No scale of that name')}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
      />
    </Group>
  )
}
