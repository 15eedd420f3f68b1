/** The log with its tools: pause, filter, export, clear. */
import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { logFilter } from '../log-filter.js'
import { type InputPort, KEYBOARD_PORT, MIDI_LOG, NECK_PORT } from '../tokens.js'
import classes from './device-status.module.css'
import { LogTable } from './log-table.js'

export function LogSection({ inputs }: { inputs: readonly InputPort[] }) {
  const log = useService(MIDI_LOG)
  const { events, paused } = useStore(log.view)
  const [filter, setFilter] = useState('')
  const { t } = useText()
  const pause = useCommand('midi-io.pause-log')
  const exporting = useCommand('midi-io.export-log')
  const clear = useCommand('midi-io.clear-log')
  const neck = t('Neck')
  const keyboard = t('Keyboard')
  const portName = useCallback(
    (id: string) => {
      if (id === NECK_PORT) return neck
      if (id === KEYBOARD_PORT) return keyboard
      return inputs.find(port => port.id === id)?.name ?? id
    },
    [inputs, neck, keyboard],
  )
  // Typing comes first: the rows may follow a moment later.
  const wanted = useDeferredValue(filter)
  const shown = useMemo(() => events.filter(logFilter(wanted, portName)), [events, wanted, portName])

  return (
    <section aria-label={t('MIDI log')}>
      <Group justify="space-between" gap={4} wrap="nowrap" mt={12} mb={4}>
        <h3 className={classes.heading}>{t('Log')}</h3>
        <Group gap={2} wrap="nowrap">
          <Tool label={paused ? t('Go on with the log') : t('Pause the log')} onClick={pause.run}>
            {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
          </Tool>
          <Tool label={t('Export the log as JSON')} onClick={exporting.run}>
            <IconDownload size={16} />
          </Tool>
          <Tool label={t('Clear the log')} onClick={clear.run}>
            <IconTrash size={16} />
          </Tool>
        </Group>
      </Group>
      <TextInput
        size="xs"
        mb={6}
        value={filter}
        onChange={event => setFilter(event.currentTarget.value)}
        aria-label={t('Filter the log')}
        placeholder={t('Filter: port, ch1, C#4, sustain …')}
      />
      {shown.length > 0 ? (
        <LogTable events={shown} portName={portName} />
      ) : (
        <p className={classes.dim}>
          {events.length > 0 ? t('Nothing in the log fits the filter.') : t('Nothing was played yet.')}
        </p>
      )}
    </section>
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
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => onClick()}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
