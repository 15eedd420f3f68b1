import { Group } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { shownNote } from '../../../../core/music/guitar/note-names.js'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore, useStoreLater } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { SCALE_NAMES, TONICS } from '../../scales/scale-names.js'
import { NECK_VIEW, type NeckView } from '../../tokens.js'
import styles from '../fretboard-page.module.css'
import { scaleAliases, useSearchFilter } from './search-filter.js'

const scaleOf = ({ scale }: NeckView) => scale

export function ScaleChoice() {
  const { t, tm } = useText()
  const command = useCommand('fretboard.set-scale')
  const view = useService(NECK_VIEW)
  const current = useStoreLater(view, scaleOf)
  const noteNames = useStore(view, now => now.noteNames)
  const tonics = useMemo(
    () => TONICS.map(tonic => ({ value: tonic, label: shownNote(tonic, noteNames) })),
    [noteNames],
  )
  const name = SCALE_NAMES.find(each => each.toLowerCase() === current.type) ?? null
  const entries = useCallback(
    () => SCALE_NAMES.map(id => ({ id, texts: [tm('fretboard', id), id, ...scaleAliases(id)] })),
    [tm],
  )
  const data = useMemo(() => SCALE_NAMES.map(value => ({ value, label: tm('fretboard', value) })), [tm])
  const filter = useSearchFilter(entries, name === null ? undefined : tm('fretboard', name))
  const choose = (tonic: string | null, scale: string | null) =>
    command.run({ tonic: tonic ?? (current.tonic || 'C'), scale: scale ?? name ?? 'Major' })
  return (
    <Group gap={4} wrap="nowrap" className={styles.scale}>
      <Select
        aria-label={t('Tonic')}
        w={68}
        flex="none"
        data={tonics}
        value={TONICS.find(tonic => tonic === current.tonic) ?? null}
        onChange={tonic => choose(tonic, null)}
        allowDeselect={false}
        comboboxProps={{ width: 90, position: 'bottom-start' }}
      />
      <Select
        aria-label={t('Scale')}
        flex={1}
        miw={0}
        searchable
        data={data}
        filter={filter}
        value={name}
        onChange={scale => choose(null, scale)}
        allowDeselect={false}
        nothingFoundMessage={t('No matching scales')}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
      />
    </Group>
  )
}
