/** The log with its tools: pause, filter, export, clear. */
import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { IconDownload, IconFileMusic, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { MidiEvent } from '../../../core/music/midi-event.js'
import { useService } from '../../../core/react/kernel-context.js'
import { useCommand } from '../../../core/react/use-command.js'
import { useStore } from '../../../core/react/use-store.js'
import { useText } from '../../../core/react/use-text.js'
import { logFilter } from '../log-filter.js'
import { logLine } from '../log-line.js'
import { portNameOf } from '../port-name.js'
import { LOG_FILTER, MIDI_LOG, SEEN_PORTS } from '../tokens.js'
import classes from './device-status.module.css'
import { LogChoices } from './log-choices.js'
import { LogTable } from './log-table.js'

export function LogSection() {
  const log = useService(MIDI_LOG)
  const { events, paused } = useStore(log.view)
  const filter = useService(LOG_FILTER)
  const { text, choice } = useStore(filter)
  const inputs = useStore(useService(SEEN_PORTS))
  const { t, tm } = useText()
  const pause = useCommand('midi-io.pause-log')
  const exporting = useCommand('midi-io.export-log')
  const clear = useCommand('midi-io.clear-log')
  const asMidi = useCommand('midi-io.export-log-as-midi')
  const { run: runCopy } = useCommand('midi-io.copy-line')
  const portName = useCallback(
    (id: string) => portNameOf(id, inputs, text => tm('midi-io', text)),
    [inputs, tm],
  )
  // Typing comes first: the rows may follow a moment later.
  const wanted = useDeferredValue(text)
  const shown = useMemo(
    () => events.filter(logFilter(wanted, portName, choice)),
    [events, wanted, portName, choice],
  )
  const ports = useMemo(
    () => [...new Set([...inputs.map(({ id }) => id), ...events.map(({ portId }) => portId)])],
    [inputs, events],
  )
  const copy = useLatest((event: MidiEvent) => runCopy({ line: logLine(event, portName) }))

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
          <Tool label={t('Export the log as a MIDI file')} onClick={asMidi.run}>
            <IconFileMusic size={16} />
          </Tool>
          <Tool label={t('Clear the log')} onClick={clear.run}>
            <IconTrash size={16} />
          </Tool>
        </Group>
      </Group>
      <TextInput
        size="xs"
        mb={6}
        value={text}
        onChange={event => filter.setState({ text: event.currentTarget.value })}
        aria-label={t('Filter the log')}
        placeholder={t('Filter: port, ch1, C#4, sustain …')}
      />
      <LogChoices
        choice={choice}
        ports={ports}
        portName={portName}
        onChange={chosen => filter.setState({ choice: chosen })}
      />
      {shown.length > 0 ? (
        <LogTable events={shown} portName={portName} onCopy={copy} />
      ) : (
        <p className={classes.dim}>
          {events.length > 0 ? t('Nothing in the log fits the filter.') : t('Nothing was played yet.')}
        </p>
      )}
    </section>
  )
}

/** The same function each time, which does what the newest one does: rows are not made anew for it. */
function useLatest<Given>(run: (given: Given) => void): (given: Given) => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback(given => latest.current(given), [])
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
