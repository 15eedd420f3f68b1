/** Filters, pause, export and clear for the inspector’s list. */
import { ActionIcon, Group, Switch, TextInput, Tooltip } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import { Select } from '../../../../core/react/select.js'
import { type EntryFilter, entriesFile, pluginsIn } from '../../entries.js'
import type { EntryKind, NumberedEntry } from '../../inspection.js'
import { INSPECTION } from '../../internal-tokens.js'
import { KIND_NAMES } from './entry-list.js'

const KINDS: readonly EntryKind[] = ['event', 'command', 'service']

interface EntryToolsProps {
  readonly filter: EntryFilter
  readonly onFilter: (filter: EntryFilter) => void
  /** The filtered entries, for the export. */
  readonly shown: readonly NumberedEntry[]
}

export function EntryTools({ filter, onFilter, shown }: EntryToolsProps) {
  const { platform } = useKernel()
  const { t, tm } = useText()
  const inspection = useService(INSPECTION)
  const { entries, paused, withReads } = useStore(inspection.view)
  const save = () => {
    const { name, text } = entriesFile(shown, platform.clock.date())
    platform.page?.saveFile(name, text)
  }
  return (
    <Group gap="xs" mb="sm">
      <TextInput
        flex="1 1 180px"
        value={filter.text}
        onChange={event => onFilter({ ...filter, text: event.currentTarget.value })}
        aria-label={t('Filter activity')}
        placeholder={t('Filter by name, plugin or detail')}
      />
      <Select
        w={140}
        aria-label={t('Kind')}
        placeholder={t('All kinds')}
        clearable
        data={KINDS.map(kind => ({ value: kind, label: tm('workshop', KIND_NAMES[kind]) }))}
        value={filter.kind ?? null}
        onChange={kind => onFilter({ ...filter, kind: (kind ?? undefined) as EntryKind | undefined })}
      />
      <Select
        w={150}
        aria-label={t('Plugin')}
        placeholder={t('All plugins')}
        clearable
        data={pluginsIn(entries)}
        value={filter.plugin ?? null}
        onChange={plugin => onFilter({ ...filter, plugin: plugin ?? undefined })}
      />
      <Group gap="xs" wrap="nowrap">
        <Switch
          size="xs"
          checked={withReads}
          onChange={event => inspection.setWithReads(event.currentTarget.checked)}
          label={t('Include store reads')}
        />
        <Group gap={2}>
          <Tool label={paused ? t('Resume') : t('Pause')} onClick={() => inspection.setPaused(!paused)}>
            {paused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
          </Tool>
          <Tool label={t('Export as JSON')} onClick={save}>
            <IconDownload size={18} />
          </Tool>
          <Tool label={t('Clear')} onClick={() => inspection.clear()}>
            <IconTrash size={18} />
          </Tool>
        </Group>
      </Group>
    </Group>
  )
}

interface ToolProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ label, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
