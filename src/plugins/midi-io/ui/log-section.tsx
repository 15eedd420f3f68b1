import { ActionIcon, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { IconDownload, IconFileMusic, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import type { MidiEvent } from '../../../core/music/midi/midi-event.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { useStore } from '../../../core/react/hooks/use-store.js'
import { useText } from '../../../core/react/hooks/use-text.js'
import { useService } from '../../../core/react/kernel-context.js'
import { Select } from '../../../core/react/select.js'
import { portNameOf } from '../devices/ports.js'
import { INPUT_PORTS, LOG_FILTER } from '../internal-tokens.js'
import { KIND_TITLES, type LogChoice, logFilter, logLine } from '../log/log-filter.js'
import { CHANNELS, LOG_KINDS } from '../settings.js'
import { type LogView, MIDI_LOG } from '../tokens.js'
import classes from './device-status.module.css'
import { LogTable } from './log-table.js'

/** While notes come in, only the rows are rendered again. */
export default function LogSection() {
  return (
    <>
      <LogTools />
      <LogFilterFields />
      <LogRows />
    </>
  )
}

function LogTools() {
  const { t } = useText()
  const paused = useStore(useService(MIDI_LOG).view, view => view.paused)
  const pause = useCommand('midi-io.pause-log')
  const exporting = useCommand('midi-io.export-log')
  const clear = useCommand('midi-io.clear-log')
  const asMidi = useCommand('midi-io.export-log-as-midi')
  return (
    <Group gap={2} wrap="nowrap" mb={4}>
      <Tool label={paused ? t('Resume the log') : t('Pause the log')} onClick={pause.run}>
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
  )
}

function LogFilterFields() {
  const { t } = useText()
  const filter = useService(LOG_FILTER)
  const { text, choice } = useStore(filter)
  const inputs = useStore(useService(INPUT_PORTS).seen)
  const logged = useStore(useService(MIDI_LOG).view, loggedPorts)
  const ports = useMemo(
    () => [...new Set([...inputs.map(({ id }) => id), ...(JSON.parse(logged) as string[])])],
    [inputs, logged],
  )
  return (
    <>
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
        portName={usePortName()}
        onChange={chosen => filter.setState({ choice: chosen })}
      />
    </>
  )
}

/** As text, so that it only changes with the ports. */
function loggedPorts({ events }: LogView): string {
  return JSON.stringify([...new Set(events.map(({ portId }) => portId))])
}

function LogRows() {
  const { t } = useText()
  const { events } = useStore(useService(MIDI_LOG).view)
  const { text, choice } = useStore(useService(LOG_FILTER))
  const { run: runCopy } = useCommand('midi-io.copy-line')
  const portName = usePortName()
  const wanted = useDeferredValue(text) // typing comes first
  const shown = useMemo(
    () => events.filter(logFilter(wanted, portName, choice)),
    [events, wanted, portName, choice],
  )
  const copy = useLatest((event: MidiEvent) => runCopy({ line: logLine(event, portName) }))
  if (shown.length > 0) return <LogTable events={shown} portName={portName} onCopy={copy} />
  return (
    <Text size="xs" c="dimmed">
      {events.length > 0 ? t('Nothing in the log fits the filter.') : t('Nothing has been played yet.')}
    </Text>
  )
}

function usePortName(): (portId: string) => string {
  const inputs = useStore(useService(INPUT_PORTS).seen)
  const { tm } = useText()
  return useCallback((id: string) => portNameOf(id, inputs, text => tm('midi-io', text)), [inputs, tm])
}

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

const ALL = '' // not the id of any port

interface LogChoicesProps {
  readonly choice: LogChoice
  readonly ports: readonly string[]
  readonly portName: (portId: string) => string
  readonly onChange: (choice: LogChoice) => void
}

export function LogChoices({ choice, ports, portName, onChange }: LogChoicesProps) {
  const { t, tm } = useText()
  const { portId, channel, kind } = choice
  const listed = portId === undefined || ports.includes(portId) ? ports : [...ports, portId]
  return (
    <div className={classes.choices}>
      <Choice
        label={t('Port')}
        all={t('All ports')}
        value={portId}
        onChange={value => onChange({ ...choice, portId: value })}
        data={listed.map(id => ({ value: id, label: portName(id) }))}
      />
      <Choice
        label={t('Channel')}
        all={t('All channels')}
        value={channel?.toString()}
        onChange={value => onChange({ ...choice, channel: value === undefined ? undefined : Number(value) })}
        data={CHANNELS.map(number => ({
          value: String(number),
          label: t('Channel {{channel}}', { channel: number }),
        }))}
      />
      <Choice
        label={t('Kind')}
        all={t('All kinds')}
        value={kind}
        onChange={value => onChange({ ...choice, kind: LOG_KINDS.find(name => name === value) })}
        data={LOG_KINDS.map(name => ({ value: name, label: tm('midi-io', KIND_TITLES[name]) }))}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, all, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      aria-label={label}
      classNames={{ input: classes.choice }}
      rightSectionWidth={20}
      comboboxProps={{ width: 170 }}
      allowDeselect={false}
      value={value ?? ALL}
      data={[{ value: ALL, label: all }, ...data]}
      onChange={chosen => onChange(chosen === null || chosen === ALL ? undefined : chosen)}
    />
  )
}
