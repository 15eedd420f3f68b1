/** The inspector for authors: events, commands and calls of services as they happen. */
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconPlayerRecord, IconPlayerStop } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '../../../../core/react/hooks/use-command.js'
import { useStore } from '../../../../core/react/hooks/use-store.js'
import { useText } from '../../../../core/react/hooks/use-text.js'
import { useService } from '../../../../core/react/kernel-context.js'
import { type EntryFilter, entryFilter } from '../../entry-filter.js'
import { INSPECTION } from '../../tokens.js'
import { EntryDetail } from './entry-detail.js'
import { EntryList } from './entry-list.js'
import { EntryTools } from './entry-tools.js'
import classes from './inspector.module.css'

export default function InspectorPage() {
  const { t } = useText()
  const inspection = useService(INSPECTION)
  const { running, entries, total } = useStore(inspection.view)
  const [filter, setFilter] = useState<EntryFilter>({ text: '' })
  const [chosen, setChosen] = useState<number>()
  const wanted = useDeferredValue(filter)
  const shown = useMemo(() => entries.filter(entryFilter(wanted)), [entries, wanted])
  const entry = entries.find(({ number }) => number === chosen)
  const gone = total - entries.length

  return (
    <div className={classes.page}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Anchor component={Link} to="/plugins" size="sm">
            {t('Plugins')}
          </Anchor>
          <h1 className={classes.pageTitle}>{t('Inspector')}</h1>
          <Text c="dimmed">{t('Events, commands and calls of services, as they happen.')}</Text>
        </div>
        <StartStop running={running} />
      </Group>
      <section className={`fw-card ${classes.box}`} aria-label={t('What happened')}>
        <EntryTools filter={filter} onFilter={setFilter} shown={shown} />
        {entries.length === 0 ? (
          <Text c="dimmed" py="lg">
            {running
              ? t('Nothing has happened yet. Use the application: it shows here.')
              : t('The inspector is off, and costs nothing. Start it, use the application, and look here.')}
          </Text>
        ) : (
          <EntryList entries={shown} chosen={chosen} onChoose={setChosen} />
        )}
        {gone > 0 && (
          <Text size="sm" c="dimmed" mt={6}>
            {t('{{count}} older ones were pushed out by newer ones.', { count: gone })}
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
