/** The inspector for plugin authors: events, commands and service calls, live. */

import { Anchor, Button, CloseButton, Group, Text, Title } from '@mantine/core'
import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import layout from '../../../../core/react/list-page.module.css'
import { type EntryFilter, entryFilter, entryJson } from '../../entries.js'
import type { NumberedEntry } from '../../inspection.js'
import { INSPECTION } from '../../internal-tokens.js'
import { EntryList } from './entry-list.js'
import { EntryTools } from './entry-tools.js'
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
