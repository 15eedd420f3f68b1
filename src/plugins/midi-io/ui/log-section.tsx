import { ActionIcon, Group, SimpleGrid, Text, TextInput, VisuallyHidden } from '@mantine/core'
import {
  IconCopy,
  IconDownload,
  IconFileMusic,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { phrase } from '../../../core/platform/phrases.js'
import { CommandIcon } from '../../../core/react/command-button.js'
import { useCommand } from '../../../core/react/hooks/use-command.js'
import { Select } from '../../../core/react/inputs/select.js'
import { useService, useStore, useText } from '../../../core/react/kernel-context.js'
import type { NoteNames } from '../../../music/guitar/note-names.js'
import { controllerName } from '../../../music/midi/controller-names.js'
import type { MidiEvent } from '../../../music/midi/midi-event.js'
import { INPUT_PORTS, portNameOf } from '../devices/ports.js'
import {
  KIND_TITLES,
  LOG_FILTER,
  type LogChoice,
  logFilter,
  logLine,
  shownName,
  shownValue,
} from '../log/log-filter.js'
import { CHANNELS, LOG_KINDS } from '../settings.js'
import { type LogView, MIDI_LOG, NECK_TUNING } from '../tokens.js'
import table from './log-table.module.css'

/** Split into components, so that only the rows re-render while notes arrive. */
export default function LogSection() {
  return (
    <>
      <LogTools />
      <LogFilterFields />
      <LogRows />
    </>
  )
}

const LOOK = { variant: 'subtle', color: 'gray', size: 'sm' } as const

function LogTools() {
  const { t } = useText()
  const paused = useStore(useService(MIDI_LOG).view, view => view.paused)
  return (
    <Group gap={2} wrap="nowrap" mb={4}>
      <CommandIcon
        {...LOOK}
        command="midi-io.pause-log"
        label={paused ? t('Resume the log') : t('Pause the log')}
      >
        {paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      </CommandIcon>
      <CommandIcon {...LOOK} command="midi-io.export-log" label={t('Export the log as JSON')}>
        <IconDownload size={16} />
      </CommandIcon>
      <CommandIcon {...LOOK} command="midi-io.export-log-as-midi" label={t('Export the log as a MIDI file')}>
        <IconFileMusic size={16} />
      </CommandIcon>
      <CommandIcon {...LOOK} command="midi-io.clear-log" label={t('Clear the log')}>
        <IconTrash size={16} />
      </CommandIcon>
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
        placeholder={t('Filter: port, ch1, C#4, sustain…')}
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

/** Returns a string to avoid re-rendering until the ports change. */
function loggedPorts({ events }: LogView): string {
  return JSON.stringify([...new Set(events.map(({ portId }) => portId))])
}

function LogRows() {
  const { t } = useText()
  const { events } = useStore(useService(MIDI_LOG).view)
  const { text, choice } = useStore(useService(LOG_FILTER))
  const { run: runCopy } = useCommand('midi-io.copy-line')
  const portName = usePortName()
  const names = useNoteNames()
  const wanted = useDeferredValue(text) // typing takes precedence over filtering
  const shown = useMemo(
    () => events.filter(logFilter(wanted, portName, choice, names)),
    [events, wanted, portName, choice, names],
  )
  const copy = useLatest((event: MidiEvent) => runCopy({ line: logLine(event, portName) }))
  if (shown.length > 0) return <LogTable events={shown} portName={portName} onCopy={copy} />
  return (
    <Text size="xs" c="dimmed">
      {events.length > 0 ? t('No events match the filter.') : t('No MIDI events yet.')}
    </Text>
  )
}

function useNoteNames(): NoteNames | undefined {
  return useStore(useService(NECK_TUNING), neck => neck?.noteNames)
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

const ALL = '' // not a valid port ID

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
    <SimpleGrid
      spacing={4}
      mb={6}
      style={{ gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.15fr) minmax(0, 1.08fr)' }}
    >
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
        label={t('Type')}
        all={t('All types')}
        value={kind}
        onChange={value => onChange({ ...choice, kind: LOG_KINDS.find(name => name === value) })}
        data={LOG_KINDS.map(name => ({ value: name, label: tm('midi-io', KIND_TITLES[name]) }))}
      />
    </SimpleGrid>
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
      styles={{ input: { paddingInline: '6px 18px', textOverflow: 'ellipsis' } }}
      rightSectionWidth={20}
      comboboxProps={{ width: 170 }}
      value={value ?? ALL}
      data={[{ value: ALL, label: all }, ...data]}
      onChange={chosen => onChange(chosen === null || chosen === ALL ? undefined : chosen)}
    />
  )
}

interface LogTableProps {
  readonly events: readonly MidiEvent[]
  readonly portName: (portId: string) => string
  readonly onCopy: (event: MidiEvent) => void
}

interface Column {
  readonly title: string
  readonly className: string | undefined
  readonly text: (event: MidiEvent, port: string, names?: NoteNames) => string | number
  readonly tip?: (event: MidiEvent, port: string) => string | undefined
}

const COLUMNS: readonly Column[] = [
  { title: phrase('Time'), className: table.time, text: ({ time }) => time.replace(/:(?=\d{3}$)/, '.') },
  {
    title: phrase('Port'),
    className: table.port,
    text: (_event, port) => port,
    tip: (_event, port) => port,
  },
  { title: phrase('Channel'), className: table.channel, text: ({ channel }) => channel || '' },
  {
    title: phrase('Name'),
    className: table.name,
    text: (event, _port, names) => shownName(event, names),
    tip: event => (event.kind === 'controller' ? controllerName(event.controller) : undefined),
  },
  { title: phrase('Value'), className: table.value, text: shownValue },
]

/** Initial number of rows. The others render on the first scroll, as their layout would delay the neck. */
const ROWS_AT_REST = 24
const ROW_PX = 20

/** Row keys are separate from event keys, which may repeat when a log is replayed. */
const rowKeys = new WeakMap<MidiEvent, number>()
let nextRowKey = 0

function rowKey(event: MidiEvent): number {
  const known = rowKeys.get(event)
  if (known !== undefined) return known
  nextRowKey += 1
  rowKeys.set(event, nextRowKey)
  return nextRowKey
}

function LogTable({ events, portName, onCopy }: LogTableProps) {
  const { t, tm } = useText()
  const box = useRef<HTMLElement>(null)
  const [scrolled, setScrolled] = useState(false)
  const newestFirst = events.toReversed()
  const { active, place, onKeyDown, point, left } = useActiveRow(newestFirst, box, onCopy)
  const atRest = active?.by === 'keys' ? Math.max(ROWS_AT_REST, place + 2) : ROWS_AT_REST
  const rows = scrolled ? newestFirst : newestFirst.slice(0, atRest)
  const pointed = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest('tr') : null
    point(row ? rows[row.sectionRowIndex] : undefined)
  }
  return (
    <section
      ref={box}
      onKeyDown={onKeyDown}
      onMouseLeave={() => point(undefined)}
      onBlur={left}
      className={table.box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      aria-label={t('Latest 100 events')}
      onScroll={event => setScrolled(event.currentTarget.scrollTop > 0)}
    >
      <table className={table.table} aria-label={t('Latest 100 events')} aria-rowcount={events.length + 1}>
        <colgroup>
          {COLUMNS.map(({ title, className }) => (
            <col key={title} className={className} />
          ))}
        </colgroup>
        <VisuallyHidden component="thead">
          <tr>
            {COLUMNS.map(({ title }) => (
              <th key={title}>{tm('midi-io', title)}</th>
            ))}
          </tr>
        </VisuallyHidden>
        {/* biome-ignore lint/a11y/useKeyWithMouseEvents: arrow keys select rows as well */}
        <tbody onMouseOver={pointed}>
          {rows.map(event => (
            <LogRow
              key={rowKey(event)}
              event={event}
              port={portName(event.portId)}
              active={active?.event === event ? active.by : undefined}
              onCopy={onCopy}
            />
          ))}
        </tbody>
      </table>
      <div style={{ height: (newestFirst.length - rows.length) * ROW_PX }} />
    </section>
  )
}

interface LogRowProps extends Pick<LogTableProps, 'onCopy'> {
  readonly event: MidiEvent
  readonly port: string
  readonly active: ActiveRow['by'] | undefined
}

const LogRow = memo(function LogRow({ event, port, active, onCopy }: LogRowProps) {
  const names = useNoteNames()
  const off = event.kind === 'note' && !event.on
  return (
    <tr data-off={off || undefined} data-active={active}>
      {COLUMNS.map(({ title, className, text, tip }, index) => (
        <td key={title} className={className} title={tip?.(event, port)}>
          {text(event, port, names)}
          {active && index === COLUMNS.length - 1 && (
            <CopyButton event={event} focused={active === 'keys'} onCopy={onCopy} />
          )}
        </td>
      ))}
    </tr>
  )
})

/** Rendered only in the active row to avoid a hundred tab stops. */
function CopyButton({
  event,
  focused,
  onCopy,
}: Pick<LogRowProps, 'event' | 'onCopy'> & { readonly focused: boolean }) {
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <ActionIcon
      ref={button}
      className={table.copy}
      variant="default"
      size={18}
      aria-label={t('Copy log entry {{line}}', { line: `${event.time} ${shownName(event)}` })}
      onClick={() => onCopy(event)}
    >
      <IconCopy size={12} aria-hidden />
    </ActionIcon>
  )
}

interface ActiveRow {
  readonly event: MidiEvent
  readonly by: 'pointer' | 'keys'
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** @param box receives focus when the focused row leaves the log */
function useActiveRow(
  events: readonly MidiEvent[],
  box: RefObject<HTMLElement | null>,
  onCopy: (event: MidiEvent) => void,
) {
  const [active, setActive] = useState<ActiveRow>()
  const place = active ? events.indexOf(active.event) : -1
  const gone = active !== undefined && place < 0

  useEffect(() => {
    if (!gone) return
    if (active?.by === 'keys' && document.activeElement === document.body) box.current?.focus()
    setActive(undefined)
  }, [gone, active, box])

  return {
    active,
    place,
    point: (event: MidiEvent | undefined) => {
      // Pointer movement must not steal focus from a keyboard-selected row.
      if (active?.by === 'keys' && box.current?.contains(document.activeElement)) return
      if (active?.event !== event) setActive(event && { event, by: 'pointer' })
    },
    /** Clears the active row when focus leaves the box. */
    left: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setActive(undefined)
    },
    onKeyDown: (press: KeyboardEvent) => {
      const step = STEPS[press.key]
      if (step !== undefined && !press.ctrlKey && !press.metaKey && !press.altKey) {
        const event = events[Math.max(0, place + step)] ?? events.at(-1)
        if (!event) return
        press.preventDefault()
        setActive({ event, by: 'keys' })
      } else if (press.key === 'c' && (press.ctrlKey || press.metaKey) && active && nothingMarked()) {
        press.preventDefault()
        onCopy(active.event)
      }
    },
  }
}

function nothingMarked(): boolean {
  return getSelection()?.isCollapsed ?? true
}
