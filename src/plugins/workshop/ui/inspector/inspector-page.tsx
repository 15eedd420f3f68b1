/** The inspector for plugin authors: events, commands and service calls, live. */

import {
  ActionIcon,
  Anchor,
  Button,
  CloseButton,
  Group,
  Switch,
  Text,
  TextInput,
  Title,
  Tooltip,
} from '@mantine/core'
import {
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerRecord,
  IconPlayerStop,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useKernel, useService } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { Select } from '../../../../core/react/select.js'
import { type EntryFilter, entriesFile, entryFilter, entryJson, pluginsIn } from '../../entries.js'
import type { EntryKind, NumberedEntry } from '../../inspection.js'
import { INSPECTION } from '../../internal-tokens.js'
import { EntryList, KIND_NAMES } from './entry-list.js'
import classes from './inspector.module.css'

export default function InspectorPage() {
  const { t } = useText()
  const inspection = useService(INSPECTION)
  const { running, entries, total } = useStore(inspection.view)
  const [filter, setFilter] = useState<EntryFilter>({ text: '' })
  const [chosen, setChosen] = useState<number>()
  const deferred = useDeferredValue(filter)
  const shown = useMemo(() => entries.filter(entryFilter(deferred)), [entries, deferred])
  const entry = entries.find(({ number }) => number === chosen)
  const removed = total - entries.length

  return (
    <div className={`${layout.page} ${classes.page}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Anchor component={Link} to="/plugins" size="sm">
            {t('Plugins')}
          </Anchor>
          <h1 className={layout.title}>{t('Inspector')}</h1>
          <Text c="dimmed">{t('Events, commands and service calls, live.')}</Text>
        </div>
        <StartStop running={running} />
      </Group>
      <section className={`fw-card ${classes.box}`} aria-label={t('Activity')}>
        <EntryTools filter={filter} onFilter={setFilter} shown={shown} />
        {entries.length === 0 ? (
          <Text c="dimmed" py="lg">
            {running
              ? t('No activity yet. Use the app and it will appear here.')
              : t('Start the inspector to record what the app does.')}
          </Text>
        ) : (
          <EntryList entries={shown} chosen={chosen} onChoose={setChosen} />
        )}
        {removed > 0 && (
          <Text size="sm" c="dimmed" mt={6}>
            {t('{{count}} older entries were removed.', { count: removed })}
          </Text>
        )}
      </section>
      {entry && <EntryDetail entry={entry} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

function StartStop({ running }: { running: boolean }) {
  const start = useCommand('workshop.start-inspector')
  const stop = useCommand('workshop.stop-inspector')
  return running ? (
    <Button
      bg="var(--fw-bad)"
      c="var(--fw-panel)"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      onClick={() => stop.run()}
    >
      {stop.title}
    </Button>
  ) : (
    <Button leftSection={<IconPlayerRecord size={16} aria-hidden />} onClick={() => start.run()}>
      {start.title}
    </Button>
  )
}

export function EntryDetail({ entry, onClose }: { entry: NumberedEntry; onClose: () => void }) {
  const { t } = useText()
  const text = useMemo(() => entryJson(entry), [entry])
  return (
    <section className={`fw-card ${classes.box}`} aria-label={t('Selected entry')}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size={15} className={classes.detailTitle}>
          {entry.name}
        </Title>
        <CloseButton aria-label={t('Close')} onClick={onClose} />
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard */}
      <pre className={classes.json} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

const KINDS: readonly EntryKind[] = ['event', 'command', 'service']

interface EntryToolsProps {
  readonly filter: EntryFilter
  readonly onFilter: (filter: EntryFilter) => void
  /** The filtered entries, for the export. */
  readonly shown: readonly NumberedEntry[]
}

/** Filters, pause, export and clear for the list. */
function EntryTools({ filter, onFilter, shown }: EntryToolsProps) {
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
